// @ts-check
// The page by keyboard alone, and what a screen reader hears.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { focused, isFocused, tabTo, walk } from "../support/keyboard.js";
import { newsOf, resultIsTold } from "../support/news.js";
import { atPly, choosePlayer, playOut, says } from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** The cells of Stonehenge in their rows. */
const ROWS = ["1 2", "3 4 5", "6 7 8 9", "10 11 12 13 14", "15 16 17 18"]
  .map((row) => row.split(" "));

/**
 * Sets the engine of the second side by keyboard to play at depth one.
 * @param {Page} page
 */
async function weaken(page) {
  await tabTo(page, /^strongest/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^How much/);
  await page.keyboard.press("Tab");
  await page.keyboard.type("plies");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await page.keyboard.press("Escape");
  await isFocused(page, /^strongest, depth 1/);
}

test("Connect Four by keyboard alone, and every move is told", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await weaken(page);
  await page.keyboard.press("b");
  await isFocused(page, /^[a-e][1-4], empty/);
  await audit(page);
  const played = /** @type {string[]} */ ([]);
  const result = await playOut(page, "First", async (places) => {
    const free = places.find((words) => /^[a-e]4, empty/.test(words)) ?? "";
    await page.keyboard.press("Home");
    await walk(page, "ArrowRight", new RegExp(`^${free[0]}`));
    const column = "abcde".indexOf(free[0]) + 1;
    played.push(`First (x) ${column}.`);
    await page.keyboard.press("Enter");
  });
  const news = await resultIsTold(page, result);
  for (const move of played) assert.ok(news.includes(move), `${move} is not in: ${news}`);
  const answers = news.match(/Second \(o\) \d\./g) ?? [];
  assert.ok(answers.length >= played.length - 1, news);
  await closePage(open);
});

test("Stonehenge by keyboard alone: tile and cell, and Escape takes a step back", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await weaken(page);
  await tabTo(page, /^1, empty/);
  await playOut(page, "First", async (places) => {
    await page.keyboard.press("Control+Home");
    await walk(page, "ArrowDown", /in the hand of x/);
    await page.keyboard.press("Home");
    await walk(page, "ArrowRight", /in the hand of x, \d of x/);
    await page.keyboard.press("Enter");
    await isFocused(page, /chosen/);
    await page.keyboard.press("Escape");
    await isFocused(page, /^(?!.*chosen)/);
    await page.keyboard.press("Space");
    await isFocused(page, /chosen/);
    const free = places.flatMap((words) => /^(\d+), empty/.exec(words)?.[1] ?? [])[0];
    const row = ROWS.find((names) => names.includes(free)) ?? [];
    await page.keyboard.press("Control+Home");
    await walk(page, "ArrowDown", new RegExp(`^(${row.join("|")}), `));
    await page.keyboard.press("Home");
    await walk(page, "ArrowRight", new RegExp(`^${free}, `));
    await page.keyboard.press("Enter");
  });
  for (const words of ["6 chosen: now a place on the board, or the same again to undo.",
    "Choice taken back.", "First (x) 6@1.", "First (x): 1 of 15 lines, 8 win."]) {
    await until(() => newsOf(page), (news) => news.includes(words), `the news ${words}`);
  }
  await closePage(open);
});

test("Escape leads from the text of a move back to the board", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await page.keyboard.press("m");
  await page.keyboard.type("3");
  await page.keyboard.press("Escape");
  assert.match(await focused(page), /^a1, empty/);
  await closePage(open);
});

test("the focus is seen, and stays on its place when the board changes", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await page.reload();
  await says(page, /^First \(x\) to move/);
  await page.keyboard.press("Tab");
  await isFocused(page, /^To the board$/);
  assert.ok(await page.getByRole("link", { name: "To the board" }).isVisible());
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+End");
  await isFocused(page, /^e1, empty/);
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(/** @type {Element} */ (
      document.activeElement));
    return { outlineStyle, width: parseFloat(outlineWidth) };
  });
  assert.ok(outline.outlineStyle !== "none" && outline.width >= 2, JSON.stringify(outline));
  await page.keyboard.press("Enter");
  await atPly(page, 1);
  await isFocused(page, /^e1, stone of x, last move/);
  await closePage(open);
});
