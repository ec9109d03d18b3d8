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
    this.first = line;
  }

  get line() {
    return this.first + (this.text.slice(0, this.at).match(/\n/g)?.length ?? 0);
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

  /** Skips blanks, and comments to the end of the line. */
  skip() {
    this.take(/(?:\s+|;[^\n]*)*/y);
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
  if (promised !== undefined && promised !== result) {
    const problem = `the result is '${result}', but its tag says '${promised}'`;
    throw new RecordError(reader.line, problem);
  }
  tags.delete("Result");
  reader.skip();
  return { tags, tree, result, rest: reader.text.slice(reader.at) };
}

/** @param {Reader} reader */
function readTags(reader) {
  /** @type {Map<string, string>} */
  const tags = new Map();
  for (reader.skip(); reader.text[reader.at] === "["; reader.skip()) {
    const tag = reader.take(/\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\\n]|\\[\\"])*)"\s*\]/y);
    if (!tag) reader.fail('a tag [Name "value"] is due');
    if (tags.has(tag[1])) throw new RecordError(reader.line, `there are two tags '${tag[1]}'`);
    tags.set(tag[1], tag[2].replace(/\\([\\"])/g, "$1"));
  }
  return tags;
}

const NUMBER = /\d*\.+/y;
/** A move may have parentheses inside, but in pairs. */
const WORD = /(?!\()(?:[^\s\0{}[\];$"()]|\([^\s\0{}[\];$"()]*\))+/y;

/**
 * Reads moves up to the result.
 * @param {Reader} reader
 * @param {Tree} tree
 * @param {number} node
 * @returns {Result}
 */
function movetext(reader, tree, node) {
  for (;;) {
    reader.skip();
    const comment = reader.take(/\{([^}]*)\}/y);
    if (comment) {
      const line = reader.line - (comment[1].match(/\n/g)?.length ?? 0);
      annotate(comment[1], line, tree, node);
    } else if (reader.text[reader.at] === "(") {
      readVariation(reader, tree, node);
    } else if (!reader.take(NUMBER) && !reader.take(/\$\d+/y)) {
      const word = reader.take(WORD)?.[0];
      if (!word) reader.fail("a move or a result (1-0, 0-1, 1/2-1/2, *) is due");
      const result = Object.values(RESULTS).find((known) => known === word);
      if (result) return result;
      node = tree.add(node, word);
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
    if (node > 0 && /^\(\s*\d+\./.test(text.slice(reader.at))) {
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
  const words = text.replace(/\{/g, " ").split(/\s+/).filter(Boolean).join(" ");
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
      const word = reader.take(WORD)?.[0];
      if (!word) reader.fail("a move or ')' is due in a variation");
      open[open.length - 1] = tree.add(node, word);
    }
  }
}
