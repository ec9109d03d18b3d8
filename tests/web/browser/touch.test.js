// @ts-check
// The page on a phone, by touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { atPly, limitEngine, place, playOut, plyOf, sees, status } from "../support/person.js";
import { share } from "../support/world.js";

/** @typedef {import("playwright-core").Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const world = share();

/**
 * Nothing is wider than the screen.
 * @param {Page} page
 */
async function fits(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= PHONE.viewport.width, `${wide} pixels wide`);
}

/**
 * The whole board and the words below it are on the screen without scrolling.
 * @param {Page} page
 */
async function isInSight(page) {
  for (const seen of [page.getByRole("grid"), status(page)]) {
    const box = await seen.boundingBox();
    const low = box && box.y + box.height;
    assert.ok(box && box.y >= 0 && low && low <= PHONE.viewport.height, JSON.stringify(box));
  }
}

test("a whole game of Connect Four by touch", async () => {
  const open = await world.visit("#game=connect4&setup=6x5", PHONE);
  const { page } = open;
  await limitEngine(page, "second", "seconds a move", 0.05);
  await fits(page);
  await isInSight(page);
  await audit(page);
  await playOut(page, "First", (places) => {
    const free = places.find((words) => /^[a-f]5, empty/.test(words)) ?? "";
    return place(page, free.slice(0, 2)).tap();
  });
  await fits(page);
  await audit(page);
  await closePage(open);
});

test("Stonehenge fits a phone, and its moves are two touches", async () => {
  const open = await world.visit("#game=stonehenge", PHONE);
  const { page } = open;
  await limitEngine(page, "second", "plies deep", 1);
  await isInSight(page);
  await page.getByRole("gridcell", { name: /^4 in the hand of x/ }).tap();
  await sees(page, /^4 in the hand of x, .*chosen/);
  await place(page, "9").tap();
  await atPly(page, 2);
  await place(page, "9").and(page.getByRole("gridcell", { name: /4 of x/ })).waitFor();
  await fits(page);
  await audit(page);
  await closePage(open);
});

test("if wanted, only the second touch plays", async () => {
  const open = await world.visit("#game=connect4&setup=6x5", PHONE);
  const { page } = open;
  await page.getByRole("button", { name: "Settings" }).tap();
  await page.getByRole("checkbox", { name: "Touch twice to play a move" }).check();
  await audit(page);
  await page.getByRole("button", { name: "Close", exact: true }).tap();
  await place(page, "c3").tap();
  await page.getByRole("gridcell", { name: /^c3, .*touch again to play/ }).waitFor();
  assert.equal((await plyOf(page)).ply, 0);
  await place(page, "c3").tap();
  await page.getByRole("gridcell", { name: /^c1, stone of x/ }).waitFor();
  await closePage(open);
});

test("every dialog fits a phone", async () => {
  const open = await world.visit("#game=stonehenge", PHONE);
  const { page } = open;
  for (const name of ["Rules", "Play with a friend", "Record", "Position", "Settings", "Keys"]) {
    await page.getByRole("button", { name, exact: true }).tap();
    const box = await page.getByRole("dialog").boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width, name);
    await fits(page);
    await audit(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await closePage(open);
});
