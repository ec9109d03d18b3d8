// @ts-check
// Nuba: whole games by mouse in both setups, the champion by its name, and hands that are no facts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closePage } from "../support/browser.js";
import { isFocused, walk, walkTo } from "../support/keyboard.js";
import { newsOf } from "../support/news.js";
import {
  atPly, choosePlayer, limitEngine, makeAnyMove, makeSteps, place, says, sees,
} from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";
import { playWholeGame } from "../support/whole-game.js";

const world = share();

for (const setup of ["row", "beyond"]) {
  test(`a game by mouse to the end, with the base ${setup}`, async () => {
    const open = await world.visit(`#game=nuba&setup=${setup}`);
    const { page } = open;
    const move = async () => {
      const pass = page.getByRole("button", { name: "pass", exact: true });
      await (await pass.count() > 0 ? pass.click() : makeAnyMove(page, "g"));
    };
    await playWholeGame(page, { depth: 1, move, ends: /^(First \(g\)|Second \(r\)) wins\.$/ });
    await closePage(open);
  });
}

test("a few moves by keyboard alone, and the champion is called so", async () => {
  const open = await world.visit("#game=nuba");
  const { page } = open;
  await limitEngine(page, "second", "plies deep", 1);
  await page.keyboard.press("b");
  const row = ["a2", "b2", "c2", "d2", "e2"];
  for (const [piece, to, said] of [["7", "b2", "7@b2"], ["X", "c2", "X@c2"]]) {
    await says(page, /^First \(g\) to move/);
    await page.keyboard.press("Control+Home");
    await walk(page, "ArrowDown", /^\w in the hand of g/);
    if (/^[6-9X]$/.test(piece)) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await walk(page, "ArrowRight", new RegExp(`^${piece} in the hand of g`));
    await page.keyboard.press("Enter");
    await isFocused(page, new RegExp(`^${piece} in the hand of g, .*chosen`));
    await walkTo(page, row, to);
    await page.keyboard.press("Enter");
    await until(() => newsOf(page), (news) => news.includes(`First (g) ${said}.`), said);
  }
  await sees(page, /^c2, champion of g/);
  await closePage(open);
});

test("the same number in the hands is not lit up for what a fact counts", async () => {
  const text = "...../...../.g7.../..r3../...../g9.... r6 g";
  const open = await world.visit(`#game=nuba&position=${encodeURIComponent(text)}`);
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  const facts = page.getByRole("region", { name: "Facts" });
  await facts.getByText("able-g").waitFor();
  assert.equal(await facts.getByRole("button").count(), 0);
  await page.keyboard.press("t");
  await makeSteps(page, "b4", "b5");
  await atPly(page, 1);
  assert.equal(await page.locator(".mark.lit").count(), 0);
  await place(page, "b5").waitFor();
  await closePage(open);
});
