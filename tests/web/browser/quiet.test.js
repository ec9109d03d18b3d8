// @ts-check
// The page is small, comes from its server alone, and does not move where that is not wanted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closePage, openPage } from "../support/browser.js";
import { atPly, choosePlayer, place, says } from "../support/person.js";
import { share } from "../support/world.js";

const world = share();

/** All that the page loads has at most so many bytes, unpacked. */
const MOST = 300 * 1024;

test("all that the page loads is small and comes from its server", async () => {
  const open = await openPage(world.browser, world.server.address);
  const { page, complaints } = open;
  /** @type {import("playwright-core").Response[]} */
  const loaded = [];
  page.on("response", (response) => loaded.push(response));
  await page.goto(`${world.server.address}#game=connect4`);
  await says(page, /to move/);
  // Asked here and awaited at once: a body asked for as the page closes fails outside of any test.
  const files = await Promise.all(loaded.map(async (response) => {
    return { url: response.url(), size: (await response.body()).length };
  }));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  assert.ok(files.length > 20 && total < MOST, `${files.length} files with ${total} bytes`);
  for (const { url } of files) assert.ok(url.startsWith(world.server.address), url);
  assert.deepEqual(complaints, []);
  await closePage(open);
});

test("nothing moves where the system asks for no motion", async () => {
  const open = await world.visit("#game=connect4&setup=5x4", { reducedMotion: "reduce" });
  const { page } = open;
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await choosePlayer(page, "second", "Person");
  for (let ply = 1; ply <= 4; ply += 1) {
    await place(page, "c4").click();
    assert.equal(await moving(), 0);
    await atPly(page, ply);
    assert.equal(await moving(), 0);
  }
  for (const name of ["Record", "Settings", "Keys"]) {
    await page.getByRole("button", { name, exact: true }).click();
    assert.equal(await moving(), 0);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("e");
  assert.equal(await moving(), 0);
  await closePage(open);
});

test("nothing moves where a person has set it so", async () => {
  const open = await world.visit("#game=connect4&setup=5x4", { reducedMotion: "no-preference" });
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("checkbox", { name: "Pieces move" }).uncheck();
  await page.keyboard.press("Escape");
  const moving = () => page.evaluate(() =>
    document.querySelector("#picture")?.getAnimations({ subtree: true }).length);
  for (let ply = 1; ply <= 4; ply += 1) {
    await place(page, "c4").click();
    assert.equal(await moving(), 0);
    await atPly(page, ply);
    assert.equal(await moving(), 0);
  }
  await closePage(open);
});
