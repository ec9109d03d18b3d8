// @ts-check
// The first minute: the games as pictures, a game in words, and what comes after it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage, openPage } from "../support/browser.js";
import { atPly, place, says, statusOf } from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

const world = share();

test("the games are shown as pictures, and one begins in words", async () => {
  const open = await openPage(world.browser, world.server.address);
  const { page } = open;
  await page.goto(world.server.address);
  const cards = page.getByRole("region", { name: "Choose a game" }).getByRole("listitem");
  await cards.filter({ hasText: "Backgammon" }).locator("svg").waitFor();
  assert.equal(await cards.count(), await cards.locator("svg.sarsen-board").count());
  assert.ok(await cards.filter({ hasText: "Connect Four" }).getByText("four in a row").isVisible());
  await audit(page);
  await cards.filter({ hasText: "Othello" }).getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: "Othello" });
  await dialog.getByLabel("Board or start").selectOption("6x6");
  await dialog.getByLabel("You play").selectOption({ label: "second" });
  await dialog.getByLabel("The engine is").selectOption({ label: "beginner" });
  await dialog.getByLabel("It takes for a move").selectOption({ label: "a moment" });
  await audit(page);
  await dialog.getByRole("button", { name: "Begin" }).click();
  // The engine has moved first.
  await atPly(page, 1);
  assert.ok(!(await cards.first().isVisible()));
  const first = page.getByRole("group", { name: "First player" });
  await first.getByText("beginner, 0.2 s").waitFor();
  await page.getByRole("group", { name: "Second player" }).getByText(", you").waitFor();
  // Whoever plays does not see the best move, unless it is wished.
  await page.getByText("Scores are hidden.").waitFor();
  assert.ok(!(await page.getByText("How to read the scores").isVisible()));
  // The way back leads to the start, where the wishes are still known.
  await page.goBack();
  await cards.filter({ hasText: "Othello" }).getByRole("button").click();
  await page.reload();
  await cards.filter({ hasText: "Stonehenge" }).getByRole("button").click();
  const again = page.getByRole("dialog", { name: "Stonehenge" });
  assert.equal(await again.getByLabel("The engine is").inputValue(), "10");
  await again.getByLabel("You play").selectOption({ label: "first" });
  await again.getByLabel("Show what each move is worth").check();
  await again.getByRole("button", { name: "Begin" }).click();
  await page.getByText("Point at a piece, then where it goes.").waitFor();
  await page.getByText("How to read the scores").waitFor();
  await closePage(open);
});

test("the way from a game to the others, and back", async () => {
  const open = await world.visit("#game=connect4&moves=4");
  const { page } = open;
  await page.getByRole("button", { name: "Games" }).click();
  await page.getByRole("button", { name: "Back to the game" }).click();
  await place(page, "d1").waitFor();
  await atPly(page, 1);
  await closePage(open);
});

test("after a game one plays again with sides changed, or looks for the mistakes", async () => {
  const open = await world.visit("#game=connect4&setup=4x4&moves=1.2.1.2.1.2");
  const { page } = open;
  const after = page.getByRole("group", { name: "After the game" });
  assert.ok(!(await after.isVisible()));
  await place(page, "a4").click();
  await says(page, /First \(x\) wins\./);
  await after.getByRole("button", { name: "Where were the mistakes?" }).click();
  await page.getByRole("heading", { name: "Mistakes" }).waitFor();
  await audit(page);
  await after.getByRole("button", { name: "Play again, sides changed" }).click();
  // The engine plays first now.
  await until(() => statusOf(page), (text) => text.startsWith("Second (o) to move"), "a new game");
  await closePage(open);
});
