// @ts-check
// Dice: the page throws, shows what was thrown, and a throw stays thrown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { atPly, choosePlayer, makeSteps, piecesInWords } from "../support/person.js";
import { share } from "../support/world.js";

const world = share();

/**
 * What the dice show.
 * @param {import("playwright-core").Page} page
 */
async function dice(page) {
  return (await piecesInWords(page)).filter((words) => words.startsWith("die-"));
}

test("what was thrown in a position stays thrown there", async () => {
  const open = await world.visit("#game=backgammon&moves=31");
  const { page } = open;
  await choosePlayer(page, "first", "Person");
  await choosePlayer(page, "second", "Person");
  await atPly(page, 1);
  await makeSteps(page, "8", "5", "6", "5");
  await atPly(page, 3);
  const thrown = await dice(page);
  assert.match(thrown.join("; "), /^die-1, [1-6] of o.*; die-2, [1-6] of o/);
  await audit(page);
  for (let again = 0; again < 3; again += 1) {
    await page.keyboard.press("u");
    await atPly(page, 1);
    await makeSteps(page, "8", "5", "6", "5");
    await atPly(page, 3);
    assert.deepEqual(await dice(page), thrown);
  }
  await closePage(open);
});
