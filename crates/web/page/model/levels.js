// @ts-check
// How strong the engine is, in words.

/**
 * The levels, and the number that the option `Strength` has for each. At 0 it would play at random.
 * @type {[string, number][]}
 */
export const LEVELS = [["beginner", 10], ["easy", 25], ["medium", 50], ["hard", 75],
  ["strongest", 100]];

/**
 * A strength in words.
 * @param {number} strength
 */
export function levelOf(strength) {
  return LEVELS.find(([, own]) => own === strength)?.[0] ?? `strength ${strength}`;
}
