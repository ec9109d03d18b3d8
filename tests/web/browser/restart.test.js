// @ts-check
// The server dies and comes back: the page says so, loses nothing, and goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closePage, forgive } from "../support/browser.js";
import { atPly, choosePlayer, place, placesInWords, says } from "../support/person.js";
import { startServer } from "../support/server.js";
import { share } from "../support/world.js";

const world = share();

test("the page outlives its server", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  for (const name of ["c4", "c4", "a4"]) await place(page, name).click();
  await atPly(page, 3);
  await page.keyboard.press(",");
  await atPly(page, 2, 3);
  await place(page, "e4").click();
  await page.getByRole("gridcell", { name: /^e1, stone of x, last move/ }).waitFor();
  const stones = async () => (await placesInWords(page)).filter((words) => words.includes("stone"));
  const before = await stones();
  const { port } = world.server;
  await world.server.kill();
  const trouble = page.getByRole("alert").filter({ hasText: "The engine is out of reach" });
  await trouble.waitFor();
  // What has been seen is still there, and a move that is made now is not lost.
  await page.keyboard.press("<");
  await atPly(page, 0);
  await page.keyboard.press(">");
  await atPly(page, 3, 3);
  assert.deepEqual(await stones(), before);
  await place(page, "a4").click();
  world.server = await startServer({ port });
  await page.getByRole("gridcell", { name: /^a1, stone of o, last move/ }).waitFor();
  await trouble.waitFor({ state: "hidden" });
  await says(page, /^First \(x\) to move/);
  await page.getByRole("gridcell", { name: /^b1, empty, (win|loss|draw|opinion)/ }).waitFor();
  const tree = page.getByRole("group", { name: "Tree of variations" });
  await tree.getByRole("button").nth(4).waitFor();
  forgive(open);
  await closePage(open);
});

test("the engine that was thinking is asked again", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await page.getByRole("gridcell", { name: /^6 in the hand of x/ }).click();
  await place(page, "1").click();
  await says(page, /^Second \(o\) is thinking/);
  const { port } = world.server;
  await world.server.kill();
  await page.getByRole("alert").filter({ hasText: "Nothing is lost" }).waitFor();
  world.server = await startServer({ port });
  await atPly(page, 2, 2);
  await says(page, /^First \(x\) to move/);
  forgive(open);
  await closePage(open);
});
