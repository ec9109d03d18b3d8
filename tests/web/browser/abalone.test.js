// @ts-check
// Abalone: a whole game by mouse, moves along a line and sideways, and a marble that falls.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { isFocused, walkTo } from "../support/keyboard.js";
import { newsOf } from "../support/news.js";
import {
  atPly, choosePlayer, limitEngine, makeAnyMove, makeSteps, OVER, place, says, sees,
} from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";
import { playWholeGame } from "../support/whole-game.js";

const world = share();

/** The cells of a row. @param {string} letter @param {number} from @param {number} to */
function cells(letter, from, to) {
  return Array.from({ length: to - from + 1 }, (_, at) => `${letter}${from + at}`);
}

test("a game by mouse to the end, which a limit of plies brings near", async () => {
  const open = await world.visit("#game=abalone&setup=standard/40");
  const { page } = open;
  const ends = /^(A draw\.|(First \(b\)|Second \(w\)) wins\.)$/;
  await playWholeGame(page, { depth: 1, move: () => makeAnyMove(page, "b"), ends });
  await closePage(open);
});

test("the sixth marble that falls wins", async () => {
  const text = `wbb..bbbbbb${".".repeat(37)}bbbbbwwwwwwww b 1 5`;
  const open = await world.visit(`#game=abalone&position=${encodeURIComponent(text)}`);
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  const facts = page.getByRole("region", { name: "Facts" });
  // What a fact says of moves is no place.
  await facts.getByText("i7i6").waitFor();
  assert.equal(await facts.getByRole("button").count(), 0);
  await makeSteps(page, "i7", "i5");
  assert.equal(await says(page, OVER), "First (b) wins.");
  await page.getByText("6 marbles pushed off, 6 win", { exact: true }).waitFor();
  await audit(page);
  await closePage(open);
});

test("along a line and sideways, by mouse and typed", async () => {
  const open = await world.visit("#game=abalone");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await makeSteps(page, "c5", "c3", "d3");
  await atPly(page, 1);
  for (const name of ["d3", "d4", "d5"]) {
    await sees(page, new RegExp(`^${name}, marble of b, last move`));
  }
  await page.getByRole("textbox", { name: "Type a move" }).fill("I5H4");
  await page.keyboard.press("Enter");
  await atPly(page, 2);
  const tree = page.getByRole("group", { name: "Tree of variations" });
  await tree.getByRole("button", { name: "i5h4" }).waitFor();
  await makeSteps(page, "a1", "c3");
  await atPly(page, 3);
  for (const move of ["c3c5d3", "a1b2"]) await tree.getByRole("button", { name: move }).waitFor();
  await closePage(open);
});

test("a few moves by keyboard alone", async () => {
  const open = await world.visit("#game=abalone");
  const { page } = open;
  await limitEngine(page, "second", "plies deep", 1);
  await page.keyboard.press("b");
  await walkTo(page, cells("a", 1, 5), "a1");
  await page.keyboard.press("Enter");
  await isFocused(page, /^a1, marble of b, chosen/);
  await walkTo(page, cells("b", 1, 6), "b2");
  await page.keyboard.press("Enter");
  await atPly(page, 2);
  await until(() => newsOf(page), (news) => news.includes("First (b) a1b2."), "the move");
  await says(page, /^First \(b\) to move/);
  await walkTo(page, cells("a", 1, 5), "a5");
  await page.keyboard.press("Enter");
  await isFocused(page, /^a5, marble of b, chosen/);
  await page.keyboard.press("Escape");
  await isFocused(page, /^a5, marble of b(?!.*chosen)/);
  await page.keyboard.press("Space");
  await walkTo(page, cells("b", 1, 6), "b5");
  await page.keyboard.press("Enter");
  await atPly(page, 4);
  await place(page, "a5").and(page.getByRole("gridcell", { name: /empty/ })).waitFor();
  await closePage(open);
});
