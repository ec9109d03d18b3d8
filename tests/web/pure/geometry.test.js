// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { DIRECTIONS, neighbour, rows } from "../../../src/web/page/model/geometry.js";

const place = (/** @type {number} */ x, /** @type {number} */ y, area = "board") =>
  ({ name: `${x},${y}`, x, y, shape: "square", area });
const square = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => place(x, y)));
const { ArrowLeft, ArrowRight, ArrowUp, ArrowDown } = DIRECTIONS;

test("arrows walk a square board and stop at its edge", () => {
  assert.equal(neighbour(square, 4, ArrowLeft), 3);
  assert.equal(neighbour(square, 4, ArrowRight), 5);
  assert.equal(neighbour(square, 4, ArrowUp), 1);
  assert.equal(neighbour(square, 4, ArrowDown), 7);
  assert.equal(neighbour(square, 0, ArrowUp), -1);
  assert.equal(neighbour([], 0, ArrowUp), -1);
});

test("arrows walk rows that are shifted, and reach the hand beside the board", () => {
  const shifted = [place(0.5, 0), place(1.5, 0), place(0, 0.9), place(1, 0.9), place(2, 0.9),
    place(5, 0.5, "first")];
  assert.equal(neighbour(shifted, 0, ArrowRight), 1);
  assert.ok([2, 3].includes(neighbour(shifted, 0, ArrowDown)));
  assert.equal(neighbour(shifted, 3, ArrowLeft), 2);
  assert.equal(neighbour(shifted, 4, ArrowRight), 5);
});

test("arrows skip no row of hexagons", () => {
  const high = Math.sqrt(3) / 2;
  const hexagons = [place(1, 0), place(0.5, high), place(1.5, high), place(1, 2 * high)];
  assert.equal(neighbour(hexagons, 0, ArrowDown), 1);
  assert.equal(neighbour(hexagons, 3, ArrowUp), 1);
});

test("every place of a board can be reached by arrows", () => {
  const places = [...square, place(5, 0.4, "first"), place(5, 1.4, "first"), place(9, 9, "beside")];
  const seen = new Set([0]);
  for (const at of seen) {
    for (const way of Object.values(DIRECTIONS)) {
      const next = neighbour(places, at, way);
      if (next >= 0) seen.add(next);
    }
  }
  assert.equal(seen.size, places.length);
});

test("rows are read from the top and the left, area after area", () => {
  const places = [
    place(3, 0, "second"), place(1, 1), place(0, 1.1), place(0, 0), place(9, 0, "odd"),
  ];
  assert.deepEqual(rows(places), [[3], [2, 1], [0], [4]]);
});
