// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { formatTime, left, timeInWords } from "../../../crates/web/page/model/clock.js";

test("only the running clock runs, and never below zero", () => {
  const clock = /** @type {const} */ (
    { base: 300000, increment: 0, first: 5000, second: 7000, running: "first" });
  assert.equal(left(clock, "first", 2000), 3000);
  assert.equal(left(clock, "second", 2000), 7000);
  assert.equal(left(clock, "first", 9000), 0);
  assert.equal(left({ ...clock, running: null }, "first", 2000), 5000);
});

test("times are shown as on clocks", () => {
  const shown = [300000, 299001, 59001, 10000, 9999, 0, 3723000].map(formatTime);
  assert.deepEqual(shown, ["5:00", "5:00", "1:00", "0:10", "9.9", "0.0", "1:02:03"]);
  assert.equal(timeInWords(61000), "1 minute 1 second");
  assert.equal(timeInWords(120000), "2 minutes");
});
