// @ts-check
// A phone on a slow line: what a person does is seen at once, before the server has answered, and
// is taken back if it does not; what a book knows is seen as soon as it can be there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closePage, openPage } from "../support/browser.js";
import {
  atPly, choosePlayer, makeSteps, place, plyOf, says, sees, statusOf,
} from "../support/person.js";
import { until } from "../support/until.js";
import { share } from "../support/world.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** How long a line takes for a question and its answer, in milliseconds. */
const ROUND = 150;

/**
 * What is seen before the server can have answered was shown by the page itself. On an idle machine
 * it is seen within 50 milliseconds; this one may be busy.
 */
const AT_ONCE = 0.9 * ROUND;

/** On an idle machine, what a book knows is seen after a round trip and 50 milliseconds. */
const PATIENCE = 1000;

/** How often each click is measured. */
const TIMES = 3;

/**
 * Opens a page whose line to the server is slow. With motion: it is the motion that is seen.
 * @param {string} where
 * @param {(message: string) => string} [spoil] what comes of what the page says
 */
async function visitSlowly(where, spoil = (/** @type {string} */ line) => line) {
  const open = await openPage(world.browser, world.server.address, {
    viewport: { width: 390, height: 780 }, hasTouch: true, reducedMotion: "no-preference",
  });
  const { page } = open;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) =>
      setTimeout(() => server.send(spoil(String(message))), ROUND / 2));
    server.onMessage((message) => setTimeout(() => socket.send(message), ROUND / 2));
  });
  await page.goto(world.server.address + where);
  await says(page, /to move/);
  for (const side of /** @type {const} */ (["first", "second"])) {
    await choosePlayer(page, side, "Person");
  }
  return open;
}

/**
 * Clicks on a place, and waits for the first frame in which the picture has changed. Gives the
 * milliseconds, measured inside the page.
 * @param {Page} page
 * @param {string} name of the place
 * @returns {Promise<number>}
 */
function clickToPixel(page, name) {
  return page.evaluate((start) => new Promise((resolve) => {
    const cells = [...document.querySelectorAll("[role=gridcell]")];
    const cell = cells.find((each) => each.getAttribute("aria-label")?.startsWith(`${start},`));
    const picture = /** @type {Element} */ (document.getElementById("picture"));
    const before = new Set(picture.getAnimations({ subtree: true }));
    const old = picture.firstElementChild;
    const began = performance.now();
    const look = () => {
      const moves = picture.getAnimations({ subtree: true }).some((each) => !before.has(each));
      // Where one was before, the page knows the picture.
      if (!moves && picture.firstElementChild === old) return requestAnimationFrame(look);
      // The next frame shows it.
      requestAnimationFrame(() => resolve(performance.now() - began));
    };
    /** @type {HTMLElement} */ (cell).click();
    look();
  }), name);
}

/**
 * Whether the server has answered, if it was asked: half a move is not its business.
 * @param {Page} page
 * @param {number} ply before the move
 */
async function isPlayed(page, ply) {
  if (await page.getByRole("gridcell", { name: /one has come/ }).count() > 0) return true;
  return (await plyOf(page)).ply > ply && /to move/.test(await statusOf(page));
}

/**
 * Each game with the places of a move. Those before the last are pointed at first.
 * @type {[string, string[]][]}
 */
const MOVES = [
  ["#game=connect4", ["d6"]],
  ["#game=checkers", ["11", "15"]],
  ["#game=backgammon&moves=62", ["24", "18"]],
  ["#game=pig", ["die"]],
];

for (const [where, names] of MOVES) {
  test(`a move is seen before the server has answered: ${where}`, async (context) => {
    const open = await visitSlowly(where);
    const { page } = open;
    const { ply } = await plyOf(page);
    const times = [];
    for (let time = 0; time < TIMES; time += 1) {
      for (const name of names.slice(0, -1)) {
        await place(page, name).first().click();
        await sees(page, new RegExp(`^${name}[, ].*chosen`));
      }
      times.push(await clickToPixel(page, names[names.length - 1]));
      await until(() => isPlayed(page, ply), Boolean, "the answer");
      await page.keyboard.press("u");
      await atPly(page, ply);
    }
    const sorted = times.map(Math.round).sort((a, b) => a - b);
    context.diagnostic(`${where}: median ${sorted[1]} ms of ${sorted.join(" ")}`);
    assert.ok(sorted[1] < AT_ONCE, `${sorted.join(" ")} ms`);
    await closePage(open);
  });
}

test("a move that has not been answered is taken back alone", async () => {
  const open = await visitSlowly("#game=connect4&moves=4.4");
  const { page } = open;
  await place(page, "d4").click();
  await page.keyboard.press("u");
  await atPly(page, 2);
  // Whatever is under way has come.
  await page.waitForTimeout(2 * ROUND);
  await atPly(page, 2);
  await sees(page, /^d4, empty/);
  await closePage(open);
});

test("a move that the server refuses goes back, and the page says why", async () => {
  let isSpoilt = true;
  const open = await visitSlowly("#game=backgammon&moves=62", (message) =>
    (isSpoilt ? message.replace(/moves 62 \S+/, "moves 62 nonsense") : message));
  const { page } = open;
  await makeSteps(page, "24", "18", "13", "11");
  await page.locator("#trouble", { hasText: "nonsense" }).waitFor();
  await sees(page, /^24, 2 of x(?!.*one has left)/);
  assert.equal((await plyOf(page)).ply, 1);
  isSpoilt = false;
  await makeSteps(page, "24", "18", "13", "11");
  await atPly(page, 2);
  await closePage(open);
});

test("what the book knows is shown one round trip after the position", async (context) => {
  const open = await visitSlowly("#game=connect4");
  const { page } = open;
  await page.locator(".score").first().waitFor();
  const times = [];
  for (const [ply, name] of ["d6", "d5", "d4"].entries()) {
    const shown = page.evaluate(() => new Promise((resolve) => {
      const picture = /** @type {Element} */ (document.getElementById("picture"));
      const old = picture.firstElementChild;
      let began = 0;
      const look = () => {
        if (!began && picture.firstElementChild !== old) began = performance.now();
        const known = document.querySelectorAll("#marks .score:not(.opinion)").length;
        if (began && known > 0) resolve(performance.now() - began);
        else requestAnimationFrame(look);
      };
      look();
    }));
    await place(page, name).click();
    times.push(Number(await shown));
    await atPly(page, ply + 1);
  }
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  context.diagnostic(`median ${sorted[1]} ms of ${sorted.join(" ")}`);
  assert.ok(sorted[0] < PATIENCE, `${sorted.join(" ")} ms`);
  await closePage(open);
});
