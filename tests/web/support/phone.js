// @ts-check
// A phone, and whether the page fits it.

import assert from "node:assert/strict";
import { status } from "./person.js";

/** @typedef {import("playwright-core").Page} Page */

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Nothing is wider than the screen.
 * @param {Page} page
 */
export async function fits(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  const screen = page.viewportSize()?.width ?? 0;
  assert.ok(wide <= screen, `${wide} pixels wide`);
}

/**
 * The whole board and the words below it are on the screen without scrolling.
 * @param {Page} page
 */
export async function isInSight(page) {
  for (const seen of [page.getByRole("grid"), status(page)]) {
    const box = await seen.boundingBox();
    const low = box && box.y + box.height;
    assert.ok(box && box.y >= 0 && low && low <= PHONE.viewport.height, JSON.stringify(box));
  }
}
