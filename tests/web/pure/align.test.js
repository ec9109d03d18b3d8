// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { places } from "../../../crates/web/page/model/align.js";

const words = (/** @type {string} */ text) => text.split(" ").filter(Boolean);

test("moves stand where they were played, with passes between them", () => {
  /** @type {[string, string, number[]][]} */
  const cases = [
    ["", "", []],
    ["", "pass", []],
    ["a1 b2", "a1 b2", [0, 1]],
    ["A1 C3", "a1 pass c3", [0, 2]],
    ["a1 c3 d4", "pass a1 c3 pass d4", [1, 2, 4]],
    ["0000 c4 d5 e6", "pass c4 pass d5 e6", [0, 1, 3, 4]],
    ["a1 -- c4 d5", "a1 pass c4 pass d5 pass", [0, 1, 2, 4]],
    ["13/8 6/5", "13/8+6/5", [0, 1]],
  ];
  for (const [written, played, wanted] of cases) {
    assert.deepEqual(places(words(written), words(played)), wanted, written);
  }
});
