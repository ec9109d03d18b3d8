// @ts-check
// News are spoken politely, in one live region.

import { onNews } from "../play/news.js";
import { at } from "./dom.js";

/** @type {string[]} */
let waiting = [];

/** @param {string} text */
function gather(text) {
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

export function startNewsView() {
  onNews(gather);
}
