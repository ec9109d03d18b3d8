// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import {
  begin, beginOn, open, pick, restart, through,
} from "../../../crates/web/page/model/gesture.js";

const columns = [
  { move: "1", gesture: [[7, 0, 14]] },
  { move: "2", gesture: [[8, 1, 15]] },
  { move: "pass", gesture: [] },
];
const pieces = [
  { move: "3@1", gesture: [[20, 21], [1]] },
  { move: "3@2", gesture: [[20, 21], [2]] },
  { move: "6@1", gesture: [[22], [1]] },
];

test("one place is a whole move", () => {
  const picked = pick(begin(columns), 14);
  assert.deepEqual(picked?.complete, ["1"]);
  assert.equal(picked?.more, false);
  assert.equal(pick(begin(columns), 99), null);
});

test("a score stands where one points at best", () => {
  assert.deepEqual([...through(begin(columns))], [[7, ["1"]], [8, ["2"]]]);
  assert.deepEqual([...open(begin(columns))].sort((a, b) => a - b), [0, 1, 7, 8, 14, 15]);
});

test("piece, then cell; and the steps come back", () => {
  const start = begin(pieces);
  assert.deepEqual(through(start).get(1), ["3@1", "6@1"]);
  assert.deepEqual(through(start).get(20), ["3@1", "3@2"]);
  const first = pick(start, 21);
  assert.deepEqual(first?.complete, []);
  assert.deepEqual([...open(first?.gesture ?? start)], [1, 2]);
  assert.deepEqual(through(first?.gesture ?? start).get(1), ["3@1"]);
  assert.deepEqual(pick(first?.gesture ?? start, 2)?.complete, ["3@2"]);
  assert.equal(pick(first?.gesture ?? start, 22), null);
  assert.equal(first?.gesture.before, start);
});

test("the cell may come before its piece, and plays nothing alone", () => {
  const cell = pick(begin(pieces), 1);
  assert.deepEqual(cell?.complete, []);
  assert.deepEqual([...open(cell?.gesture ?? begin([]))].sort(), [20, 21, 22]);
  assert.deepEqual(pick(cell?.gesture ?? begin([]), 22)?.complete, ["6@1"]);
});

test("two moves with one gesture, and a gesture that goes on, are both told", () => {
  const moves = [
    { move: "a", gesture: [[1], [2]] },
    { move: "b", gesture: [[1], [2]] },
    { move: "c", gesture: [[1], [2], [3]] },
  ];
  const picked = pick(pick(begin(moves), 1)?.gesture ?? begin([]), 2);
  assert.deepEqual(picked?.complete, ["a", "b"]);
  assert.equal(picked?.more, true);
});

test("of two ends, the second one is the other", () => {
  const sideways = [
    { move: "a1a3b1", gesture: [[1, 3], [3, 1], [10]] },
    { move: "a1a3b2", gesture: [[3, 1], [1, 3], [14]] },
    { move: "a3a4", gesture: [[3], [4]] },
  ];
  for (const [one, other] of [[1, 3], [3, 1]]) {
    const first = pick(begin(sideways), one);
    assert.equal(pick(first?.gesture ?? begin([]), one), null, "it takes the step back");
    const second = pick(first?.gesture ?? begin([]), other);
    assert.deepEqual([...open(second?.gesture ?? begin([]))].sort(), [10, 14]);
    assert.deepEqual(pick(second?.gesture ?? begin([]), 14)?.complete, ["a1a3b2"]);
  }
  // A place that comes twice on the way of a piece can be pointed at twice.
  const round = begin([{ move: "1x5x1", gesture: [[1], [5], [1]] }]);
  const back = pick(pick(pick(round, 1)?.gesture ?? round, 5)?.gesture ?? round, 1);
  assert.deepEqual(back?.complete, ["1x5x1"]);
  // But pointing at it twice in a row is not its last step: it takes the first one back.
  assert.equal(pick(pick(round, 1)?.gesture ?? round, 1), null);
});

/** Two dice, 6 and 5: one piece goes both ways from 24, or two pieces go. */
const steps = [
  { move: "24/13", gesture: [[24], [13]], steps: [[[24, 18], [18, 13]], [[24, 19], [19, 13]]] },
  { move: "24/18+13/8", gesture: [[24], [18], [13], [8]], steps: [[[24, 18], [13, 8]]] },
  { move: "24/19+13/7", gesture: [[24], [19], [13], [7]], steps: [[[24, 19], [13, 7]]] },
];
const checkers = [{ place: 24, count: 2 }, { place: 13, count: 5 }];

/**
 * The gesture after these places, and the moves that are complete.
 * @param {number[]} places
 */
function after(places, gesture = begin(/** @type {MoveOnBoard[]} */ (steps), checkers)) {
  /** @type {string[]} */
  let complete = [];
  for (const place of places) {
    const picked = pick(gesture, place);
    assert.ok(picked, `${place} of ${places}`);
    ({ gesture, complete } = picked);
  }
  return { gesture, complete };
}

test("a move of several steps is made step by step, in any order, or in one", () => {
  assert.deepEqual(after([24, 13]).complete, ["24/13"]);
  assert.deepEqual(after([24, 18, 18, 13]).complete, ["24/13"]);
  assert.deepEqual(after([24, 19, 19, 13]).complete, ["24/13"]);
  assert.deepEqual(after([24, 18, 13, 8]).complete, ["24/18+13/8"]);
  assert.deepEqual(after([13, 8, 24, 18]).complete, ["24/18+13/8"]);
  const { gesture, complete } = after([24, 18]);
  assert.deepEqual([complete, gesture.picked, gesture.done], [[], [], [[24, 18]]]);
  assert.deepEqual([...open(gesture)].sort((a, b) => a - b), [8, 13, 18]);
});

test("a piece that has not arrived cannot be taken, and one step is undone at a time", () => {
  const start = begin(/** @type {MoveOnBoard[]} */ (steps), checkers);
  assert.equal(start.candidates.some(({ rest }) => rest[0][0] === 18), false);
  const one = after([24, 18]).gesture;
  assert.deepEqual(one.before?.done, []);
  const held = after([13], one).gesture;
  assert.equal(held.before, one);
  assert.equal(restart(held), one);
  assert.equal(restart(one), one);
  // The target may be chosen before its piece.
  assert.deepEqual(after([8, 13], one).complete, ["24/18+13/8"]);
});

test("a piece of the opponent where one goes is not taken along", () => {
  const moves = [{ move: "13/11*/10", gesture: [[13], [11], [10]],
    steps: [[[13, 11], [11, 10]]] }];
  /** @param {number} place @param {Side} owner */
  const piece = (place, owner) => ({ place, owner, kind: 0, name: "checker" });
  const board = /** @type {Board} */ (/** @type {unknown} */ (
    { moves, to_move: "first", pieces: [piece(13, "first"), piece(11, "second")] }));
  assert.equal(pick(beginOn(board), 11)?.complete.length, 0);
  assert.deepEqual(open(beginOn(board)), new Set([13, 11, 10]));
  assert.equal(beginOn(board).candidates.some(({ rest }) => rest[0].includes(11)), false);
  const hit = after([13, 11], beginOn(board)).gesture;
  assert.deepEqual(hit.counts, new Map([[13, 0], [11, 1]]));
  assert.deepEqual(after([11, 10], hit).complete, ["13/11*/10"]);
});

test("where both steps bear off, each goes by itself", () => {
  const moves = [{ move: "6/off+5/off", gesture: [[6], [0], [5], [0]], steps: [[[6, 0], [5, 0]]] }];
  const start = begin(/** @type {MoveOnBoard[]} */ (moves), [{ place: 6 }, { place: 5 }]);
  assert.deepEqual(after([5, 0, 6, 0], start).complete, ["6/off+5/off"]);
});
