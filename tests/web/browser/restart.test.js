// @ts-check
// The server dies and comes back: the page says so, loses nothing, and goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage, forgive } from "../support/browser.js";
import {
  atPly, choosePlayer, limitEngine, makeMoves, makeSteps, piecesInWords, place, says, sees,
} from "../support/person.js";
import { share } from "../support/world.js";

const world = share();

test("the page outlives its server", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await makeMoves(page, "c4", "c4", "a4");
  await page.keyboard.press(",");
  await atPly(page, 2, 3);
  await makeMoves(page, "e4");
  await sees(page, /^e1, stone of x, last move/);
  const before = await piecesInWords(page);
  await world.server.kill();
  const trouble = page.getByRole("alert").filter({ hasText: "The engine is out of reach" });
  await trouble.waitFor();
  await audit(page);
  // What has been seen is still there, and a move that is made now is not lost.
  await page.keyboard.press("<");
  await atPly(page, 0);
  await page.keyboard.press(">");
  await atPly(page, 3, 3);
  assert.deepEqual(await piecesInWords(page), before);
  await place(page, "a4").click();
  await world.restart();
  await sees(page, /^a1, stone of o, last move/);
  await trouble.waitFor({ state: "hidden" });
  await says(page, /^First \(x\) to move/);
  await sees(page, /^b1, empty, (win|loss|draw|opinion)/);
  const tree = page.getByRole("group", { name: "Tree of variations" });
  await tree.getByRole("button").nth(4).waitFor();
  forgive(open);
  await closePage(open);
});

test("the engine that was thinking is asked again", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await limitEngine(page, "second", "seconds a move", 6);
  await makeSteps(page, "6 in the hand of x", "1");
  await says(page, /^Second \(o\) is thinking/);
  await world.server.kill();
  await page.getByRole("alert").filter({ hasText: "Nothing is lost" }).waitFor();
  await world.restart();
  await atPly(page, 2, 2);
  await says(page, /^First \(x\) to move/);
  forgive(open);
  await closePage(open);
});
