// @ts-check
// The course of the game that is shown: what each position of its line is worth, and the mistakes.

import { forFirst, mistake, odds, scaleOf } from "../model/judge.js";
import { forParent, knownOf } from "./knowledge.js";
import { better, isProof } from "../model/score.js";
import { state } from "./state.js";

/**
 * @typedef {object} Point
 * @property {number} node
 * @property {number} ply
 * @property {string} move that led here
 * @property {Score|null} score for the first player
 * @property {number|null} height the first player's odds, 0 to 1
 * @property {Mistake|null} mistake of the move that led here
 * @property {Line|null} instead what was better
 */

/**
 * What a position is worth for the first player.
 * @param {number} node
 * @returns {Score|null}
 */
export function worthForFirst(node) {
  const { side, result, best } = knownOf(node);
  if (result === "draw") return { kind: "draw" };
  if (result !== "none") return { kind: result === "p1win" ? "win" : "loss", plies: 0 };
  if (best && (side === "first" || side === "second")) return forFirst(best.score, side);
  // Perhaps the move that led here has a score.
  const played = scoreOfMove(node);
  const mover = played && knownOf(state.tree.node(node).parent).side;
  return played && (mover === "first" || mover === "second") ? forFirst(played, mover) : null;
}

/**
 * The score of the move that led to a node, for who played it.
 * @param {number} node
 * @returns {Score|null}
 */
export function scoreOfMove(node) {
  const { parent, move } = state.tree.node(node);
  if (parent < 0) return null;
  const direct = knownOf(parent).moves.get(move)?.score ?? null;
  if (direct && isProof(direct)) return direct;
  const { best } = knownOf(node);
  return (best && forParent(node, best.score)) ?? direct;
}

/**
 * The mistake of the move that led to a node, if it was one.
 * @param {number} node
 * @param {number} scale
 */
export function mistakeAt(node, scale) {
  const { parent, move } = state.tree.node(node);
  if (parent < 0) return null;
  const { best } = knownOf(parent);
  const played = scoreOfMove(node);
  if (!best || !played || best.pv[0] === move) return null;
  return mistake(better(played, best.score), played, scale);
}

/** The scale of the opinions of the line that is shown. */
export function scale() {
  return scaleOf(state.tree.line(state.node).flatMap((node) => worthForFirst(node) ?? []));
}

/**
 * The course of the line that is shown.
 * @returns {Point[]}
 */
export function course() {
  const { tree, node: shown } = state;
  const points = scale();
  return tree.line(shown).map((node) => {
    const { ply, move, parent } = tree.node(node);
    const score = worthForFirst(node);
    const wrong = mistakeAt(node, points);
    const instead = wrong ? knownOf(parent).best : null;
    const height = score && odds(score, points);
    return { node, ply, move, score, height, mistake: wrong, instead };
  });
}
