// @ts-check
// The scores of the moves on the board, and the expected line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { atPly, choosePlayer, OVER, place, placesInWords, statusOf } from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** A score in words, at the end of what a place says. */
const SCORE = /, (win( in \d+)?|loss( in \d+)?|draw|at (least|most) a draw|opinion \u2212?\d+)$/;

/** @param {Page} page */
function analysis(page) {
  return page.getByRole("region", { name: "Analysis" });
}

/**
 * Waits until so many places have a score, and gives what all places say then.
 * @param {Page} page
 * @param {(places: string[]) => string[]} due the places that must have one
 */
function scored(page, due) {
  return until(() => placesInWords(page), (places) => {
    const wanted = due(places);
    return wanted.length > 0 && wanted.every((words) => SCORE.test(words));
  }, "the score of every move");
}

test("every position of a game of Connect Four shows the score of every move", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  for (let ply = 0; ; ply += 1) {
    await atPly(page, ply);
    if (OVER.test(await statusOf(page))) break;
    const places = await scored(page, (all) =>
      all.filter((words) => words.includes("empty") && !words.includes("leads to")));
    const columns = places.filter((words) => /^[a-e]4, empty/.test(words));
    assert.equal(places.filter((words) => SCORE.test(words) && !words.includes("leads to")).length,
      columns.length);
    await place(page, columns[(ply * 2) % columns.length].slice(0, 2)).click();
  }
  assert.ok(!(await placesInWords(page)).some((words) => SCORE.test(words)));
  await closePage(open);
});

test("every position of a game of Stonehenge shows the score of every tile and cell", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  for (let ply = 0; ; ply += 1) {
    await atPly(page, ply);
    if (OVER.test(await statusOf(page))) break;
    const mark = ply % 2 === 0 ? "x" : "o";
    const mine = new RegExp(`^\\w+ in the hand of ${mark}, \\d of ${mark}`);
    const places = await scored(page, (all) => all.filter((words) =>
      (/^\d+, empty/.test(words) || mine.test(words)) && !words.includes("leads to")));
    const tile = places.find((words) => mine.test(words)) ?? "";
    const cell = places.find((words) => /^\d+, empty/.test(words)) ?? "";
    await place(page, tile.split(",")[0]).click();
    await place(page, cell.split(",")[0]).click();
  }
  await closePage(open);
});

test("proof is told apart from opinion, on the board, in the list and in words", async () => {
  const open = await world.visit("#game=connect4&setup=7x6");
  const { page } = open;
  await page.getByRole("gridcell", { name: /^d1, empty, win in 41$/ }).waitFor();
  await page.getByRole("gridcell", { name: /^c1, empty, draw$/ }).waitFor();
  const proofs = analysis(page).getByRole("listitem");
  await proofs.filter({ hasText: /^\+41win in 41/ }).waitFor();
  await audit(page);
  await page.goto(`${world.server.address}#game=stonehenge`);
  await page.getByRole("gridcell", { name: /^1, empty, opinion/ }).waitFor();
  await proofs.filter({ hasText: /^\u2212?\d+opinion \u2212?\d+/ }).first().waitFor();
  const all = await proofs.allTextContents();
  const look = /^(\u2212?\d+opinion|\+\d+win|win|\u2212\d+loss|loss|=draw)/;
  for (const text of all) assert.match(text, look);
  await audit(page);
  await closePage(open);
});

test("one key hides the scores everywhere, until it is pressed again", async () => {
  const open = await world.visit("#game=connect4&setup=7x6");
  const { page } = open;
  await page.getByRole("gridcell", { name: /^d1, empty, win in 41$/ }).waitFor();
  await page.keyboard.press("h");
  const isHidden = async () => {
    await analysis(page).getByText("Scores are hidden.").waitFor();
    assert.ok(!(await placesInWords(page)).some((words) => SCORE.test(words)));
    assert.equal(await analysis(page).getByRole("listitem").count(), 0);
    assert.ok(await page.getByRole("button", { name: "Scores", pressed: false }).isVisible());
  };
  await isHidden();
  await audit(page);
  await page.reload();
  await isHidden();
  await page.keyboard.press("h");
  await page.getByRole("gridcell", { name: /^d1, empty, win in 41$/ }).waitFor();
  await closePage(open);
});

test("one steps into the expected line, leaves it, and takes it over", async () => {
  const open = await world.visit("#game=connect4&setup=7x6");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await page.getByRole("gridcell", { name: /^d1, empty, win in 41$/ }).waitFor();
  await page.keyboard.press("e");
  await page.getByRole("gridcell", { name: /^d1, stone of x, last move/ }).waitFor();
  await page.keyboard.press("e");
  await page.getByRole("gridcell", { name: /^d2, stone of o, last move/ }).waitFor();
  await analysis(page).getByText("Looking ahead: 4 4").waitFor();
  await audit(page);
  await page.keyboard.press("w");
  await page.getByRole("gridcell", { name: /^d1, stone of x, last move/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("gridcell", { name: /^d1, empty/ }).waitFor();
  await atPly(page, 0, 0);
  const on = page.getByRole("button", { name: "On in the line" });
  for (const stone of [/^d1, stone of x, last/, /^d2, stone of o, last/, /^d3, stone of x, last/]) {
    await on.click();
    await page.getByRole("gridcell", { name: stone }).waitFor();
  }
  await page.getByRole("button", { name: "Take over" }).click();
  await atPly(page, 3, 3);
  await page.getByRole("group", { name: "Tree of variations" }).getByText(/1\.\s+4\s+4\s+2\.\s+4/)
    .waitFor();
  await closePage(open);
});
