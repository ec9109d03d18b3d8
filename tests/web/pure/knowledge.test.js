// @ts-check
// What is learnt of a position is known of the moves that lead to it.

import test from "node:test";
import assert from "node:assert/strict";
import { state } from "../../../crates/web/page/play/state.js";
import { Tree } from "../../../crates/web/page/model/tree.js";
import {
  isDone, knownOf, learnBest, learnMove, learnPosition,
} from "../../../crates/web/page/play/knowledge.js";
import { course, mistakeAt } from "../../../crates/web/page/play/curve.js";

/** @typedef {import("../../../crates/web/page/play/state.js").Board} Board */
/** @typedef {import("../../../crates/web/page/model/score.js").Score} Score */

/**
 * @param {Board["to_move"]} side
 * @param {string[]} moves
 * @param {Board["result"]} result
 * @returns {Board}
 */
function board(side, moves, result = "none") {
  return {
    to_move: side, result, margin: null, fen: "", ply: 0, pieces: [], facts: [], tallies: [],
    moves: moves.map((move) => ({ move, gesture: [] })),
  };
}

const line = (/** @type {Score} */ score, /** @type {string[]} */ pv, depth = 5) =>
  ({ score, pv, depth });

/** A tree with the line a, b, and its positions. */
function begin() {
  state.tree = new Tree();
  state.known = new Map();
  const end = state.tree.addLine(0, ["a", "b"]);
  state.tree.visit(end);
  state.node = end;
  learnPosition(0, board("first", ["a", "x"]));
  learnPosition(1, board("second", ["b", "y"]));
  learnPosition(2, board("first", ["c", "d"]));
}

test("a proof goes up to the root, turned and a ply longer each time", () => {
  begin();
  learnMove(2, "c", line({ kind: "win", plies: 3 }, ["c"]));
  assert.deepEqual(knownOf(2).best?.score, { kind: "win", plies: 3 });
  assert.deepEqual(knownOf(1).moves.get("b")?.score, { kind: "loss", plies: 4 });
  assert.equal(knownOf(1).best, null);
  learnMove(1, "y", line({ kind: "loss", plies: 2 }, ["y"]));
  assert.deepEqual(knownOf(1).best?.score, { kind: "loss", plies: 4 });
  assert.deepEqual(knownOf(0).moves.get("a")?.score, { kind: "win", plies: 5 });
  assert.deepEqual(knownOf(0).best?.pv, ["a", "b", "c"]);
});

test("nothing is turned where the same side moves again, nor taken through chance", () => {
  begin();
  learnPosition(2, board("second", ["c"]));
  learnBest(2, line({ kind: "win", plies: 3 }, ["c"]));
  assert.deepEqual(knownOf(1).moves.get("b")?.score, { kind: "win", plies: 4 });
  begin();
  learnPosition(1, board("chance", ["b"]));
  learnBest(1, line({ kind: "win", plies: 3 }, ["c"]));
  assert.equal(knownOf(0).moves.size, 0);
});

test("a shallow opinion does not replace a deep one, nor any opinion a proof", () => {
  begin();
  learnMove(2, "c", line({ kind: "eval", value: 9 }, ["c"], 12));
  learnMove(2, "c", line({ kind: "eval", value: 1 }, ["c"], 1));
  assert.deepEqual(knownOf(2).moves.get("c")?.score, { kind: "eval", value: 9 });
  learnMove(2, "d", line({ kind: "draw" }, ["d"], 3));
  learnMove(2, "d", line({ kind: "eval", value: 5 }, ["d"], 30));
  assert.deepEqual(knownOf(2).moves.get("d")?.score, { kind: "draw" });
  assert.equal(isDone(2), false);
  learnMove(2, "c", line({ kind: "loss", plies: 2 }, ["c"]));
  assert.equal(isDone(2), true);
});

test("a finished game tells what its last move was worth", () => {
  begin();
  learnPosition(2, board(null, [], "p2win"));
  assert.deepEqual(knownOf(1).moves.get("b")?.score, { kind: "win", plies: 1 });
  assert.deepEqual(knownOf(0).moves.get("a")?.score, { kind: "loss", plies: 2 });
  assert.equal(isDone(2), true);
});

test("the course of a game has its curve and its mistakes, and what was better", () => {
  begin();
  learnPosition(2, board(null, [], "p2win"));
  learnMove(0, "x", line({ kind: "draw" }, ["x", "z"]));
  assert.deepEqual(knownOf(0).best?.score, { kind: "draw" });
  assert.equal(mistakeAt(1, 10)?.mark, "??");
  assert.equal(mistakeAt(2, 10), null);
  const points = course();
  assert.deepEqual(points.map(({ height }) => height), [0.5, 0, 0]);
  assert.deepEqual(points[1].instead?.pv, ["x", "z"]);
});
