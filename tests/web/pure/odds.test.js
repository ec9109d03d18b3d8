// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { fairly, percents } from "../../../crates/web/page/model/odds.js";
import * as score from "../../../crates/web/page/model/score.js";
import { odds } from "../../../crates/web/page/model/judge.js";
import { parseReport } from "../../../crates/web/page/model/report.js";

/** Outcomes with these weights. @param {number[]} weights */
const outcomes = (...weights) => weights.map((weight, index) => ({ move: String(index), weight }));

test("each outcome is as likely as its weight says", () => {
  const all = outcomes(1, 2, 1);
  const counts = [0, 0, 0];
  for (let number = 0; number < 4000; number += 1) {
    counts[Number(fairly(all, () => number).move)] += 1;
  }
  assert.deepEqual(counts, [1000, 2000, 1000]);
  // Without weights all are alike.
  assert.equal(fairly([{ move: "a" }, { move: "b" }], () => 3).move, "b");
});

test("numbers that would favour the first outcomes are thrown away", () => {
  const numbers = [2 ** 32 - 1, 2 ** 32 - 4, 5];
  const taken = fairly(outcomes(1, 1, 1, 1, 1, 1), () => /** @type {number} */ (numbers.shift()));
  assert.deepEqual([taken.move, numbers], ["5", []]);
});

test("odds are told in per cent", () => {
  assert.deepEqual(percents(outcomes(1, 2, 1)), ["25.0 %", "50.0 %", "25.0 %"]);
});

test("an expectation is a score", () => {
  const read = score.parseScore(["chance", "0.5306"]);
  assert.deepEqual(read, { kind: "chance", value: 0.5306 });
  if (!read) return;
  assert.ok(Math.abs((score.turned(read).value ?? 0) - 0.4694) < 1e-9);
  assert.deepEqual([score.figure(read), score.inWords(read)], ["53%", "53.1 per cent"]);
  assert.deepEqual([score.look(read), score.isProof(read)], ["opinion", false]);
  assert.equal(odds(read, 50), 0.5306);
  assert.ok(score.worth({ kind: "win" }) > score.worth(read));
  for (const wrong of ["", "1.5", "-0.1", "much"]) {
    assert.equal(score.parseScore(["chance", wrong || "x"]), null);
  }
});

test("a report where chance acts has no line", () => {
  const line = "info depth 3 seldepth 3 multipv 1 score chance 0.25 nodes 7 nps 9 hashfull 0 time 1";
  const report = parseReport(line);
  assert.deepEqual([report?.score.value, report?.pv, report?.depth], [0.25, [], 3]);
  assert.equal(parseReport("info nodes 7 nps 9 time 1"), null);
});
