// @ts-check
// Walking about on the page by keyboard alone.

import assert from "node:assert/strict";
import { until } from "./until.js";

/** @typedef {import("playwright-core").Page} Page */

/**
 * What has the focus: its name, or its words.
 * @param {Page} page
 */
export function focused(page) {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });
}

/**
 * Waits until something has the focus.
 * @param {Page} page
 * @param {RegExp} wanted
 */
export function isFocused(page, wanted) {
  return until(() => focused(page), (words) => wanted.test(words), `the focus on ${wanted}`);
}

/**
 * Presses the Tab key until something has the focus.
 * @param {Page} page
 * @param {RegExp} wanted
 */
export async function tabTo(page, wanted) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (wanted.test(await focused(page))) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the Tab key does not lead to ${wanted}`);
}

/**
 * Presses a key until what has the focus says this.
 * @param {Page} page
 * @param {string} key
 * @param {RegExp} wanted
 */
export async function walk(page, key, wanted) {
  for (let presses = 0; presses < 30; presses += 1) {
    if (wanted.test(await focused(page))) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not lead to ${wanted}, but to ${await focused(page)}`);
}

/**
 * Walks to a place of the board: to its row from above, then along the row.
 * @param {Page} page
 * @param {string[]} row the names of the places in its row
 * @param {string} name
 */
export async function walkTo(page, row, name) {
  await page.keyboard.press("Control+Home");
  await walk(page, "ArrowDown", new RegExp(`^(${row.join("|")})\\b`));
  await page.keyboard.press("Home");
  await walk(page, "ArrowRight", new RegExp(`^${name}\\b`));
}
