// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { DIRECTIONS, neighbour, rows } from "../../../crates/web/page/model/geometry.js";

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

/** The places of checkers: only the dark squares. */
const dark = Array.from({ length: 32 }, (_, at) => {
  const y = Math.floor(at / 4);
  return place(2 * (at % 4) + (y % 2 === 0 ? 1.5 : 0.5), y + 0.5);
});

/** The cells of a hexagon with sides of five, row by row. */
const hexagon = Array.from({ length: 9 }, (_, row) =>
  Array.from({ length: 9 - Math.abs(row - 4) }, (__, at) =>
    place(at - (8 - Math.abs(row - 4)) / 2, (row - 4) * 0.866))).flat();

test("up and down skip no row where only the dark squares are places", () => {
  dark.forEach(({ x, y }, from) => {
    for (const [way, by] of /** @type {const} */ ([[ArrowUp, -1], [ArrowDown, 1]])) {
      const next = neighbour(dark, from, way);
      if (y + by > 0 && y + by < 8) assert.equal(dark[next]?.y, y + by, `from ${from + 1}`);
      else assert.equal(next, -1);
    }
    for (const [way, by] of /** @type {const} */ ([[ArrowLeft, -2], [ArrowRight, 2]])) {
      const beside = dark.findIndex((other) => other.x === x + by && other.y === y);
      if (beside >= 0) assert.equal(neighbour(dark, from, way), beside, `from ${from + 1}`);
    }
  });
});

test("a step of a man takes few presses", () => {
  const ways = Object.values(DIRECTIONS);
  /** How many presses lead from a place to another. @param {number} from @param {number} to */
  const presses = (from, to) => {
    let [count, reached] = [0, new Set([from])];
    for (; !reached.has(to); count += 1) {
      reached = new Set([...reached].flatMap((at) =>
        [at, ...ways.map((way) => neighbour(dark, at, way)).filter((next) => next >= 0)]));
    }
    return count;
  };
  const steps = dark.flatMap(({ x, y }, from) => dark.flatMap((other, to) =>
    (Math.abs(other.x - x) === 1 && other.y === y + 1 ? [presses(from, to)] : [])));
  assert.equal(steps.length, 49);
  const mean = steps.reduce((a, b) => a + b) / steps.length;
  assert.ok(mean < 1.6 && Math.max(...steps) === 2, `${mean} presses on average`);
});

test("a way up or down a board of shifted rows stays upright", () => {
  for (const places of [dark, hexagon]) {
    const step = places === dark ? 1 : 0.5;
    const bottom = Math.max(...places.map(({ y }) => y));
    places.forEach((start, from) => {
      // From another row of the hexagon, the way may end at a slanted side.
      if (places === hexagon && from > 4) return;
      let at = from;
      for (let next = from; next >= 0; next = neighbour(places, at, ArrowDown)) {
        at = next;
        assert.ok(Math.abs(places[at].x - start.x) <= step, `from ${start.name} to ${at}`);
      }
      assert.equal(places[at].y, bottom);
    });
  }
});
