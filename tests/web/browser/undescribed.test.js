// @ts-check
// A game that describes no board: a picture of text, and a button for each move.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { limitEngine, playOut } from "../support/person.js";
import { EXAMPLES } from "../support/server.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

const world = share({ program: join(EXAMPLES, "undescribed") });

test("a whole game by the buttons of the moves", async () => {
  const open = await world.visit();
  const { page } = open;
  const moves = page.getByRole("group", { name: "Moves" }).getByRole("button");
  assert.equal(await page.getByRole("grid").count(), 0);
  await page.getByRole("img", { name: /^Board: / }).waitFor();
  await until(() => moves.count(), (count) => count === 9, "nine moves");
  await limitEngine(page, "second", "plies deep", 2);
  await audit(page);
  await playOut(page, "First", () => moves.last().click());
  await until(() => moves.count(), (count) => count === 0, "no moves");
  const stones = await page.getByRole("img", { name: /^Board: / }).textContent();
  assert.match(stones ?? "", /x[^]*x[^]*x/);
  await audit(page);
  await closePage(open);
});

test("each button tells its score, and a hidden score is told nowhere", async () => {
  const open = await world.visit();
  const { page } = open;
  const moves = page.getByRole("group", { name: "Moves" });
  const named = (/** @type {RegExp} */ name) => moves.getByRole("button", { name }).count();
  await until(() => named(/^[abc][123] draw$/), (count) => count === 9, "nine proven draws");
  await page.keyboard.press("h");
  await until(() => named(/^[abc][123]$/), (count) => count === 9, "moves alone");
  await closePage(open);
});

test("without rules there is no button for them", async () => {
  const open = await world.visit();
  assert.equal(await open.page.getByRole("button", { name: "Rules" }).count(), 0);
  await closePage(open);
});
