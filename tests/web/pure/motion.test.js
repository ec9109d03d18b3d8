// @ts-check
// What moves between two positions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { motions } from "../../../crates/web/page/model/motion.js";

/** @typedef {Parameters<typeof motions>[0]} Layout */

/** Places in a row: a die stands last. @returns {Layout} */
function row(/** @type {object} */ like = {}) {
  const places = Array.from({ length: 6 }, (_, x) =>
    ({ name: `${x}`, x, y: 0, shape: x === 5 ? "die" : "square", area: "board", ...like }));
  return /** @type {any} */ ({ places });
}

/**
 * A position: a letter for each place, capital for the second player, and the ways of its last move.
 * @param {number} ply
 * @param {string} text
 * @param {number[][]} [ways]
 */
function position(ply, text, ways = []) {
  const pieces = [...text].flatMap((letter, place) => letter === "." ? [] : [{
    place, owner: letter < "a" ? "second" : "first", kind: letter.toLowerCase().charCodeAt(0),
    name: letter }]);
  return /** @type {any} */ ({ ply, pieces, ways });
}

/** In words, such as `go 1 2`. @param {ReturnType<typeof motions>} found */
function words(found) {
  return found.map(({ kind, way }) => [kind, ...way].join(" "));
}

test("a piece goes its way, and back again", () => {
  const [before, after] = [position(3, "a.B..."), position(4, "...a..", [[0, 1, 3]])];
  assert.deepEqual(words(motions(row(), before, after)), ["go 0 1 3", "leave 2"]);
  assert.deepEqual(words(motions(row(), after, before)), ["go 3 1 0", "come 2"]);
});

test("a row of equal pieces goes as one, and pushes others", () => {
  const [before, after] = [position(3, "aaB..."), position(4, ".aaB..", [[0, 1], [1, 2]])];
  assert.deepEqual(words(motions(row(), before, after)), ["go 0 1", "go 1 2", "go 2 3"]);
});

test("a piece that comes from nowhere comes, and others turn over", () => {
  const [before, after] = [position(3, ".BBa.."), position(4, "aaaa..", [[0]])];
  assert.deepEqual(words(motions(row(), before, after)), ["come 0", "turn 1", "turn 2"]);
  assert.deepEqual(words(motions(row(), after, before)), ["turn 1", "turn 2", "leave 0"]);
});

test("a piece that falls into its place begins where its way does", () => {
  const [before, after] = [position(0, "......"), position(1, "..a...", [[0, 1, 2]])];
  assert.deepEqual(words(motions(row(), before, after)), ["go 0 1 2"]);
  assert.deepEqual(words(motions(row(), after, before)), ["leave 2 1 0"]);
});

test("a piece that leaves the board goes its way, and comes back on it", () => {
  const [before, after] = [position(3, "a....."), position(4, "......", [[0, 1]])];
  assert.deepEqual(words(motions(row(), before, after)), ["leave 0 1"]);
  assert.deepEqual(words(motions(row(), after, before)), ["go 1 0"]);
});

test("of a stack, one piece goes", () => {
  const stack = (/** @type {number} */ place, /** @type {number} */ count) =>
    ({ place, owner: "first", kind: count, name: `${count}`, count });
  const before = /** @type {any} */ ({ ply: 1, ways: [], pieces: [stack(0, 3), stack(1, 1)] });
  const after = /** @type {any} */ (
    { ply: 2, ways: [[0, 1], [0, 4]], pieces: [stack(0, 1), stack(1, 2), stack(4, 1)] });
  const stacked = row({ stack: { dx: 0, dy: 1, most: 5 } });
  assert.deepEqual(words(motions(stacked, before, after)), ["go 0 1", "go 0 4"]);
});

test("dice tumble, and nothing goes to them or from them", () => {
  const [before, after] = [position(3, "a....b"), position(4, "a....c", [])];
  assert.deepEqual(words(motions(row(), before, after)), ["tumble 5"]);
  assert.deepEqual(words(motions(row(), after, position(5, "b.....", []))), ["turn 0"]);
  assert.deepEqual(words(motions(row(), after, after)), []);
});
