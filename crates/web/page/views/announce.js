// @ts-check
// News for those who hear the page: one live region, spoken politely.

import { at } from "./dom.js";

/** @type {string[]} */
let waiting = [];

/**
 * Says something.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  if (waiting.length === 0) setTimeout(speak, 60);
  waiting.push(text);
}

/** News that come together are said together, and the same news again is news again. */
function speak() {
  const region = at("news");
  const text = waiting.join(" ");
  waiting = [];
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
