// @ts-check
// A position set up by text: good ones are shown, wrong ones are explained.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { choosePlayer, place, placesInWords, says, sees } from "../support/person.js";
import { share } from "../support/world.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** @param {Page} page */
async function openPosition(page) {
  await page.getByRole("button", { name: "Position" }).click();
  return page.getByRole("dialog", { name: "Set up a position" });
}

test("a position is set up, is in the address, and the game goes on from it", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=3");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  const dialog = await openPosition(page);
  const field = dialog.getByRole("textbox", { name: "The text of the position" });
  assert.match(await field.inputValue(), /^5\/5\/5\/2x2 o$/);
  await field.fill("5/5/o4/x4 x");
  await audit(page);
  await dialog.getByRole("button", { name: "Set up" }).click();
  await dialog.waitFor({ state: "hidden" });
  await sees(page, /^a2, stone of o/);
  await page.reload();
  await sees(page, /^a2, stone of o/);
  await says(page, /^First \(x\) to move/);
  await place(page, "a4").click();
  await sees(page, /^a3, stone of x, last move/);
  await closePage(open);
});

for (const [text, words] of /** @type {const} */ ([
  ["5/5/5/2x2 x", /side to move|turn|stones/],
  ["5/5/2x2/5 o", /./],
  ["5/5/5/2y2 o", /'y'/],
  ["5/5/5 o", /./],
  ["x".repeat(100000), /./],
])) {
  test(`the text '${text.slice(0, 20)}' is no position, and one is told why`, async () => {
    const open = await world.visit("#game=connect4&setup=5x4&moves=3");
    const { page } = open;
    const dialog = await openPosition(page);
    await dialog.getByRole("textbox", { name: "The text of the position" }).fill(text);
    await dialog.getByRole("button", { name: "Set up" }).click();
    const alert = dialog.getByRole("alert").filter({ hasText: words });
    await alert.filter({ hasText: "The board that is shown: 5/5/5/2x2 o" }).waitFor();
    await audit(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const places = await placesInWords(page);
    assert.equal(places.filter((words) => words.includes("stone of")).length, 1);
    await sees(page, /^c1, stone of x/);
    await closePage(open);
  });
}
