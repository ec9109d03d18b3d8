// @ts-check
// Waiting for a state.

/** How long a state may take to come, in milliseconds. The machine may be busy. */
const PATIENCE = 60_000;

/** How often one looks, in milliseconds. */
const PAUSE = 40;

/**
 * Waits until a look at the world satisfies, and gives what was seen then.
 * @template T
 * @param {() => Promise<T>} look
 * @param {(seen: T) => boolean} satisfies
 * @param {string} wanted in words, for the case that it does not come
 * @returns {Promise<T>}
 */
export async function until(look, satisfies, wanted) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (satisfies(seen)) return seen;
    if (performance.now() > end) {
      throw new Error(`waited in vain for ${wanted}; last seen: ${JSON.stringify(seen)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
