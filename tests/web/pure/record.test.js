// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { parseRecord, RecordError, writeRecord } from "../../../src/web/page/model/record.js";
import { Tree } from "../../../src/web/page/model/tree.js";

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
  ['[A "1"]\n[A "2"]\n*', "line 2: there are two tags 'A'"],
  ["1. 4\n4 2. 3",
    "line 2: a move or a result (1-0, 0-1, 1/2-1/2, *) is due, not the end of the text"],
  ['[Result "1-0"]\n4 *', "line 2: the result is '*', but its tag says '1-0'"],
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
