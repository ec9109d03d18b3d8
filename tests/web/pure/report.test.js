// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { parseBook, parseRemark, parseReport } from "../../../crates/web/page/model/report.js";

test("a report is read with its line", () => {
  const line = "info depth 5 seldepth 6 multipv 2 score win 3 nodes 9 nps 1 time 7 pv 4 1";
  assert.deepEqual(parseReport(line), {
    depth: 5, rank: 2, score: { kind: "win", plies: 3 }, nodes: 9, time: 7, pv: ["4", "1"],
  });
});

test("a proof without a length is not given the number of nodes", () => {
  const line = "info depth 1 seldepth 1 multipv 1 score win nodes 12 nps 0 time 0 pv 6@7";
  assert.deepEqual(parseReport(line)?.score, { kind: "win" });
  assert.equal(parseReport(line)?.nodes, 12);
});

test("a report may say by how much the game is won", () => {
  const line = "info depth 1 seldepth 1 multipv 1 score win margin 12 nodes 3 nps 0 time 0 pv a1";
  assert.deepEqual(parseReport(line)?.score, { kind: "win", margin: 12 });
});

test("other lines are no reports", () => {
  for (const line of ["info nodes 5 nps 5 time 1", "info string score eval 3 pv 4", "bestmove 4",
    "", "info depth 3 score odd 3 pv 4"]) {
    assert.equal(parseReport(line), null, line);
  }
});

test("remarks tell errors", () => {
  assert.deepEqual(parseRemark("info string error: no"), { error: true, text: "no" });
  assert.deepEqual(parseRemark("info string waiting: place 3 in the queue"),
    { error: false, text: "waiting: place 3 in the queue" });
  assert.equal(parseRemark("bestmove 4"), null);
});

test("a book proves lines, and perhaps which is the best", () => {
  const moves = [
    { move: "4", score: "draw", pv: ["4", "4"] }, { move: "1", score: "loss 8", pv: ["1"] },
  ];
  const lines = [
    { move: "4", line: { score: { kind: "draw" }, pv: ["4", "4"], depth: 2 } },
    { move: "1", line: { score: { kind: "loss", plies: 8 }, pv: ["1"], depth: 1 } },
  ];
  const answer = (/** @type {string|null} */ score) => JSON.stringify({ score, moves });
  assert.deepEqual(parseBook(answer("draw")), { best: lines[0].line, moves: lines });
  assert.deepEqual(parseBook(answer("win 9")), { best: null, moves: lines });
  assert.deepEqual(parseBook(answer(null)), { best: null, moves: lines });
  assert.deepEqual(parseBook('{"score":null,"moves":[]}'), { best: null, moves: [] });
  assert.deepEqual(parseBook('{"score":"draw","moves":[]}'), { best: null, moves: [] });
});
