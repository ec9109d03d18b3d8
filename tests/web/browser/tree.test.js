// @ts-check
// Take-back, forward, jump, and variations: nothing that was played is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import {
  atPly, choosePlayer, limitEngine, place, placesInWords, says, sees,
} from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** @param {Page} page */
function tree(page) {
  return page.getByRole("group", { name: "Tree of variations" });
}

/**
 * The tree as text, without the judgements of the analysis.
 * @param {Page} page
 */
async function written(page) {
  const text = (await tree(page).textContent()) ?? "";
  return text.replace(/\?[?!]? (blunder|mistake|doubtful)/g, "").replace(/\s+/g, " ").trim();
}

/**
 * Waits until the tree reads like this.
 * @param {Page} page
 * @param {string} wanted
 */
function reads(page, wanted) {
  return until(() => written(page), (text) => text === wanted, `the tree '${wanted}'`);
}

/** Two persons at a small board, with a line in the address. @param {string} moves */
async function twoPersons(moves) {
  const open = await world.visit(`#game=connect4&setup=5x4&moves=${moves}`);
  await choosePlayer(open.page, "second", "Person");
  return open;
}

test("back, forward, to the start, to the end, and a jump to any move", async () => {
  const open = await twoPersons("3.3.2.4");
  const { page } = open;
  const press = (/** @type {string} */ name) =>
    page.getByRole("button", { name, exact: true }).click();
  await atPly(page, 4, 4);
  await press("One ply back");
  await atPly(page, 3, 4);
  await press("To the start");
  await atPly(page, 0, 4);
  assert.ok((await placesInWords(page)).every((words) => words.includes("empty")));
  await press("One ply forward");
  await atPly(page, 1, 4);
  await press("To the end");
  await atPly(page, 4, 4);
  await tree(page).getByRole("button", { name: "2", exact: true }).click();
  await atPly(page, 3, 4);
  for (const [key, ply] of /** @type {const} */ ([["<", 0], [".", 1], [">", 4], [",", 3]])) {
    await page.keyboard.press(key);
    await atPly(page, ply, 4);
  }
  await reads(page, "1. 3 3 2. 2 4");
  await closePage(open);
});

test("steps by keys add up, however fast they are pressed", async () => {
  const open = await twoPersons("3.3.2.4.1.5");
  const { page } = open;
  await atPly(page, 6, 6);
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowLeft");
  await atPly(page, 2, 6);
  await closePage(open);
});

test("another move makes a variation, and the old line stays", async () => {
  const open = await twoPersons("3.3.2.4");
  const { page } = open;
  await page.keyboard.press(",");
  await atPly(page, 3, 4);
  await place(page, "a4").click();
  await atPly(page, 4, 4);
  await reads(page, "1. 3 3 2. 2 4 2... 1");
  await place(page, "e4").click();
  await reads(page, "1. 3 3 2. 2 4 2... 1 3. 5");
  await audit(page);
  // On the board, arrows go from place to place; elsewhere, from variation to variation.
  await tree(page).focus();
  await page.keyboard.press(",");
  await atPly(page, 4, 5);
  await page.keyboard.press("ArrowUp");
  await sees(page, /^d1, stone of o, last move/);
  await page.keyboard.press("ArrowDown");
  await sees(page, /^a1, stone of o, last move/);
  await page.keyboard.press(">");
  await atPly(page, 5, 5);
  await page.getByRole("button", { name: "Make main line" }).click();
  await reads(page, "1. 3 3 2. 2 1 2... 4 3. 5");
  await closePage(open);
});

test("a variation survives going to another game and back, and a reload", async () => {
  const open = await twoPersons("3.3.2.4");
  const { page } = open;
  await page.keyboard.press("<");
  await atPly(page, 0, 4);
  await place(page, "e4").click();
  await reads(page, "1. 3 1. 5 1... 3 2. 2 4");
  await page.getByRole("textbox", { name: "Comment on the current move" }).fill("at the edge");
  await page.keyboard.press("Enter");
  await reads(page, "1. 3 1. 5 at the edge 1... 3 2. 2 4");
  await page.getByRole("combobox", { name: "Game" }).selectOption("stonehenge");
  await sees(page, /^6 in the hand of x/);
  await page.goto(`${world.server.address}#game=connect4&setup=5x4&moves=3.3.2.4`);
  await reads(page, "1. 3 1. 5 at the edge 1... 3 2. 2 4");
  await page.reload();
  await reads(page, "1. 3 1. 5 at the edge 1... 3 2. 2 4");
  await closePage(open);
});

test("a take-back against the engine goes to the person's turn, and deletes nothing", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await limitEngine(page, "second", "plies deep", 1);
  await place(page, "c4").click();
  await atPly(page, 2);
  await place(page, "a4").click();
  await atPly(page, 4);
  const line = await written(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await atPly(page, 2, 4);
  await page.keyboard.press("u");
  await atPly(page, 0, 4);
  assert.equal(await written(page), line);
  await says(page, /^First \(x\) to move/);
  await page.keyboard.press(">");
  await atPly(page, 4, 4);
  await closePage(open);
});
