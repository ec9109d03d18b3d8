// @ts-check
// Results of game records, in the words that people use.

/** @typedef {"1-0"|"0-1"|"1/2-1/2"|"*"} Result */

/** @type {Record<string, Result>} */
export const RESULTS = { p1win: "1-0", p2win: "0-1", draw: "1/2-1/2", none: "*" };

/**
 * The result that words such as `2-0`, `34-30` or `draw` say. Undefined if that is not clear.
 * @param {string} words
 * @returns {Result|undefined}
 */
export function resultOf(words) {
  const text = plainDashes(words.trim().toLowerCase());
  if (/^[?*]*$/.test(text)) return "*";
  if (["1/2", "0.5", "\u00bd", "draw"].includes(text)) return "1/2-1/2";
  const points = pointsOf(text);
  if (!points) return undefined;
  const [first, second] = points;
  // Nobody scores where nobody played to the end.
  if (first === second) return first === 0 ? "*" : "1/2-1/2";
  return first > second ? "1-0" : "0-1";
}

/**
 * The points of both players, such as `2-0`.
 * @param {string} text
 * @returns {[number, number]|undefined}
 */
function pointsOf(text) {
  if (text === "+-") return [1, 0];
  if (text === "-+") return [0, 1];
  const sign = text.search(/[-:]/);
  const first = pointOf(text.slice(0, Math.max(sign, 0)).trim());
  const second = pointOf(text.slice(sign + 1).trim());
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** @param {string} text */
function pointOf(text) {
  if (["1/2", "0.5", "0,5", "\u00bd"].includes(text)) return 0.5;
  if (text === "+") return 1;
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

/**
 * Whether a word is a result if it is the last one, such as `2-0`: one point is shared, or two.
 * @param {string} word
 */
export function isLikeResult(word) {
  const [first, second] = pointsOf(word) ?? [Infinity, 0];
  return ["1/2", "\u00bd"].includes(word) || [0, 1, 2].includes(first + second);
}

/**
 * A text in which all dashes and minus signs are the usual one.
 * @param {string} text
 */
export function plainDashes(text) {
  return text.replace(/[\u2010-\u2013\u2212]/g, "-");
}

/** Words with which people tell the end of a game. */
const LAST_WORDS = new Set((
  "agreed black by draw drawn etc first forfeit forfeits game in lose loses lost on red resign " +
  "resigned resigns second time white win wins won"
).split(" "));

/**
 * Whether a word tells the end of a game, if no move follows: `Black resigns`.
 * @param {string} word
 */
export function isLastWord(word) {
  return LAST_WORDS.has(word.toLowerCase().replace(/[.,]$/, ""));
}
