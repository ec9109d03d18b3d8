// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import * as score from "../../../crates/web/page/model/score.js";

const read = (/** @type {string} */ text) => {
  const found = score.parseScore(text.split(" "));
  if (!found) throw new Error(`no score: ${text}`);
  return found;
};

test("every score of the protocol is read", () => {
  assert.deepEqual(read("eval -31"), { kind: "eval", value: -31 });
  assert.deepEqual(read("win 9"), { kind: "win", plies: 9 });
  assert.deepEqual(read("win nodes"), { kind: "win" });
  assert.deepEqual(read("draw nodes"), { kind: "draw" });
  assert.deepEqual(read("draw lowerbound"), { kind: "atleast" });
  assert.deepEqual(read("draw upperbound"), { kind: "atmost" });
  assert.equal(score.parseScore(["eval", "much"]), null);
  assert.equal(score.parseScore(["mate", "3"]), null);
});

test("scores are ordered from the fastest win to the fastest loss", () => {
  const order = ["win 1", "win 9", "win", "eval 300", "eval 1", "draw", "eval -1", "loss", "loss 8",
    "loss 2"];
  const sorted = [...order].reverse().sort((a, b) => score.worth(read(b)) - score.worth(read(a)));
  assert.deepEqual(sorted, order);
});

test("a score turned twice is the same, and a parent's is further from the end", () => {
  for (const text of ["win 9", "loss 2", "win", "draw", "eval 5", "draw lowerbound"]) {
    assert.deepEqual(score.turned(score.turned(read(text))), read(text));
  }
  assert.deepEqual(score.turned(read("loss 8"), 1), read("win 9"));
  assert.deepEqual(score.turned(read("eval 0")), read("eval 0"));
});

test("a proof is never lost to an opinion, nor a length to none", () => {
  assert.deepEqual(score.keep(read("win"), read("eval 3")), read("win"));
  assert.deepEqual(score.keep(read("win"), read("win 9")), read("win 9"));
  assert.deepEqual(score.keep(read("win 9"), read("win")), read("win 9"));
  assert.deepEqual(score.keep(read("eval 3"), read("eval 4")), read("eval 4"));
});

test("where margins count, a larger win is better, and its margin is told", () => {
  const by = (/** @type {"win"|"loss"} */ kind, /** @type {number} */ margin) => ({ kind, margin });
  const order = [by("win", 12), by("win", 2), read("win"), read("draw"), by("loss", 2)];
  const sorted = [...order].reverse().sort((a, b) => score.worth(b) - score.worth(a));
  assert.deepEqual(sorted, order);
  assert.deepEqual(score.turned(by("win", 12), 1), by("loss", 12));
  assert.ok(score.isFinal(by("win", 2)) && !score.isFinal(read("win")));
  assert.equal(score.figure(by("loss", 12)), "\u221212");
  assert.equal(score.inWords(by("win", 12)), "win by 12");
});

test("figures tell proof from opinion by their text alone", () => {
  const figures = ["win 9", "loss 8", "win", "draw", "eval 9", "eval -8", "eval 0"].map((text) =>
    score.figure(read(text)));
  assert.deepEqual(figures, ["+9", "\u22128", "win", "=", "9", "\u22128", "0"]);
  assert.equal(score.look(read("loss 8")), "loss");
  assert.equal(score.look(read("eval -8")), "opinion");
  assert.equal(score.inWords(read("win 9")), "win in 9");
  assert.equal(score.inWords(read("loss")), "loss");
});
