// @ts-check
// Game records, as the subcommands write and read them: the tags and the movetext of PGN. A
// variation stands in a comment, so that readers who know only the main line skip it:
//
//     1. 4 4 2. 3 {win 9 (2. 5 "a comment" 3 3. 2) (2. 6)} 3 *

import { numberOf, Tree } from "./tree.js";

/**
 * @typedef {object} GameRecord
 * @property {Map<string, string>} tags without the result
 * @property {Tree} tree
 * @property {"1-0"|"0-1"|"1/2-1/2"|"*"} result
 * @property {string[]} notes what was assumed where the text is irregular, but clear
 * @property {string} rest what follows the record in the text
 */

/** The length limit of a line of movetext, in columns. */
const WIDTH = 80;

/** @typedef {GameRecord["result"]} Result */

/** @type {Record<string, Result>} */
export const RESULTS = { p1win: "1-0", p2win: "0-1", draw: "1/2-1/2", none: "*" };

/** A text that is no record: where and why. */
export class RecordError extends Error {
  /**
   * @param {number} line
   * @param {string} problem
   */
  constructor(line, problem) {
    super(`line ${line}: ${problem}`);
  }
}

/**
 * Writes a record.
 * @param {{tags: Map<string, string>, tree: Tree, result: Result}} record
 * @param {(id: number) => string} note a remark on a move, besides its comment; may be ""
 */
export function writeRecord({ tags, tree, result }, note = () => "") {
  const lines = [...tags].filter(([name]) => name !== "Result").map(tagLine);
  lines.push(tagLine(["Result", result]));
  const words = [];
  tree.main().slice(1).forEach((id, at) => {
    if (at % 2 === 0) words.push(`${at / 2 + 1}.`);
    words.push(tree.node(id).move);
    const score = note(id);
    const comment = [score, rest(clean(tree.node(id).comment), score), ...variations(tree, id)];
    const text = comment.filter(Boolean).join(" ");
    if (text) words.push(...`{${text}}`.split(" "));
  });
  words.push(result);
  return `${lines.join("\n")}\n\n${fold(words)}\n`;
}

/**
 * A comment without the score that a record had brought along, if there is a fresh one.
 * @param {string} comment
 * @param {string} score the fresh one
 */
function rest(comment, score) {
  const old = `^(${score}|(eval|win|loss) -?\\d+|chance [\\d.]+|(win|loss|draw)$)(?!\\S) ?`;
  return score ? comment.replace(new RegExp(old), "") : comment;
}

/** @param {[string, string]} tag */
function tagLine([name, value]) {
  const text = printable(value).replace(/\\/g, "\\\\").replace(/"/g, '\\"');
  return `[${name} "${text}"]`;
}

/** @param {string} text */
function printable(text) {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/**
 * A comment without the characters that would end it or begin a variation.
 * @param {string} comment
 */
function clean(comment) {
  const text = printable(comment).replace(/[{}]/g, "").replace(/\((?=\s*\d+\.)/g, "");
  return text.split(/\s+/).filter(Boolean).join(" ");
}

/**
 * The variations that could have been played instead of a move.
 * @param {Tree} tree
 * @param {number} id
 * @returns {string[]}
 */
function variations(tree, id) {
  const node = tree.node(id);
  const { children } = tree.node(node.parent);
  return children[0] === id ? children.slice(1).map((other) => variation(tree, other)) : [];
}

/**
 * A variation in parentheses, with the variations inside it.
 * @param {Tree} tree
 * @param {number} start
 * @returns {string}
 */
function variation(tree, start) {
  const words = [];
  let numbered = false;
  for (let id = start; id !== undefined; id = tree.node(id).children[0]) {
    const { ply, move, comment } = tree.node(id);
    if (ply % 2 === 1 || !numbered) words.push(numberOf(ply));
    numbered = true;
    words.push(move);
    const text = clean(comment).replace(/"/g, "'");
    if (text) words.push(`"${text}"`);
    // The siblings of the first move stand beside this variation already.
    if (id !== start) words.push(...variations(tree, id));
  }
  return `(${words.join(" ")})`;
}

/** @param {string[]} words */
function fold(words) {
  const lines = [];
  let line = "";
  for (const word of words) {
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line += line ? ` ${word}` : word;
  }
  return [...lines, line].join("\n");
}

/** Reads a text from its beginning. */
class Reader {
  /**
   * @param {string} text
   * @param {number} line the number of its first line
   */
  constructor(text, line = 1) {
    this.text = text;
    this.at = 0;
    // Lines are counted from the place where they were counted last.
    this.counted = { at: 0, line };
    /** @type {string[]} */
    this.notes = [];
  }

  get line() {
    const { at, line } = this.counted;
    const more = this.text.slice(at, this.at).match(/\n/g)?.length ?? 0;
    this.counted = { at: this.at, line: line + more };
    return line + more;
  }

  /**
   * Notes what is assumed here, once for each kind.
   * @param {string} kind
   * @param {string} more
   */
  assume(kind, more = "") {
    if (this.notes.some((note) => note.includes(kind))) return;
    this.notes.push(`line ${this.line}: ${kind}${more}`);
  }

  /**
   * Takes what the pattern finds here.
   * @param {RegExp} pattern sticky
   */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  /**
   * Whether the pattern finds something here.
   * @param {RegExp} pattern sticky
   */
  sees(pattern) {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Whether a tag that begins its line is next. */
  get isAtTag() {
    if (this.text[this.at] !== "[") return false;
    let before = this.at - 1;
    while (" \t".includes(this.text[before] ?? "\n")) before -= 1;
    return this.text[before] === "\n" && this.sees(/\[\s*\w/y);
  }

  /** Skips blanks, comments to the end of the line, and lines that begin with `%`. */
  skip() {
    for (;;) {
      this.take(/[\s\x1a]+/y);
      const begins = this.at === 0 || this.text[this.at - 1] === "\n";
      if (!this.take(begins ? /[;%][^\n]*/y : /;[^\n]*/y)) return;
    }
  }

  get done() {
    return this.at >= this.text.length;
  }

  /**
   * @param {string} due
   * @returns {never}
   */
  fail(due) {
    const found = /\S{1,40}/y;
    found.lastIndex = this.at;
    const word = found.exec(this.text)?.[0];
    throw new RecordError(this.line, `${due}, not ${word ? `'${word}'` : "the end of the text"}`);
  }
}

/**
 * Reads the first record of a text.
 * @param {string} text
 * @returns {GameRecord}
 */
export function parseRecord(text) {
  const reader = new Reader(text.replace(/^\ufeff/, ""));
  reader.skip();
  if (reader.done) reader.fail("a record is due");
  const tags = readTags(reader);
  const tree = new Tree();
  const result = movetext(reader, tree, 0);
  const promised = tags.get("Result");
  tags.delete("Result");
  const agreed = agree(reader, result, promised);
  reader.skip();
  const { notes } = reader;
  return { tags, tree, result: agreed, notes, rest: reader.text.slice(reader.at) };
}

/**
 * The text of the first position: that of the tag `Position`, or else of `FEN`.
 * @param {Map<string, string>} tags
 */
export function positionOf(tags) {
  return tags.get("Position") ?? tags.get("FEN") ?? "";
}

/**
 * The result that the end of the moves and the tag say together.
 * @param {Reader} reader
 * @param {Result|undefined} written
 * @param {string|undefined} promised
 * @returns {Result}
 */
function agree(reader, written, promised) {
  const tagged = promised === undefined ? undefined : resultOf(promised);
  if (written && tagged && written !== tagged && written !== "*" && tagged !== "*") {
    const problem = `the result is '${written}', but its tag says '${promised}'`;
    throw new RecordError(reader.line, problem);
  }
  if (promised !== undefined && !tagged) {
    reader.assume("the tag 'Result' is no result", `: '${promised.slice(0, 40)}'`);
  }
  const result = written && written !== "*" ? written : tagged ?? "*";
  if (!written) reader.assume("there is no result at the end", `; ${result} was assumed`);
  else if (tagged && tagged !== written) {
    reader.assume("the tag 'Result' and the end differ", `; ${result} was assumed`);
  } else if (tagged && promised !== tagged) {
    reader.assume(`the result '${promised}' was read as ${tagged}`);
  }
  return result;
}

/**
 * The result that words such as `2-0`, `34-30` or `draw` say. Undefined if that is not clear.
 * @param {string} words
 * @returns {Result|undefined}
 */
function resultOf(words) {
  const text = words.trim().toLowerCase();
  if (/^[?*]*$/.test(text)) return "*";
  if (["1/2", "0.5", "\u00bd", "draw"].includes(text)) return "1/2-1/2";
  const half = (/** @type {string} */ score) => score.replace(/^(1\/2|\u00bd|0,5)$/, "0.5");
  const [first, second, ...more] = text.split(/\s*[-:\u2013]\s*/).map(half);
  const isScore = (/** @type {string|undefined} */ score) => /^(\d{1,4}|0\.5)$/.test(score ?? "");
  if (more.length > 0 || !isScore(first) || !isScore(second)) return undefined;
  const lead = Number(first) - Number(second);
  if (lead === 0) return Number(first) === 0 ? "*" : "1/2-1/2";
  return lead > 0 ? "1-0" : "0-1";
}

/** @param {Reader} reader */
function readTags(reader) {
  /** @type {Map<string, string>} */
  const tags = new Map();
  for (reader.skip(); reader.text[reader.at] === "["; reader.skip()) {
    const strict = reader.take(/\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\\n]|\\[\\"])*)"\s*\]/y);
    const tag = strict ?? reader.take(/\[([^"\]\n]*)"([^\n]*?)"[ \t]*\]/y);
    const name = tag?.[1].replace(/[^A-Za-z0-9_]/g, "");
    if (!tag || !name) return reader.fail('a tag [Name "value"] is due');
    const value = tag[2].replace(/\\([\\"])/g, "$1");
    if (!strict) reader.assume("a tag was read as", ` [${name} "${value.slice(0, 40)}"]`);
    const known = tags.get(name) ?? value;
    if (known !== value && DECIDING.includes(name)) {
      throw new RecordError(reader.line, `there are two tags '${name}'`);
    }
    if (known !== value) reader.assume("a tag stands twice", `: '${name}'; the first one counts`);
    tags.set(name, known);
  }
  return tags;
}

/** The tags that decide what the moves mean. */
const DECIDING = ["Game", "GameType", "Position", "FEN"];

const NUMBER = /\d*\.+/y;
/** A move may have parentheses inside, but in pairs. */
const WORD = /(?!\()(?:[^\s\0\x1a{}[\];$"()]|\([^\s\0\x1a{}[\];$"()]*\))+/y;

/** How far a comment with braces inside is followed, in characters. */
const LONGEST_TAIL = 2000;

/** The length limit of a move whose parts are joined, in characters. */
const MOST_JOINED = 64;

/**
 * Takes a word. A move that is written with blanks before or behind its signs, as in `4- 8`, is one
 * word.
 * @param {Reader} reader
 */
function takeWord(reader) {
  let word = reader.take(WORD)?.[0];
  while (word && word.length < MOST_JOINED && !isResult(word)) {
    const { at } = reader;
    reader.take(/\s+/y);
    const part = reader.sees(NUMBER) ? undefined : reader.take(WORD)?.[0];
    if (!part || isResult(part) || !joins(word, part)) {
      reader.at = at;
      return word;
    }
    word += part;
    if (!/[-:x\u2013]$/.test(word)) reader.assume("the parts of a move were joined", `: '${word}'`);
  }
  return word;
}

/** @param {string} word */
function isResult(word) {
  return Object.values(RESULTS).some((known) => known === word);
}

/**
 * Whether two words are parts of one move, such as `4-` and `8`, or `4` and `-8`.
 * @param {string} first
 * @param {string} second
 */
function joins(first, second) {
  if (/[-:\u2013]$/.test(first)) {
    return /[\p{L}\p{N}].$/u.test(first) && /^[\p{L}\p{N}]/u.test(second);
  }
  if (first.endsWith("x")) return /\dx$/.test(first) && /^\d/.test(second);
  if (/^[-:x\u2013]$/.test(second)) return /^[\d/\u00bd]+$/.test(first);
  return /\d$/.test(first) && /^([-:\u2013][\p{L}\p{N}]|x\d)/u.test(second);
}

/**
 * How much of the text belongs to a comment with open braces in it, which goes on behind its first
 * closing brace. 0 if it does not.
 * @param {Reader} reader
 * @param {number} open the number of open braces
 */
function tailOf(reader, open) {
  const text = reader.text.slice(reader.at, reader.at + LONGEST_TAIL);
  // No comment goes on behind a move number or a tag.
  const end = text.search(/(?<!\S)\d*\.|\n\s*\[/);
  const tail = end < 0 ? text : text.slice(0, end);
  let [depth, left, length] = [0, open, 0];
  for (const { 0: brace, index } of tail.matchAll(/[{}]/g)) {
    if (brace === "{") depth += 1;
    else if (depth > 0) depth -= 1;
    else if (left > 0) [left, length] = [left - 1, index + 1];
  }
  return length;
}

/**
 * Takes a comment. Braces inside it are dropped.
 * @param {Reader} reader
 */
function takeComment(reader) {
  const { at } = reader;
  const comment = reader.take(/\{([^}]*)\}/y);
  if (!comment) return undefined;
  const open = comment[1].match(/\{/g)?.length ?? 0;
  const length = open > 0 ? tailOf(reader, open) : 0;
  if (length > 0) reader.assume("braces inside a comment were dropped");
  reader.at += length;
  return reader.text.slice(at + 1, reader.at - 1);
}

/**
 * Reads moves up to the result. Undefined if there is none before the end or the next tags.
 * @param {Reader} reader
 * @param {Tree} tree
 * @param {number} node
 * @returns {Result|undefined}
 */
function movetext(reader, tree, node) {
  for (;;) {
    reader.skip();
    if (reader.done || reader.isAtTag) return undefined;
    const comment = takeComment(reader);
    if (comment !== undefined) {
      const line = reader.line - (comment.match(/\n/g)?.length ?? 0);
      annotate(comment, line, tree, node);
    } else if (reader.text[reader.at] === "(") {
      readVariation(reader, tree, node);
    } else if (!reader.take(NUMBER) && !reader.take(/\$\d+/y)) {
      const word = takeWord(reader);
      if (!word) reader.fail("a move or a result (1-0, 0-1, 1/2-1/2, *) is due");
      const result = Object.values(RESULTS).find((known) => known === word);
      if (result) return result;
      // Marks that praise or blame a move are dropped.
      const move = word.replace(/(\([!?]+\)|[!?]+)$/, "");
      if (move) node = tree.add(node, move);
    }
  }
}

/**
 * Takes over a comment: its words, and the variations in it.
 * @param {string} text
 * @param {number} line
 * @param {Tree} tree
 * @param {number} node
 */
function annotate(text, line, tree, node) {
  const reader = new Reader(text, line);
  const words = [];
  while (!reader.done) {
    if (node > 0 && reader.sees(/\(\s*\d+\./y)) {
      readVariation(reader, tree, node);
      words.push(" ");
    } else {
      words.push(reader.take(/\(?[^(]*/y)?.[0] ?? "");
    }
  }
  say(tree, node, words.join(""));
}

/**
 * Adds words to the comment of a node.
 * @param {Tree} tree
 * @param {number} node
 * @param {string} text
 */
function say(tree, node, text) {
  const words = text.replace(/[{}]/g, " ").split(/\s+/).filter(Boolean).join(" ");
  if (words && node > 0) {
    const { comment } = tree.node(node);
    tree.node(node).comment = comment ? `${comment} ${words}` : words;
  }
}

/**
 * Reads a variation in parentheses: what could have been played instead of this node.
 * @param {Reader} reader
 * @param {Tree} tree
 * @param {number} instead
 */
function readVariation(reader, tree, instead) {
  if (instead === 0) reader.fail("a move is due before a variation");
  // Each open parenthesis: the node at which it goes on.
  const open = [tree.node(instead).parent];
  reader.take(/\(/y);
  while (open.length > 0) {
    reader.take(/\s+/y);
    const node = open[open.length - 1];
    const quoted = reader.take(/"([^"]*)"/y) ?? reader.take(/\{([^}]*)\}/y);
    if (quoted) {
      say(tree, node, quoted[1]);
    } else if (reader.take(/\(/y)) {
      if (node === 0) reader.fail("a move is due before a variation");
      open.push(tree.node(node).parent);
    } else if (reader.take(/\)/y)) {
      open.pop();
    } else if (!reader.take(NUMBER) && !reader.take(/\$\d+/y)) {
      const word = takeWord(reader);
      if (!word) reader.fail("a move or ')' is due in a variation");
      open[open.length - 1] = tree.add(node, word);
    }
  }
}
