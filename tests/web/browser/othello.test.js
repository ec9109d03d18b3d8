// @ts-check
// Othello: a whole game by mouse, passes, proofs and discs at the end, and records with a pass.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { newsOf, resultIsTold } from "../support/news.js";
import {
  atPly, choosePlayer, limitEngine, OVER, place, placesInWords, playOut, says, sees, statusOf,
} from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** Moves after which the first player can only pass. */
const TO_PASS = "e6.f6.d3.e7.e8.d8.g7.f8";

/** What the page tells whoever can only pass. */
const ONLY_PASS = "The only move is \u201cpass\u201d: press its button.";

/** The buttons of the moves that are no place. @param {Page} page */
function buttons(page) {
  return page.getByRole("group", { name: "Moves" }).getByRole("button");
}

/** The button that names the squares where one can move. @param {Page} page */
function openSquares(page) {
  return page.getByRole("button", { name: /^open: show / });
}

/**
 * Waits until something was said aloud.
 * @param {Page} page
 * @param {string} words
 */
function hears(page, words) {
  return until(() => newsOf(page), (news) => news.includes(words), `the news ${words}`);
}

/**
 * How a game with these discs has ended. Empty squares count for the winner.
 * @param {string[]} places
 */
function endOf(places) {
  const count = (/** @type {string} */ mark) =>
    places.filter((words) => words.includes(`disc of ${mark}`)).length;
  const [black, white] = [count("X"), count("O")];
  if (black === white) return "A draw.";
  const lead = Math.abs(black - white) + places.length - black - white;
  return `${black > white ? "First (X)" : "Second (O)"} wins by ${lead} discs.`;
}

test("a game by mouse to the end, and by how many discs it was won", async () => {
  const open = await world.visit("#game=othello&setup=6x6");
  const { page } = open;
  await limitEngine(page, "second", "plies deep", 1);
  await page.keyboard.press("h");
  const result = await playOut(page, "First", async () => {
    if (await buttons(page).count() > 0) return buttons(page).click();
    const label = (await openSquares(page).getAttribute("aria-label")) ?? "";
    await place(page, /show (\w+)/.exec(label)?.[1] ?? label).click();
  });
  const places = await placesInWords(page);
  assert.equal(places.length, 36);
  assert.equal(result, endOf(places));
  await resultIsTold(page, result);
  await audit(page);
  await closePage(open);
});

test("whoever can only pass is told so, and passes by keyboard", async () => {
  const open = await world.visit(`#game=othello&moves=${TO_PASS}`);
  const { page } = open;
  const hint = page.locator("#hint");
  await choosePlayer(page, "second", "Person");
  await hint.getByText(ONLY_PASS).waitFor();
  await hears(page, `First (X) to move. ${ONLY_PASS}`);
  await audit(page);
  await place(page, "a1").click();
  await until(() => newsOf(page), (news) => news.split(ONLY_PASS).length > 2, "the hint again");
  await atPly(page, 8);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.keyboard.press("Tab");
  assert.match(await focused(), /^pass/);
  await page.keyboard.press("Enter");
  await atPly(page, 9);
  await hears(page, "First (X) pass.");
  await says(page, /^Second \(O\) to move/);
  assert.equal(await buttons(page).count(), 0);
  await until(() => hint.textContent(), (text) => text === "", "no hint");
  // The focus is on the board again, and the game goes on from there.
  await until(() => page.evaluate(() => document.activeElement?.getAttribute("role")),
    (role) => role === "gridcell", "the focus on the board");
  await sees(page, /^f8, disc of O(?!, last move)/);
  await closePage(open);
});

test("the engine passes by itself, and that is told", async () => {
  const open = await world.visit("#game=othello&setup=6x6&moves=e4.e5.d5.c5.f6.f4.f5.d2");
  const { page } = open;
  await limitEngine(page, "second", "plies deep", 1);
  await place(page, "f3").click();
  await atPly(page, 10);
  await hears(page, "Second (O) pass.");
  await says(page, /^First \(X\) to move/);
  await closePage(open);
});

test("a position set up by text may ask for a pass, which can be typed", async () => {
  const open = await world.visit("#game=othello&setup=6x6");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await page.getByRole("button", { name: "Position" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up a position" });
  const field = dialog.getByRole("textbox", { name: "The text of the position" });
  await field.fill("---------O----OO-X--OOXX--OOXX-----X W");
  await dialog.getByRole("button", { name: "Set up" }).click();
  await dialog.getByRole("alert").filter({ hasText: "'W' is no side to move" }).waitFor();
  await field.fill("---------O----OO-X--OOXX--OOXX-----X X");
  await dialog.getByRole("button", { name: "Set up" }).click();
  await dialog.waitFor({ state: "hidden" });
  await sees(page, /^d2, disc of O/);
  await page.goto(`${world.server.address}#game=othello&setup=6x6&moves=d5.e5.f5.d2.c2.f6.d1.f4`);
  await page.locator("#hint").getByText(ONLY_PASS).waitFor();
  await page.keyboard.press("m");
  await page.keyboard.type("pass");
  await page.keyboard.press("Enter");
  await atPly(page, 9);
  await closePage(open);
});

test("an opinion is told on the squares where one can move, and nowhere else", async () => {
  const open = await world.visit("#game=othello");
  const { page } = open;
  for (const name of ["d3", "c4", "f5", "e6"]) {
    await sees(page, new RegExp(`^${name}, empty, opinion \u2212?\\d+$`));
  }
  const scored = (await placesInWords(page)).filter((words) => words.includes("opinion"));
  assert.equal(scored.length, 4);
  await openSquares(page).focus();
  await until(() => page.locator(".mark.lit").count(), (count) => count === 4, "four marks");
  await closePage(open);
});

test("near the end each move is proven, and the expected line ends with the discs", async () => {
  // Found by plain minimax: e1 wins by 4 discs, h5 draws, a6 loses by 16, h7 by 12.
  const text = "OOOO-XOOOOOOXOOOOOOXOOOOOOXXXXOXOOOXXOO--OOOOOOOOOOXXXX-XXXXXX-- X";
  const open = await world.visit(`#game=othello&position=${encodeURIComponent(text)}`);
  const { page } = open;
  for (const words of [/^e1, empty, win/, /^h5, empty, draw$/, /^a6, empty, loss/,
    /^h7, empty, loss/]) await sees(page, words);
  const analysis = page.getByRole("region", { name: "Analysis" });
  await analysis.getByText("Every move is proven.").waitFor();
  await audit(page);
  // The line fills six squares. It is clicked where it ends.
  const line = analysis.getByRole("listitem").first().getByRole("button");
  await until(() => line.count(), (count) => count >= 6, "the line to the end");
  await line.last().click();
  await says(page, OVER);
  assert.equal(await statusOf(page), "First (X) wins by 4 discs.");
  await analysis.getByRole("button", { name: "Leave" }).click();
  await says(page, /^First \(X\) to move/);
  await closePage(open);
});

test("where no move goes, the page says so and stays as it is", async () => {
  const open = await world.visit("#game=othello");
  const { page } = open;
  for (const name of ["a1", "d4"]) {
    await place(page, name).click();
    await page.locator("#hint").getByText(`${name}: no move goes there.`).waitFor();
    await hears(page, `${name}: no move goes there.`);
  }
  await page.getByRole("textbox", { name: "Type a move" }).fill("a1");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("alert").getByText("it turns nothing over; legal: d3 c4 f5 e6").waitFor();
  await atPly(page, 0, 0);
  await closePage(open);
});

test("a record with a pass is read and written without a loss", async () => {
  const open = await world.visit("#game=connect4");
  const { page } = open;
  const moves = "1. d5 e5 2. f5 d2 {to the edge} 3. c2 f6 4. d1 f4 5. pass";
  const dialog = page.getByRole("dialog", { name: "Game record" });
  const record = dialog.getByRole("textbox", { name: "The record" });
  await page.getByRole("button", { name: "Record" }).click();
  await record.fill(`[Game "othello 6x6"]\n[Result "*"]\n\n${moves} *\n`);
  await dialog.getByRole("button", { name: "Read this record" }).click();
  await dialog.waitFor({ state: "hidden" });
  await atPly(page, 9, 9);
  await page.keyboard.press("h");
  await page.getByRole("button", { name: "Record" }).click();
  await dialog.getByRole("checkbox", { name: "With the scores that are known" }).uncheck();
  const again = await record.inputValue();
  assert.ok(again.includes('[Game "othello 6x6"]') && again.includes(`\n${moves} *`), again);
  await record.fill(`[Game "othello 6x6"]\n\n${moves.replace("d2", "pass")} *`);
  await dialog.getByRole("button", { name: "Read this record" }).click();
  await dialog.getByRole("alert").filter({ hasText: "may pass only without a move" }).waitFor();
  await closePage(open);
});
