// @ts-check
// News for those who hear the page. Whoever shows them listens.

/** @type {((text: string) => void)[]} */
const listeners = [];

/**
 * Calls `listener` for each of the news.
 * @param {(text: string) => void} listener
 */
export function onNews(listener) {
  listeners.push(listener);
}

/**
 * Says something.
 * @param {string} text nothing is said if it is empty
 */
export function announce(text) {
  if (!text) return;
  for (const listener of listeners) listener(text);
}

/**
 * What is wrong, in words.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
