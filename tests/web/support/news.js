// @ts-check
// What a screen reader would have said: all that ever stood in the live region.

import { until } from "./until.js";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Keeps the news of a page from its beginning. To be called before the page is opened.
 * @param {Page} page
 */
export function keepNews(page) {
  return page.addInitScript(() => {
    /** @type {string[]} */
    const news = [];
    Object.assign(globalThis, { news });
    document.addEventListener("DOMContentLoaded", () => {
      const region = document.querySelector("[aria-live=polite]:not([role])");
      if (!region) return;
      new MutationObserver(() => news.push(region.textContent ?? ""))
        .observe(region, { childList: true, characterData: true, subtree: true });
    });
  });
}

/**
 * The news so far, as one text.
 * @param {Page} page
 * @returns {Promise<string>}
 */
export async function newsOf(page) {
  const news = await page.evaluate(() => /** @type {any} */ (globalThis).news);
  return news.join("\n");
}

/**
 * Waits until the news end with the result of the game, and with what that is to the only person
 * in it. Gives all news.
 * @param {Page} page
 * @param {string} result
 */
export function resultIsTold(page, result) {
  const end = / You have (won|lost)\.$/;
  return until(() => newsOf(page), (news) => news.trimEnd().replace(end, "").endsWith(result),
    `news: ${result}`);
}
