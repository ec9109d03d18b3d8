// @ts-check
// Writes game records. `record.js` reads them.

import { numberOf } from "./tree.js";

/** @typedef {import("./record-results.js").Result} Result */
/** @typedef {import("./tree.js").Tree} Tree */

/** The length limit of a line of movetext, in columns. */
const WIDTH = 80;

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
