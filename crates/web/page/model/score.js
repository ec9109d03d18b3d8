// @ts-check
// Scores: what a search says of a position or a move, always for the side to move.

/** The minus sign of good books. */
export const MINUS = "\u2212";

/**
 * Reads a score from the words after `score`.
 * @param {string[]} words
 * @returns {Score|null}
 */
export function parseScore(words) {
  const [kind, next] = words;
  const number = next !== undefined && /^-?\d+$/.test(next) ? Number(next) : undefined;
  if (kind === "eval") return number === undefined ? null : { kind, value: number };
  if (kind === "chance") {
    const value = Number(next);
    return value >= 0 && value <= 1 ? { kind, value } : null;
  }
  if (kind === "win" || kind === "loss") {
    return number === undefined ? { kind } : { kind, plies: number };
  }
  if (kind !== "draw") return null;
  if (next === "lowerbound") return { kind: "atleast" };
  if (next === "upperbound") return { kind: "atmost" };
  return { kind: "draw" };
}

/**
 * Whether a score is proven: no deeper search can change it.
 * @param {Score|null|undefined} score
 */
export function isProof(score) {
  return score?.kind === "win" || score?.kind === "loss" || score?.kind === "draw";
}

/**
 * Whether nothing is left to find: a proof with its length or margin, or a draw.
 * @param {Score|null|undefined} score
 */
export function isFinal(score) {
  const known = score?.plies ?? score?.margin;
  return score?.kind === "draw" || (isProof(score) && known !== undefined);
}

/**
 * The same score seen by the other player, some plies earlier or at the same ply.
 * @param {Score} score
 * @param {number} earlier plies
 * @returns {Score}
 */
export function turned(score, earlier = 0) {
  const { kind, value, plies, margin } = score;
  if (kind === "eval") return { kind, value: -(value ?? 0) || 0 };
  if (kind === "chance") return { kind, value: 1 - (value ?? 0) };
  if (kind === "atleast") return { kind: "atmost" };
  if (kind === "atmost") return { kind: "atleast" };
  if (kind === "draw") return { kind };
  /** @type {Score} */
  const other = { kind: kind === "win" ? "loss" : "win" };
  if (plies !== undefined) other.plies = plies + earlier;
  if (margin !== undefined) other.margin = margin;
  return other;
}

/**
 * A number that grows with what the side to move likes more.
 * @param {Score} score
 * @returns {number}
 */
export function worth({ kind, value, plies, margin = 0 }) {
  const size = 2e9 + 1e4 * margin - (plies ?? 1e6);
  if (kind === "win") return size;
  if (kind === "loss") return -size;
  if (kind === "eval") return Math.max(-1e9, Math.min(1e9, value ?? 0));
  if (kind === "chance") return value ?? 0;
  return kind === "atleast" ? 0.5 : kind === "atmost" ? -0.5 : 0;
}

/**
 * The better of two scores for the side to move.
 * @param {Score|undefined} a
 * @param {Score} b
 */
export function better(a, b) {
  return a && worth(a) >= worth(b) ? a : b;
}

/**
 * Which of two reports on a move to keep: no proof is lost to an opinion, or to one without length.
 * @param {Score|undefined} old
 * @param {Score} fresh
 */
export function keep(old, fresh) {
  if (!old) return fresh;
  const rank = (/** @type {Score} */ s) => (isFinal(s) ? 2 : isProof(s) ? 1 : 0);
  return rank(fresh) >= rank(old) ? fresh : old;
}

/** @param {number} value */
function signed(value) {
  return value < 0 ? MINUS + -value : String(value);
}

/**
 * A few characters for the board: `+9`, `-8` and `=` are proven, and `win` and `loss` where neither
 * the margin nor the length is known; an opinion has no plus sign.
 * @param {Score} score
 * @returns {string}
 */
export function figure({ kind, value, plies, margin }) {
  const number = margin ?? plies;
  if (kind === "win") return number === undefined ? kind : `+${number}`;
  if (kind === "loss") return number === undefined ? kind : MINUS + number;
  if (kind === "draw") return "=";
  if (kind === "chance") return `${Math.round(100 * (value ?? 0))}%`;
  if (kind === "atleast") return "\u2265";
  if (kind === "atmost") return "\u2264";
  return signed(short(value ?? 0));
}

/**
 * At most four digits: large opinions lose what nobody reads.
 * @param {number} value
 */
function short(value) {
  return Math.max(-9999, Math.min(9999, Math.round(value)));
}

/**
 * The score in words.
 * @param {Score} score
 * @returns {string}
 */
export function inWords({ kind, value, plies, margin }) {
  if (kind === "win" || kind === "loss") {
    if (margin !== undefined) return `${kind} by ${margin}`;
    return plies === undefined ? kind : `${kind} in ${plies}`;
  }
  if (kind === "draw") return "draw";
  if (kind === "atleast") return "at least a draw";
  if (kind === "atmost") return "at most a draw";
  if (kind === "chance") return `${(100 * (value ?? 0)).toFixed(1)} per cent`;
  return `opinion ${signed(value ?? 0)}`;
}

/**
 * How the score is told apart: the name of its look.
 * @param {Score} score
 * @returns {"win"|"loss"|"draw"|"opinion"}
 */
export function look(score) {
  const { kind } = score;
  return kind === "win" || kind === "loss" || kind === "draw" ? kind : "opinion";
}
