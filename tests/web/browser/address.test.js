// @ts-check
// The address is the game: reload it, go back to it, send it; and a bad one does no harm.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage, openPage } from "../support/browser.js";
import {
  atPly, choosePlayer, makeMoves, piecesInWords, place, placesInWords, says, sees,
} from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** @param {Page} page */
function trouble(page) {
  return page.getByRole("alert").filter({ visible: true });
}

test("a reload in mid-game shows the same position in the same line", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await makeMoves(page, "c4", "c4", "a4", "e4");
  await page.keyboard.press(",");
  await atPly(page, 3, 4);
  const before = await piecesInWords(page);
  await page.reload();
  await atPly(page, 3, 4);
  assert.deepEqual(await piecesInWords(page), before);
  await says(page, /^Second \(o\) to move/);
  await page.keyboard.press(".");
  await sees(page, /^e1, stone of o, last move/);
  await closePage(open);
});

test("another person who opens the address sees the same", async () => {
  const open = await world.visit("#game=stonehenge&moves=6@1.5@2.4@9&ply=2");
  const { page } = open;
  await atPly(page, 2, 3);
  await page.keyboard.press(".");
  await atPly(page, 3, 3);
  await page.waitForURL((url) => !url.hash.includes("ply="));
  const other = await world.visit(new URL(page.url()).hash);
  await atPly(other.page, 3, 3);
  assert.deepEqual(await piecesInWords(other.page), await piecesInWords(page));
  await closePage(other);
  await closePage(open);
});

test("a game that was sent does not mix with the own game, which is kept", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=3.3.2");
  const { page } = open;
  const tree = page.getByRole("group", { name: "Tree of variations" });
  await page.goto(`${world.server.address}#game=connect4&setup=5x4&moves=3.1`);
  await sees(page, /^a1, stone of o, last move/);
  await atPly(page, 2, 2);
  assert.equal(await tree.getByRole("button").count(), 2);
  // A line of the game is only another place in it.
  await page.goto(`${world.server.address}#game=connect4&setup=5x4&moves=3`);
  await atPly(page, 1);
  assert.equal(await tree.getByRole("button").count(), 2);
  await page.getByRole("button", { name: "Record" }).click();
  const dialog = page.getByRole("dialog", { name: "Game record" });
  const earlier = dialog.getByRole("combobox", { name: "Earlier games" });
  assert.deepEqual(await earlier.locator("option").allTextContents(), ["connect4 5x4: 3 3 2"]);
  await dialog.getByRole("button", { name: "Open" }).click();
  await dialog.waitFor({ state: "hidden" });
  await atPly(page, 3, 3);
  // What was shown is kept in its turn.
  await page.getByRole("button", { name: "Record" }).click();
  assert.deepEqual(await earlier.locator("option").allTextContents(),
    ["connect4 5x4: 3 1", "connect4 5x4: 3 3 2"]);
  await closePage(open);
});

test("back and forward of the browser go from address to address", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=3.3");
  const { page } = open;
  await atPly(page, 2, 2);
  await page.goto(`${world.server.address}#game=stonehenge&moves=6@7`);
  await sees(page, /^7, 6 of x, last move/);
  await page.goBack();
  await sees(page, /^c2, stone of o, last move/);
  assert.equal((await placesInWords(page)).length, 20);
  await page.goForward();
  await sees(page, /^7, 6 of x, last move/);
  await closePage(open);
});

const BAD = /** @type {const} */ ([
  ["#game=chess", /chess/, 42],
  ["#game=connect4&setup=99x99", /99/, 42],
  ["#game=connect4&setup=5x4&position=nonsense", /none of/, 42],
  ["#game=connect4&setup=5x4&moves=3.9.3", /move 2/, 20],
  ["#game=connect4&setup=5x4&moves=3.4%209", /move 3/, 20],
  ["#game=%E0%A4%A&moves=%00%0Aquit", /./, 42],
]);

for (const [hash, words, places] of BAD) {
  test(`the address ${hash} does no harm`, async () => {
    const open = await world.visit(hash);
    const { page } = open;
    await trouble(page).filter({ hasText: words }).waitFor();
    await until(async () => (await placesInWords(page)).length, (n) => n === places, "a board");
    await choosePlayer(page, "second", "Person");
    await place(page, "a1").click();
    await sees(page, /^a1, stone of [xo]/);
    await closePage(open);
  });
}

test("an address that names no game shows all games", async () => {
  const open = await openPage(world.browser, world.server.address);
  await open.page.goto(`${world.server.address}#&&==&game`);
  await open.page.getByRole("region", { name: "Choose a game" }).waitFor();
  assert.equal(await trouble(open.page).count(), 0);
  await closePage(open);
});

test("what is wrong with an address is told without a fault of the page", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=3.9.3");
  const { page } = open;
  await atPly(page, 1, 1);
  await audit(page);
  await page.getByRole("button", { name: "Close the message" }).click();
  await until(() => trouble(page).count(), (count) => count === 0, "no message");
  await closePage(open);
});
