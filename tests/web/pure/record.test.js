// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { parseRecord, positionOf, RecordError } from "../../../crates/web/page/model/record.js";
import { writeRecord } from "../../../crates/web/page/model/record-write.js";
import { Tree } from "../../../crates/web/page/model/tree.js";

const lines = (/** @type {Tree} */ tree) => tree.leaves().map((id) => tree.moves(id).join(" "));

test("a record of a match is read", () => {
  const text = '[Game "connect4 7x6"]\n[First "a \\"b\\" \\\\"]\n[Result "1-0"]\n\n' +
    "1. 4 {eval 3, depth 12} 1 2. 4 1 3. 4 1 4. 4 {win 1} 1-0\n[Game \"stonehenge\"]\n*";
  const { tags, tree, result, rest } = parseRecord(text);
  assert.deepEqual([...tags], [["Game", "connect4 7x6"], ["First", 'a "b" \\']]);
  assert.deepEqual(lines(tree), ["4 1 4 1 4 1 4"]);
  assert.equal(result, "1-0");
  assert.equal(tree.node(1).comment, "eval 3, depth 12");
  assert.match(rest, /^\[Game "stonehenge"\]/);
});

test("variations go out in comments and come back", () => {
  const tree = new Tree();
  tree.addLine(0, ["4", "4", "3", "3"]);
  tree.node(tree.addLine(0, ["4", "4", "5"])).comment = 'also "good" {really} (2. not this)';
  tree.addLine(0, ["4", "4", "5", "1", "2"]);
  tree.addLine(0, ["4", "4", "5", "6", "2"]);
  tree.addLine(0, ["4", "7"]);
  tree.addLine(0, ["1"]);
  tree.node(1).comment = "win 9";
  const tags = new Map([["Game", "connect4 7x6"]]);
  const text = writeRecord({ tags, tree, result: "*" }, (id) => (id === 2 ? "loss 8" : ""));
  assert.ok(text.split("\n").every((line) => line.length <= 80), text);
  const back = parseRecord(text);
  assert.deepEqual(lines(back.tree).sort(), lines(tree).sort());
  assert.deepEqual(back.tree.moves(back.tree.main().at(-1) ?? 0), ["4", "4", "3", "3"]);
  assert.equal(back.tree.node(back.tree.child(0, "4")).comment, "win 9");
  const five = back.tree.addLine(0, ["4", "4", "5"]);
  assert.equal(back.tree.node(five).comment, "also 'good' really 2. not this)");
  assert.equal(back.tree.node(back.tree.addLine(0, ["4", "4"])).comment, "loss 8");
});

test("a score that a record has brought along is not written twice", () => {
  const text = "1. a {eval -3 why} b {win 9} c {draw} d {draw near} e {draw near} f {win} *";
  const { tree } = parseRecord(text);
  const scores = ["eval 4", "loss 8", "draw", "draw", "win 3", ""];
  const again = writeRecord({ tags: new Map(), tree, result: "*" }, (id) => scores[id - 1]);
  assert.match(again.replace(/\s+/g, " "), new RegExp("1\\. a \\{eval 4 why\\} b \\{loss 8\\} " +
    "2\\. c \\{draw\\} d \\{draw near\\} 3\\. e \\{win 3 draw near\\} f \\{win\\} \\*"));
});

test("variations of other programs are read too", () => {
  const { tree } = parseRecord("1. a b (1... c (1... d 2. e) 2. f {so} $3) 2. g ; rest\n 0-1");
  assert.deepEqual(lines(tree).sort(), ["a b g", "a c f", "a d e"]);
});

test("a parenthesis in a comment is no variation without a number", () => {
  const { tree } = parseRecord("1. a {a (fine) move} *");
  assert.equal(tree.node(1).comment, "a (fine) move");
});

test("moves like 6@7 and those with dots and dashes are moves", () => {
  const { tree } = parseRecord("1. 6@7 5-3 2... 11x18 e4(Q) (2. f(x)y) *");
  assert.deepEqual(lines(tree), ["6@7 5-3 11x18 e4(Q)", "6@7 5-3 11x18 f(x)y"]);
});

for (const [text, error] of [
  ["", "line 1: a record is due, not the end of the text"],
  ["[Game x]\n*", "line 1: a tag [Name \"value\"] is due, not '[Game'"],
  ['[FEN "1"]\n[FEN "2"]\n*', "line 2: there are two tags 'FEN'"],
  ['[Result "1-0"]\n4 0-1', "line 2: the result is '0-1', but its tag says '1-0'"],
  ["4 {never", "line 1: a move or a result (1-0, 0-1, 1/2-1/2, *) is due, not '{never'"],
  ["(1. 4) *", "line 1: a move is due before a variation, not '(1.'"],
  ["4\n(1. 4", "line 2: a move or ')' is due in a variation, not the end of the text"],
  ["4\n{(1. 5 ] )} *", "line 2: a move or ')' is due in a variation, not ']'"],
  ["4 } *", "line 1: a move or a result (1-0, 0-1, 1/2-1/2, *) is due, not '}'"],
]) {
  test(`told: ${error}`, () => {
    assert.throws(() => parseRecord(text), (/** @type {Error} */ wrong) => {
      assert.ok(wrong instanceof RecordError);
      assert.equal(wrong.message, error);
      return true;
    });
  });
}

test("parentheses in a comment stay as they are", () => {
  const { tree } = parseRecord("1. a {f(x) (or so) (1. c \"(why?)\") b} *");
  assert.equal(tree.node(1).comment, "f(x) (or so) b");
  assert.equal(tree.node(2).comment, "(why?)");
});

test("what is irregular, but clear, is read and noted", () => {
  const text = '[Event "the "Big" one"]\n[White Elo "9"]\n[Event "b"]\n[Result "2-0"]\n' +
    "% escaped ]\n1. 4! 5(?) ?\x1a\n";
  const { tags, tree, result, notes } = parseRecord(text);
  assert.deepEqual([...tags], [["Event", 'the "Big" one'], ["WhiteElo", "9"]]);
  assert.deepEqual(lines(tree), ["4 5"]);
  assert.equal(result, "1-0");
  assert.equal(notes.length, 3, notes.join("\n"));
});

test("moves with blanks in them are joined, and comments in comments are one", () => {
  for (const [text, moves, isNoted] of /** @type {[string, string, boolean][]} */ ([
    ["4- 8 22 -18 9 - 14 *", "4-8 22-18 9-14", true],
    ["c3- d4 22 x 15 4 44 *", "c3-d4 22x15 4 44", true],
    ["11:15 f5 -- d6 - c3 *", "11:15 f5 -- d6 - c3", false],
    ["1. 4- 2. 8 *", "4- 8", false],
    ["4 5 1 - 0", "4 5", true],
    ["4 {a {b} c} 5 {d { e} 6 *", "4 5 6", true],
    ["4 {a {b {c} d} e {f} g} 5 *", "4 5", true],
    ["4 {a {b} 2. 5 {c} 6 *", "4 5 6", false],
  ])) {
    const { tree, notes } = parseRecord(text);
    assert.deepEqual([lines(tree), notes.length > 0], [[moves], isNoted], text);
  }
  assert.equal(parseRecord("4 {a {b} c} 5 *").tree.node(1).comment, "a b c");
});

test("results in other words are read", () => {
  for (const [tag, end, expected] of [
    ["34-30", "", "1-0"], ["1-1", "*", "1/2-1/2"], ["0-2", "", "0-1"], ["", "1-0", "1-0"],
    ["?", "0-1", "0-1"], ["1-0", "*", "1-0"], ["white won", "", "*"], ["2-0", "1-0", "1-0"],
  ]) {
    assert.equal(parseRecord(`[Result "${tag}"]\n4 ${end}`).result, expected, `${tag}, ${end}`);
  }
  const { tree, rest } = parseRecord('[A "b"]\n4 5\n[A "c"]\n6 *');
  assert.deepEqual([lines(tree), rest], [["4 5"], '[A "c"]\n6 *']);
});

test("the first position is that of Position or FEN", () => {
  assert.equal(positionOf(parseRecord('[Game "a"]\n[FEN "b"]\n*').tags), "b");
  assert.equal(positionOf(parseRecord('[FEN "b"]\n[Position "c"]\n*').tags), "c");
});

test("tag names are read in any case, and a tag that says nothing counts as absent", () => {
  for (const [text, game, position] of [
    ['[GAME "connect4"]\n[fen "a"]', "connect4", "a"],
    ['[Position ""]\n[FEN "a"]', undefined, "a"],
    ['[position "?"]\n[Fen "a"]\n[game "?"]', undefined, "a"],
    ['[FEN ""]\n[FEN "a"]\n[POSITION " "]', undefined, "a"],
    ['[position ""]\n[gametype "20"]', undefined, ""],
  ]) {
    const { tags } = parseRecord(`${text}\n4 *`);
    assert.deepEqual([tags.get("Game"), positionOf(tags)], [game, position], text);
  }
  assert.equal(parseRecord('[result "1-0"]\n4').result, "1-0");
  assert.throws(() => parseRecord('[fen "a"]\n[FEN "b"]\n*'), /two tags 'FEN'/);
});

test("the last word may be a result in other words, or have one behind it", () => {
  for (const [text, moves, result] of [
    ['[Result "0-2"]\n9-14 23-19 0-2', "9-14 23-19", "0-1"],
    ["9-14 23-19 0-2", "9-14 23-19", "0-1"],
    ["9-14 23-19 1-1", "9-14 23-19", "1/2-1/2"],
    ["9-14 23-19 +-", "9-14 23-19", "1-0"],
    ["9-14 23-19 1/2", "9-14 23-19", "1/2-1/2"],
    ["9-14 23-19 2 - 0 {so}", "9-14 23-19", "1-0"],
    ["f5 d6 34-30", "f5 d6", "1-0"],
    ["f5 d6 30\u201334", "f5 d6", "0-1"],
    ["f5 d6 34-30 {34 discs} ", "f5 d6", "1-0"],
    ["f5 d6 34-30 f4 *", "f5 d6 34-30 f4", "*"],
    ['[Result "2-0"]\n9-14 23-19', "9-14 23-19", "1-0"],
    ['[Result "34-30"]\n9-14 34-30', "9-14", "1-0"],
    ["9-14 23-19", "9-14 23-19", "*"],
    ["9-14 22x18", "9-14 22x18", "*"],
    ["23-19 1-0", "23-19", "1-0"],
    ["2-0", "", "1-0"],
    ["1-1 2-0 1-1 1-0", "1-1 2-0 1-1", "1-0"],
    ["1-1 2-0", "1-1 2-0", "*"],
    ["9-14 23-19*", "9-14 23-19", "*"],
    ['[Result "1-0"]\nd3 c4!*', "d3 c4", "1-0"],
    ["d3 c4*\n[A \"b\"]\n", "d3 c4", "*"],
    ["8/5* 6/4* *", "8/5* 6/4*", "*"],
    ["8/5* 6/4*", "8/5* 6/4*", "*"],
  ]) {
    const { tree, result: found } = parseRecord(text);
    assert.deepEqual([lines(tree)[0] ?? "", found], [moves, result], text);
  }
  assert.throws(() => parseRecord('[Result "1-0"]\n9-14 23-19 0-2'), /tag says '1-0'/);
});

test("words of letters behind the last move are a remark", () => {
  for (const [text, moves, comment, result] of [
    ["9-14 23-19 Drawn", "9-14 23-19", "Drawn", "1/2-1/2"],
    ["9-14 23-19 Drawn 1/2-1/2", "9-14 23-19", "Drawn", "1/2-1/2"],
    ["9-14 23-19 Drawn 1-1", "9-14 23-19", "Drawn", "1/2-1/2"],
    ["9-14 23-19 1-1 drawn", "9-14 23-19", "drawn", "1/2-1/2"],
    ["9-14 {a} 23-19 {b} White wins. {c} 0-1", "9-14 23-19", "b White wins. c", "0-1"],
    ["f5 d6 12. Black resigned", "f5 d6", "Black resigned", "*"],
    ["f5 d6 draw agreed", "f5 d6", "draw agreed", "1/2-1/2"],
    ["f5 d6 1-0 White resigned\n", "f5 d6", "", "1-0"],
    ["9-14 8-11Resigns 1-0", "9-14 8-11", "Resigns", "1-0"],
    ["f5 pass", "f5 pass", "", "*"],
    ["f5 PA ps", "f5 PA ps", "", "*"],
    ["f5 d6 white f4 *", "f5 d6 white f4", "", "*"],
    ["roll 5 roll 6 hold roll *", "roll 5 roll 6 hold roll", "", "*"],
    ["draw 4 hold draw *", "draw 4 hold draw", "", "*"],
    ['[Game "deckpig"]\n4 draw', "4 draw", "", "*"],
    ["a b c", "a b c", "", "*"],
  ]) {
    const { tree, result: found, rest } = parseRecord(text);
    assert.deepEqual([lines(tree), found, rest.trim()], [[moves], result, ""], text);
    assert.equal(tree.node(tree.main().at(-1) ?? 0).comment, comment, text);
  }
});

test("tags without an end or a value are read as meant, or dropped", () => {
  for (const [tag, expected] of /** @type {[string, [string, string][]][]} */ ([
    ['[Event "x]', [["Event", "x"]]],
    ['[Event "x]\r', [["Event", "x"]]],
    ['[Event "x"', [["Event", "x"]]],
    ['[Event "x', [["Event", "x"]]],
    ['[Event "x [y] z]', [["Event", "x [y] z"]]],
    ['[Event "x] [Site "y"]', [["Event", "x"], ["Site", "y"]]],
    ["[Round]", []],
    ["[Round ]", []],
    ["[Round", []],
    ["[]", []],
    ['[""]', []],
    ['["x"]', []],
    ["[Round 3]", [["Round", "3"]]],
    ["[Game \u201cothello\u201d]", [["Game", "othello"]]],
    ['[Game "othello]', [["Game", "othello"]]],
    ['[Round][Event"x"]', [["Event", "x"]]],
  ])) {
    const { tags, tree, notes } = parseRecord(`${tag}\n[Date "d"]\n1. f5 *`);
    assert.deepEqual([[...tags], lines(tree)], [[...expected, ["Date", "d"]], ["f5"]], tag);
    assert.equal(notes.length > 0, true, tag);
  }
  assert.deepEqual(lines(parseRecord('[Event "x] 1. f5 d6 *').tree), ["f5 d6"]);
  assert.deepEqual(lines(parseRecord('[Event "x" 1. f5 d6 *').tree), ["f5 d6"]);
});

test("other formats are told by their names", () => {
  for (const [text, name] of [
    ["(;GM[1]FF[4];B[aa])", "line 1: this is an SGF file (Smart Game Format); game records are " +
      "read as PGN or PDN has them"],
    ["\ufeff\n( ; FF[4]", "line 2: this is an SGF file"],
    ["(;GM[Othello]PC[x]", "a GGF file"],
    ["; [Site \"x\"]\n 7 point match\n\n Game 1\n", "line 2: this is a MAT file"],
    ['{"game": 1}', "a JSON file"],
    ['[ {"game": 1}]', "a JSON file"],
    ["<!DOCTYPE html>", "an HTML or XML file"],
    ["PK\x03\x04x", "a packed file"],
    ["\x14\x07\x05\x16\x0c\0\0\0\0\0\xb9\x07\x08\0", "a WTHOR file"],
    ["\0\0", "no text"],
  ]) {
    assert.throws(() => parseRecord(text), (/** @type {Error} */ wrong) => {
      assert.ok(wrong instanceof RecordError && wrong.message.includes(name), wrong.message);
      return true;
    });
  }
  assert.deepEqual(lines(parseRecord("7 6 *").tree), ["7 6"]);
  assert.deepEqual(lines(parseRecord("{x} 7 6 *").tree), ["7 6"]);
});

test("dashes of all kinds are read, and what is invisible is dropped", () => {
  const text = '[Game "a\u2013b"]\n\ufeff9\u201314 \u200b23\u221219 11\u2013 15 4\ufeff- 8 ' +
    "f\u200b5 {a\u2013b} (1. 9\u201313) \u00bd\u2013\u00bd";
  const { tags, tree, result } = parseRecord(text);
  assert.deepEqual(lines(tree), ["9-14 23-19 11-15 4-8 f5", "9-14 23-19 11-15 4-8 9-13"]);
  assert.deepEqual([tags.get("Game"), result], ["a\u2013b", "1/2-1/2"]);
  assert.equal(tree.node(5).comment, "a\u2013b");
  assert.equal(parseRecord("4 1\u20130").result, "1-0");
});

test("marks are dropped, also one behind another and in variations", () => {
  const { tree } = parseRecord("4!(?)!? 5(!) (1. 6?! 7 *) 8?? 1-0!");
  assert.deepEqual(lines(tree), ["4 5 8", "4 6 7"]);
});

test("eight times the text takes about eight times the time", () => {
  const time = (/** @type {string} */ text) => {
    const start = performance.now();
    try {
      parseRecord(text);
    } catch (error) {
      assert.ok(error instanceof RecordError);
    }
    return performance.now() - start;
  };
  for (const make of /** @type {((count: number) => string)[]} */ ([
    (count) => `4 ${"{x}\n".repeat(count)}*`,
    (count) => `4 {${"(1 ".repeat(count)}} *`,
    (count) => `4 ${Array.from({ length: count }, (_, at) => `(1. a${at}) `).join("")}*`,
    (count) => "(1. 9-14 ".repeat(count),
    (count) => `4 ${"; so\n".repeat(count)}*`,
    (count) => `4 ${"{(1. 5)} ".repeat(count)}*`,
    (count) => `4- ${"8- ".repeat(count)}*`,
    (count) => `4 ${"{a {b} c ".repeat(count)}*`,
    (count) => `${Array.from({ length: count }, (_, at) => `[T${at} "x"]\n`).join("")}*`,
    (count) => `[Game "x"]\n9-14${"!".repeat(count)}x *`,
    (count) => `4 ${"!?".repeat(count)}x${"(?)".repeat(count)} *`,
    (count) => `4 9-14${"(?)".repeat(count)}x *`,
    (count) => `4${"*".repeat(count)}x *`,
    (count) => `4-${"8-".repeat(count)}( *`,
    (count) => `${"9".repeat(count)} *`,
    (count) => `4 ${"(".repeat(count)} *`,
    (count) => `4 x${"(a".repeat(count)} *`,
    (count) => `4 {a { b} ${"\n".repeat(count)} *`,
    (count) => `4 {${"( ".repeat(count)}} *`,
    (count) => `4 {${"(".repeat(count)}${" ".repeat(count)}1} *`,
    (count) => `4 ${"34-30 ".repeat(count)}*`,
    (count) => `4 ${"34-30 {a} so ".repeat(count)}`,
    (count) => `4 ${"so ".repeat(count)}`,
    (count) => `4 1-0${" so".repeat(count)} 1`,
    (count) => `[Result "1${" ".repeat(count)}x"]\n4 *`,
    (count) => `[Result "${"- ".repeat(count)}x"]\n4 *`,
    (count) => `${'[a "b] '.repeat(count)}\n4 *`,
    (count) => `${'[a "b"c] '.repeat(count)}x\n4 *`,
    (count) => `${'[a "b '.repeat(count)}\n4 *`,
    (count) => `${'[a "b" \n'.repeat(count)}\n4 *`,
    (count) => `[a "${'" '.repeat(count)}\n4 *`,
    (count) => `${"[a] ".repeat(count)}\n4 *`,
    (count) => `${"[\n".repeat(count)}\n4 *`,
    (count) => `[a${" ".repeat(count)}x\n4 *`,
    (count) => `(${" ".repeat(count)}x`,
    (count) => `[${" ".repeat(count)}{${" ".repeat(count)}"${"x".repeat(count)}`,
  ])) {
    const [short, long] = [make(5000), make(40000)];
    const few = Math.min(time(short), time(short));
    const many = Math.min(time(long), time(long));
    // If it were the square, it would be 64 times.
    assert.ok(many < 40 * Math.max(few, 10), `${few} ms, ${many} ms: ${short.slice(0, 20)}`);
  }
});
