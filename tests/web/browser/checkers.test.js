// @ts-check
// Checkers: whole games by mouse, captures of many steps, moves typed in a short form.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { isFocused, walkTo } from "../support/keyboard.js";
import { newsOf } from "../support/news.js";
import {
  atPly, choosePlayer, makeAnyMove, makeSteps, OVER, place, says, sees,
} from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";
import { playWholeGame } from "../support/whole-game.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** The squares of a row. @param {number} row from the top, the first is 0 */
function squares(row) {
  return [1, 2, 3, 4].map((at) => String(4 * row + at));
}

/**
 * Opens a position for two people.
 * @param {string} text
 * @param {string} [moves] those that follow, as an address has them
 */
async function openPosition(text, moves = "") {
  const open = await world.visit("#game=checkers");
  await choosePlayer(open.page, "second", "Person");
  const hash = `#game=checkers&position=${encodeURIComponent(text)}&moves=${moves}`;
  await open.page.goto(world.server.address + hash);
  await until(() => open.page.getByRole("gridcell", { name: /man/ }).count(),
    (men) => men < 24, "the position");
  return open;
}

/**
 * Types a move, and presses Enter.
 * @param {Page} page
 * @param {string} text
 */
async function type(page, text) {
  await page.getByRole("textbox", { name: "Type a move" }).fill(text);
  await page.keyboard.press("Enter");
}

test("a game by mouse to the end", async () => {
  const open = await world.visit("#game=checkers");
  const { page } = open;
  const ends = /^(A draw\.|(First \(b\)|Second \(w\)) wins\.)$/;
  await playWholeGame(page, { depth: 4, move: () => makeAnyMove(page, "b"), ends });
  await closePage(open);
});

test("a few moves by keyboard alone, and no row is skipped", async () => {
  const open = await world.visit("#game=checkers");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await page.keyboard.press("b");
  await walkTo(page, squares(2), "11");
  await page.keyboard.press("Enter");
  await isFocused(page, /^11, man of b, chosen/);
  await page.keyboard.press("ArrowDown");
  await isFocused(page, /^1[56], empty/);
  await walkTo(page, squares(3), "15");
  await page.keyboard.press("Enter");
  await atPly(page, 1);
  await walkTo(page, squares(5), "22");
  await page.keyboard.press("Enter");
  await walkTo(page, squares(4), "18");
  await page.keyboard.press("Enter");
  await atPly(page, 2);
  // The capture is due. A place that is chosen by mistake is given back by the same key again.
  await walkTo(page, squares(3), "15");
  await page.keyboard.press("Enter");
  await isFocused(page, /^15, man of b, chosen/);
  await page.keyboard.press("Enter");
  await isFocused(page, /^15, man of b(?!.*chosen)/);
  await page.keyboard.press("Enter");
  await walkTo(page, squares(5), "22");
  await page.keyboard.press("Enter");
  await atPly(page, 3);
  await sees(page, /^22, man of b, last move/);
  await until(() => newsOf(page), (news) => news.includes("First (b) 15x22."), "the capture");
  await closePage(open);
});

test("a way round is pointed out in full, and its first square twice takes it back", async () => {
  const open = await openPosition("W:WK15:B10,9,18,17,1");
  const { page } = open;
  await sees(page, /^15, king of w/);
  const hint = page.locator("#hint");
  await place(page, "15").click();
  await hint.getByText("15 chosen: now 22, or the same again to undo.").waitFor();
  await place(page, "15").click();
  await hint.getByText("Choice taken back.").waitFor();
  await makeSteps(page, "15", "22", "13", "6");
  await place(page, "15").click();
  await atPly(page, 1);
  await sees(page, /^15, king of w, last move/);
  await audit(page);
  await closePage(open);
});

test("a short form is played, written and judged as the game writes it", async () => {
  const open = await openPosition("W:W22,32:B18,10,1", "22x6");
  const { page } = open;
  await atPly(page, 1);
  await page.waitForURL(/moves=22x15x6$/);
  const tree = page.getByRole("group", { name: "Tree of variations" });
  await tree.getByRole("button", { name: "22x15x6" }).waitFor();
  await page.keyboard.press(",");
  await atPly(page, 0, 1);
  await type(page, "22X6");
  await atPly(page, 1, 1);
  assert.equal(await tree.getByRole("button").count(), 1);
  await type(page, "1X10");
  await says(page, /^Second \(w\) to move/);
  await type(page, "32x23");
  await page.getByRole("alert").getByText("'32x23' is not a legal move here: ").waitFor();
  await type(page, "32-27");
  await atPly(page, 3, 3);
  await tree.getByRole("button", { name: "1x10" }).waitFor();
  await closePage(open);
});

test("a record with short forms is read as the game writes them", async () => {
  const open = await world.visit("#game=checkers");
  const { page } = open;
  const dialog = page.getByRole("dialog", { name: "Game record" });
  const record = dialog.getByRole("textbox", { name: "The record" });
  await page.getByRole("button", { name: "Record" }).click();
  const tags = '[Game "checkers"]\n[Position "W:W22,32:B18,10,1"]\n\n';
  await record.fill(`${tags}1. 22x6 {first (1. 22X15X6 1x10) (1. 22x6 1X10 2. 32-28)} 1x10 *`);
  await dialog.getByRole("button", { name: "Read this record" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Record" }).click();
  await dialog.getByRole("checkbox", { name: "With the scores that are known" }).uncheck();
  const again = await record.inputValue();
  assert.ok(again.endsWith("\n1. 22x15x6 {first} 1x10 2. 32-28 *\n"), again);
  await closePage(open);
});

test("a number among the facts is no square", async () => {
  const open = await world.visit("#game=checkers");
  const { page } = open;
  const facts = page.getByRole("region", { name: "Facts" });
  await facts.getByText("men-b").waitFor();
  assert.equal(await facts.getByRole("button").count(), 0);
  await page.keyboard.press("t");
  await page.getByRole("button", { name: "Settings" }).click();
  assert.ok(await page.getByRole("checkbox", { name: /^Mark the places/ }).isChecked());
  await page.getByRole("button", { name: "Close", exact: true }).click();
  assert.equal(await page.locator(".mark.lit").count(), 0);
  await closePage(open);
});

test("whoever has no piece left has lost", async () => {
  const open = await openPosition("W:W22:B18");
  const { page } = open;
  await makeSteps(page, "22", "15");
  assert.equal(await says(page, OVER), "Second (w) wins.");
  await audit(page);
  await closePage(open);
});
