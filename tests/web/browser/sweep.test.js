// @ts-check
// The sweep over a finished game: mistakes are marked, and what was better is shown.

import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { atPly, says } from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

const world = share();

test("a blunder is marked in the moves, in the graph and in the table", async () => {
  // On 5x4, the second player may hold; by his third move he lets the column be finished.
  const open = await world.visit("#game=connect4&setup=5x4&moves=3.1.3.1.3.5.3");
  const { page } = open;
  await atPly(page, 7);
  await says(page, /^First \(x\) wins/);
  const course = page.getByRole("region", { name: "Course of the game" });
  await course.getByRole("spinbutton", { name: "seconds a position" }).fill("2");
  await course.getByRole("button", { name: "Find the mistakes" }).click();
  await course.getByRole("button", { name: "Find the mistakes" }).waitFor();
  const graph = course.getByRole("img", { name: /^Graph of the scores: 8 of 8 positions/ });
  await graph.waitFor();
  const mistakes = course.getByRole("listitem");
  // The graph marks as many as are listed.
  await until(async () => [await mistakes.count(), await graph.locator(".verdict").count()],
    ([listed, marked]) => listed > 0 && listed === marked, "the same mistakes");
  await mistakes.filter({ hasText: /3\.\.\. 5\?\? a proven .* became a loss/ }).waitFor();
  await audit(page);
  await until(() => graph.getAttribute("aria-label"),
    (text) => /positions are judged, mistakes: [1-9]\. After ply 7, .* win/.test(text ?? ""),
    "a summary");
  await course.getByText("As a table").click();
  await course.getByRole("row", { name: /^6 5 .* became a loss/ }).waitFor();
  await until(() => course.getByRole("row").count(), (count) => count === 9, "all rows");
  const tree = page.getByRole("group", { name: "Tree of variations" });
  await tree.getByRole("button", { name: /^5\s*\?\?\s*blunder$/ }).waitFor();
  await audit(page);
  const moves = await tree.getByRole("button").count();
  const blunder = mistakes.filter({ hasText: /3\.\.\. 5\?\?/ });
  await blunder.getByRole("button", { name: /^Better: 3/ }).click();
  await until(() => tree.getByRole("button").count(), (count) => count > moves, "a variation");
  await closePage(open);
});

test("a sweep can be stopped, and the game goes on", async () => {
  const open = await world.visit("#game=stonehenge&moves=6@1.5@2.4@9.6@4.5@5.4@6");
  const { page } = open;
  await atPly(page, 6);
  const course = page.getByRole("region", { name: "Course of the game" });
  await course.getByRole("spinbutton", { name: "seconds a position" }).fill("100");
  await course.getByRole("button", { name: "Find the mistakes" }).click();
  await course.getByRole("button", { name: /^Stop \(\d of 7\)/ }).click();
  await course.getByRole("button", { name: "Find the mistakes" }).waitFor();
  await page.keyboard.press(",");
  await atPly(page, 5, 6);
  await closePage(open);
});
