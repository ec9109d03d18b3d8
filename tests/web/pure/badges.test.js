// @ts-check
// Scores have room: they hide no piece, no label and no other score.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeBadges } from "../../../crates/web/page/model/badges.js";

/** @typedef {import("../../../crates/web/page/model/badges.js").Badge} Badge */

/** A board of squares with a label below each column. @param {number} side */
function board(side) {
  const places = Array.from({ length: side * side }, (_, at) => ({ name: `${at}`,
    x: at % side + 0.5, y: Math.floor(at / side) + 0.5, shape: "square", area: "board" }));
  const labels = Array.from({ length: side }, (_, x) => ({ text: "a", x: x + 0.5, y: side + 0.4 }));
  return /** @type {any} */ ({ places, labels, box: [-0.4, -0.4, side + 0.8, side + 1.2] });
}

/** @param {number} place */
const piece = (place) => ({ place, owner: /** @type {const} */ ("first"), kind: 0, name: "stone" });

/** @param {Badge} one @param {{x: number, y: number, width: number, height: number}} other */
const overlap = (one, other) => Math.abs(one.x - other.x) < (one.width + other.width) / 2 - 1e-9 &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2 - 1e-9;

/** @param {Badge} badge @param {{x: number, y: number}} disc */
const covers = (badge, disc) => Math.hypot(
  Math.max(0, Math.abs(badge.x - disc.x) - badge.width / 2),
  Math.max(0, Math.abs(badge.y - disc.y) - badge.height / 2)) < 0.42;

/** @param {number} value */
const opinion = (value) => ({ kind: /** @type {const} */ ("eval"), value });

test("no badge hides anything, whatever is on the board", () => {
  let state = 1;
  const random = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
  let placed = 0;
  for (let round = 0; round < 300; round += 1) {
    const layout = board(3 + random(6));
    const at = layout.places.map((/** @type {unknown} */ _, /** @type {number} */ place) => place);
    const pieces = at.filter(() => random(3) === 0).map(piece);
    const scores = new Map(at.filter(() => random(2) === 0)
      .map((/** @type {number} */ place) => [place, opinion(random(3000) - 1500)]));
    const badges = placeBadges(layout, pieces, scores, random(40) / 100);
    placed += badges.length;
    badges.forEach((badge, index) => {
      assert.ok(scores.has(badge.place));
      assert.ok(badges.every((other, at) => at === index || !overlap(badge, other)));
      assert.ok(!pieces.some(({ place }) => covers(badge, layout.places[place])));
      assert.ok(!layout.labels.some((/** @type {{x: number, y: number}} */ label) =>
        overlap(badge, { ...label, width: 0.3, height: 0.3 })));
    });
  }
  assert.ok(placed > 1000, `${placed}`);
});

test("an empty place has its score in its middle, and the best is told apart", () => {
  const badges = placeBadges(board(3), [], new Map([[0, opinion(3)], [4, opinion(9)]]), 0.2);
  assert.deepEqual(badges.map(({ place, x, y, isBest }) => [place, x, y, isBest]),
    [[4, 1.5, 1.5, true], [0, 0.5, 0.5, false]]);
  const alike = placeBadges(board(3), [], new Map([[0, opinion(3)], [4, opinion(3)]]), 0.2);
  assert.ok(alike.every(({ isBest }) => !isBest));
});

test("a score without room that can be read has none", () => {
  const full = board(5);
  const pieces = full.places.map((/** @type {unknown} */ _, /** @type {number} */ at) => piece(at));
  assert.deepEqual(placeBadges(full, pieces, new Map([[12, opinion(1500)]]), 0.3), []);
});

test("a stack has its score beyond the piece on top", () => {
  const layout = board(6);
  layout.places[32].stack = { dx: 0, dy: -0.9, most: 4 };
  const pieces = [{ ...piece(32), count: 3 }];
  const [badge] = placeBadges(layout, pieces, new Map([[32, opinion(7)]]), 0.2);
  assert.equal(badge.x, 2.5);
  assert.ok(badge.y < 5.5 - 2 * 0.9 - 0.42 && badge.y > 5.5 - 3.5);
});
