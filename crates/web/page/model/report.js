// @ts-check
// Reports: the `info` lines of a search, and what a book proves.

import { parseScore } from "./score.js";

/**
 * @typedef {object} Report
 * @property {number} depth
 * @property {number} rank place among the lines, 1 for the best
 * @property {Score} score
 * @property {number} nodes
 * @property {number} time in milliseconds
 * @property {string[]} pv
 */

/**
 * Reads an `info` line with a score. Other lines give `null`.
 * @param {string} line
 * @returns {Report|null}
 */
export function parseReport(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] !== "info" || words[1] === "string") return null;
  /** @type {Record<string, number>} */
  const numbers = {};
  let score = null;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === "pv") {
      if (!score) return null;
      const pv = words.slice(at + 1);
      const { depth = 0, multipv = 1, nodes = 0, time = 0, margin } = numbers;
      if (margin !== undefined) score.margin = margin;
      return { depth, rank: multipv, score, nodes, time, pv };
    }
    if (word === "score") {
      score = parseScore(words.slice(at + 1, at + 3));
    } else if (/^\d+$/.test(words[at + 1] ?? "")) {
      numbers[word] = Number(words[at + 1]);
      at += 1;
    }
  }
  // Where chance acts, there is no line.
  const { depth, nodes = 0, time = 0 } = numbers;
  return score && depth !== undefined ? { depth, rank: 1, score, nodes, time, pv: [] } : null;
}

/**
 * Reads the answer to `query book`: the lines that the book proves, by their moves, and the best of
 * them, if it proves that no other move is better.
 * @param {string} answer
 * @returns {{best: Line|null, moves: {move: string, line: Line}[]}}
 */
export function parseBook(answer) {
  /** @type {{score: string|null, moves: {move: string, score: string, pv: string[]}[]}} */
  const { score: worth, moves } = JSON.parse(answer);
  const lines = moves.flatMap(({ move, score: words, pv }) => {
    const score = parseScore(words.split(" "));
    return score ? [{ move, line: { score, pv, depth: pv.length } }] : [];
  });
  return { best: worth !== null && moves[0]?.score === worth ? lines[0].line : null, moves: lines };
}

/**
 * What an `info string` line says, or `null`.
 * @param {string} line
 * @returns {{error: boolean, text: string}|null}
 */
export function parseRemark(line) {
  const start = "info string ";
  if (!line.startsWith(start)) return null;
  const text = line.slice(start.length);
  const error = text.startsWith("error: ");
  return { error, text: error ? text.slice("error: ".length) : text };
}
