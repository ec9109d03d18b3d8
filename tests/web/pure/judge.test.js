// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { forFirst, mistake, odds, scaleOf } from "../../../crates/web/page/model/judge.js";

/** @typedef {import("../../../crates/web/page/model/score.js").Score} Score */
const win = (/** @type {number} */ plies) => /** @type {Score} */ ({ kind: "win", plies });
const loss = (/** @type {number} */ plies) => /** @type {Score} */ ({ kind: "loss", plies });
/** @type {Score} */
const draw = { kind: "draw" };
const points = (/** @type {number} */ value) => /** @type {Score} */ ({ kind: "eval", value });

test("losing a proven result is a blunder", () => {
  assert.equal(mistake(win(9), draw, 50)?.mark, "??");
  assert.equal(mistake(win(9), loss(4), 50)?.text, "a proven win became a loss");
  assert.equal(mistake(draw, loss(4), 50)?.mark, "??");
});

test("a slower win, a faster loss and a better move are no mistakes", () => {
  assert.equal(mistake(win(3), win(21), 50), null);
  assert.equal(mistake(loss(20), loss(2), 50), null);
  assert.equal(mistake(points(3), points(5), 50), null);
  assert.equal(mistake(points(5), points(3), 50), null);
});

test("opinions are judged by the scale of the game", () => {
  assert.equal(mistake(points(100), points(-100), 50)?.mark, "?");
  assert.equal(mistake(points(100), points(-100), 5000), null);
  assert.equal(mistake(points(20), points(0), 50)?.mark, "?!");
  assert.equal(mistake(points(5), loss(6), 50)?.mark, "??");
  assert.equal(mistake(win(7), points(1), 50)?.mark, "?");
});

test("odds stay between the proofs and grow with the score", () => {
  const list = [loss(2), points(-1e9), points(-5), points(0), points(5), points(1e9), win(2)];
  const found = list.map((score) => odds(score, 10));
  assert.deepEqual(found, [...found].sort((a, b) => a - b));
  assert.equal(found[0], 0);
  assert.ok(found[1] > 0 && found[5] < 1);
  assert.equal(odds(draw, 10), 0.5);
});

test("the scale is that of the larger opinions of a game", () => {
  assert.equal(scaleOf([]), 10);
  assert.equal(scaleOf([points(1), points(-400), points(300), win(1)]), 400);
});

test("the curve is the first player's", () => {
  assert.deepEqual(forFirst(win(3), "second"), loss(3));
  assert.deepEqual(forFirst(win(3), "first"), win(3));
});
