// @ts-check
// Whole games against the engine by mouse.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { newsOf } from "../support/news.js";
import { choosePlayer, limitEngine, place, placesInWords, playOut } from "../support/person.js";
import { until } from "../support/until.js";
import { share } from "../support/world.js";

const world = share();

/**
 * The first of these columns of Connect Four that has room.
 * @param {string[]} places
 * @param {string} columns
 * @param {number} top the number of the highest row
 */
function roomIn(places, columns, top) {
  const column = [...columns].find((name) =>
    places.some((words) => words.startsWith(`${name}${top}, empty`)));
  return `${column}${top}`;
}

/**
 * The beginning of the first place that says this.
 * @param {string[]} places
 * @param {RegExp} what
 */
function firstOf(places, what) {
  return places.flatMap((words) => what.exec(words)?.[0] ?? [])[0];
}

/**
 * The result is announced, and the pieces that won are named.
 * @param {import("playwright-core").Page} page
 * @param {string} result
 * @param {number} row how many pieces win
 */
async function isTold(page, result, row) {
  await until(() => newsOf(page), (news) => news.trimEnd().endsWith(result), `news: ${result}`);
  const won = (await placesInWords(page)).filter((words) => words.includes("part of what won"));
  if (!result.includes("draw")) assert.ok(won.length >= row, `${result} ${won}`);
}

test("Connect Four of the usual size, to the end", async () => {
  const open = await world.visit("#game=connect4&setup=7x6");
  const { page } = open;
  await audit(page);
  await limitEngine(page, "second", "seconds a move", 0.05);
  const result = await playOut(page, "First", (places) =>
    place(page, roomIn(places, "dcebfag", 6)).click());
  await isTold(page, result, 4);
  await audit(page);
  await closePage(open);
});

test("Connect Four of a small size, chosen by hand, where the engine begins", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await choosePlayer(page, "first", "Engine");
  await limitEngine(page, "first", "seconds a move", 0.05);
  await choosePlayer(page, "second", "Person");
  await page.getByRole("combobox", { name: "Game" }).selectOption("connect4");
  await page.getByRole("combobox", { name: "Setup" }).fill("5x4");
  await page.getByRole("button", { name: "New game" }).click();
  await place(page, "e4").waitFor();
  assert.equal((await placesInWords(page)).length, 20);
  const result = await playOut(page, "Second", (places) =>
    place(page, roomIn(places, "abcde", 4)).click());
  await isTold(page, result, 4);
  await closePage(open);
});

test("Stonehenge, with a tile and then a cell", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await limitEngine(page, "second", "plies deep", 1);
  await audit(page);
  const result = await playOut(page, "First", async (places) => {
    await place(page, firstOf(places, /^\w+ in the hand of x(?=, \d of x)/)).click();
    await place(page, firstOf(places, /^\d+(?=, empty)/)).click();
  });
  assert.match(result, /^(First|Second) \([xo]\) wins/);
  await isTold(page, result, 0);
  await audit(page);
  await closePage(open);
});
