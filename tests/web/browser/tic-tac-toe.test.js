// @ts-check
// A game written this evening: with its board described, a whole game by mouse.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { limitEngine, place, placesInWords, playOut } from "../support/person.js";
import { EXAMPLES } from "../support/server.js";
import { share } from "../support/world.js";

const world = share({ program: join(EXAMPLES, "tic_tac_toe") });

test("the example with its board described, by mouse to the end", async () => {
  const open = await world.visit();
  const { page } = open;
  assert.equal((await placesInWords(page)).length, 9);
  await limitEngine(page, "second", "plies deep", 2);
  await audit(page);
  await playOut(page, "First", async (places) => {
    const free = places.find((words) => words.includes("empty")) ?? "";
    await place(page, free.slice(0, 2)).click();
  });
  await audit(page);
  await closePage(open);
});

test("it tells its rules", async () => {
  const open = await world.visit();
  const { page } = open;
  await page.getByRole("button", { name: "Rules" }).click();
  const rules = page.getByRole("dialog", { name: "The rules of tictactoe" });
  const paragraphs = rules.getByRole("paragraph");
  await paragraphs.filter({ hasText: /^A move is the name of its cell/ }).waitFor();
  await audit(page);
  await rules.getByRole("button", { name: "Close" }).click();
  await rules.waitFor({ state: "hidden" });
  await closePage(open);
});
