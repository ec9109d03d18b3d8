// @ts-check
// Judging a game: the curve of its scores, and its mistakes.

import { isProof, turned, worth } from "./score.js";

/**
 * The points that count as a clear advantage in a game, by the opinions of it: units differ.
 * @param {Score[]} scores
 * @returns {number}
 */
export function scaleOf(scores) {
  const opinions = scores.filter((s) => s.kind === "eval").map((s) => Math.abs(s.value ?? 0));
  opinions.sort((a, b) => a - b);
  const high = opinions[Math.floor(opinions.length * 0.75)] ?? 0;
  return Math.max(10, high);
}

/**
 * The odds of the side to move, from 0 (lost) to 1 (won). An opinion never reaches either.
 * @param {Score} score
 * @param {number} scale
 */
export function odds(score, scale) {
  if (score.kind === "win") return 1;
  if (score.kind === "loss") return 0;
  if (score.kind === "chance") return score.value ?? 0.5;
  if (score.kind !== "eval") return 0.5;
  const x = (score.value ?? 0) / scale;
  return 0.5 + 0.45 * (x / (1 + Math.abs(x)));
}

/**
 * The same score for the first player.
 * @param {Score} score
 * @param {Side} side the side to move
 */
export function forFirst(score, side) {
  return side === "second" ? turned(score) : score;
}

/**
 * Whether a move was a mistake: `best` is the best score that was to be had, `played` that of the
 * move played, both for the player of the move.
 * @param {Score} best
 * @param {Score} played
 * @param {number} scale
 * @returns {Mistake|null}
 */
export function mistake(best, played, scale) {
  if (worth(played) >= worth(best)) return null;
  const lost = odds(best, scale) - odds(played, scale);
  if (isProof(best) && isProof(played)) {
    if (best.kind === played.kind) return null;
    const text = `a proven ${best.kind} became a ${played.kind}`;
    return { grade: "blunder", mark: "??", text };
  }
  if (played.kind === "loss") {
    if (lost < 0.1) return null;
    const text = "a proven loss; another move seemed to hold";
    return { grade: lost > 0.3 ? "blunder" : "mistake", mark: lost > 0.3 ? "??" : "?", text };
  }
  if (best.kind === "win") {
    if (lost < 0.1) return null;
    return { grade: "mistake", mark: "?", text: "a proven win was there" };
  }
  if (lost < 0.12) return null;
  const text = "worse, in the engine's opinion";
  return lost >= 0.2
    ? { grade: "mistake", mark: "?", text: `much ${text}` }
    : { grade: "doubtful", mark: "?!", text };
}
