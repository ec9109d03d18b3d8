// @ts-check
// A whole game against the engine by mouse, from one end to the other.

import assert from "node:assert/strict";
import { audit } from "./browser.js";
import { resultIsTold } from "./news.js";
import { limitEngine, playOut } from "./person.js";

/**
 * Plays the first player's moves to the end of the game. The page is looked at before and after,
 * and the result is told.
 * @param {import("playwright-core").Page} page
 * @param {{depth: number, move: () => Promise<void>, ends: RegExp}} game how deep the engine
 *   searches, how a move is made, and how the result may read
 */
export async function playWholeGame(page, { depth, move, ends }) {
  await audit(page);
  await limitEngine(page, "second", "plies deep", depth);
  await page.keyboard.press("h");
  const result = await playOut(page, "First", move);
  assert.match(result, ends);
  await resultIsTold(page, result);
  await audit(page);
}
