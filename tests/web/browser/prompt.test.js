// @ts-check
// How soon the engine's move is seen after a click, where its book or its solver knows the move.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closePage } from "../support/browser.js";
import { atPly, plyOf, says } from "../support/person.js";
import { share } from "../support/world.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** The limit for the median, in milliseconds. The machine may be busy. */
const MOST = 1000;

/**
 * Clicks on a place, and waits until the reply is marked as the last move. Everything is measured
 * inside the page. Gives the milliseconds.
 * @param {Page} page
 * @param {string} name of the place
 * @returns {Promise<number>}
 */
function clickAndWait(page, name) {
  return page.evaluate((start) => new Promise((resolve) => {
    const cells = [...document.querySelectorAll("[role=gridcell]")];
    const labels = () => cells.map((cell) => cell.getAttribute("aria-label") ?? "");
    const cell = cells[labels().findIndex((words) => words.startsWith(`${start},`))];
    const began = performance.now();
    new MutationObserver((_, observer) => {
      if (!labels().some((words) => /stone of o, last move/.test(words))) return;
      observer.disconnect();
      resolve(performance.now() - began);
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["aria-label"] });
    /** @type {HTMLElement} */ (cell).click();
  }), name);
}

for (const [who, moves] of [["the book", ""], ["the solver", "3.4.3.4.1.1.2.6.2.2.2.2.4.3"]]) {
  test(`a move that ${who} knows is seen soon after the click`, async (context) => {
    const open = await world.visit(`#game=connect4${moves && `&moves=${moves}`}`);
    const { page } = open;
    const { ply } = await plyOf(page);
    const times = [];
    for (const name of ["a6", "c6", "d6", "e6", "g6", "a6", "c6", "d6", "e6", "g6"]) {
      await says(page, /^First \(x\) to move/);
      times.push(await clickAndWait(page, name));
      await atPly(page, ply + 2);
      await page.keyboard.press("u");
      await atPly(page, ply);
    }
    const sorted = times.map(Math.round).sort((a, b) => a - b);
    const median = (sorted[4] + sorted[5]) / 2;
    context.diagnostic(`${who}: median ${median} ms of ${sorted.join(" ")}`);
    assert.ok(median < MOST, `${sorted.join(" ")} ms`);
    await closePage(open);
  });
}
