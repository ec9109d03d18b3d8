// @ts-check
// The page on a phone, by touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import {
  atPly, limitEngine, makeAnyMove, place, playOut, plyOf, sees,
} from "../support/person.js";
import { fits, isInSight, PHONE } from "../support/phone.js";
import { share } from "../support/world.js";

const world = share();

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

for (const [game, mark, setup] of [["checkers", "b", ""], ["abalone", "b", "standard"],
  ["nuba", "g", "row"], ["nuba", "g", "beyond"]]) {
  test(`${game} ${setup} fits a phone, and is played by touch`, async () => {
    const open = await world.visit(`#game=${game}&setup=${setup}`, PHONE);
    const { page } = open;
    await limitEngine(page, "second", "plies deep", 1);
    await isInSight(page);
    await makeAnyMove(page, mark, "tap");
    await atPly(page, 2);
    await isInSight(page);
    await fits(page);
    await audit(page);
    await closePage(open);
  });
}

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

for (const viewport of [PHONE.viewport, { width: 360, height: 640 }]) {
  const { width, height } = viewport;
  test(`every menu and dialog fits a phone of ${width} by ${height}`, async () => {
    const open = await world.visit("#game=stonehenge", { ...PHONE, viewport });
    const { page } = open;
    /** @param {import("playwright-core").Locator} part @param {string} name */
    const isSeen = async (part, name) => {
      const box = await part.boundingBox();
      const whole = box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 &&
        box.y + box.height <= height;
      assert.ok(whole, `${name}: ${JSON.stringify(box)}`);
    };
    for (const name of ["Rules", "Play with a friend", "Record", "Position", "Settings", "Keys"]) {
      const button = page.getByRole("button", { name, exact: true });
      await isSeen(button, name);
      await button.tap();
      const dialog = page.getByRole("dialog");
      await isSeen(dialog, name);
      const wide = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth);
      assert.equal(wide, 0, name);
      await fits(page);
      await audit(page);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    }
    const player = page.getByRole("group", { name: "Second player" });
    await player.locator("summary").tap();
    await isSeen(player.locator(".pop"), "the engine's settings");
    await closePage(open);
  });
}
