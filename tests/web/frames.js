// @ts-check
// The frames that the motion of a move drops, on a processor slowed four times, as the browser's own
// trace tells them.
//
//   node tests/web/frames.js
//
// `SARSEN` and `CHROMIUM` name the programs.

import { openPage, startBrowser } from "./support/browser.js";
import { choosePlayer, place, says } from "./support/person.js";
import { startServer } from "./support/server.js";

/** How much slower the processor is. */
const SLOWER = 4;

/** How long the trace goes on after a click, in milliseconds: the motion and its answer. */
const AFTER = 500;

/** Each game with the places of a move, of which only the last click is traced. */
const MOVES = [
  ["connect4", "", "d6"],
  ["othello", "", "d3"],
  ["checkers", "", "11", "15"],
  ["backgammon", "62", "24", "16"],
  ["abalone", "", "a1", "b2"],
];

const server = await startServer();
const browser = await startBrowser();
for (const [game, moves, ...names] of MOVES) {
  const { context, page } = await openPage(browser, server.address, {
    viewport: { width: 390, height: 780 }, reducedMotion: "no-preference",
  });
  await context.addInitScript(() => {
    localStorage.setItem("sarsen.settings", JSON.stringify({ scores: false }));
  });
  await page.goto(`${server.address}#game=${game}&moves=${moves}`);
  await says(page, /to move/);
  for (const side of /** @type {const} */ (["first", "second"])) {
    await choosePlayer(page, side, "Person");
  }
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  for (const name of names.slice(0, -1)) await place(page, name).click();
  await page.waitForTimeout(AFTER);
  /** @type {{name: string, args?: {frameSeqId?: number}}[]} */
  const events = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(.../** @type {any} */ (value)));
  await client.send("Tracing.start", {
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline.frame"] },
    transferMode: "ReportEvents",
  });
  await place(page, names[names.length - 1]).click();
  await page.waitForTimeout(AFTER);
  const complete = new Promise((resolve) => client.once("Tracing.tracingComplete", resolve));
  await client.send("Tracing.end");
  await complete;
  const count = (/** @type {string} */ name) =>
    events.filter((event) => event.name === name).length;
  console.log(`${game}: ${count("DrawFrame")} frames drawn, ${count("DroppedFrame")} dropped`);
  await context.close();
}
await browser.close();
await server.stop();
