// @ts-check
// What is known of the positions of the tree: scores of moves, whoever found them. What is proven
// of a position is taken over to the move that led to it.

import { better, isFinal, isProof, keep, turned, worth } from "../model/score.js";
import { state, update } from "./state.js";

/**
 * @param {number} node
 * @returns {Known}
 */
export function knownOf(node) {
  const found = state.known.get(node);
  if (found) return found;
  /** @type {Known} */
  const known = {
    side: null, result: "none", count: 0, moves: new Map(), best: null, probed: false,
  };
  state.known.set(node, known);
  return known;
}

/**
 * Notes what the rules say of a position.
 * @param {number} node
 * @param {Board} board
 */
export function learnPosition(node, board) {
  const known = knownOf(node);
  known.side = board.to_move;
  known.result = board.result;
  known.count = board.moves.length;
  if (board.result === "none") return;
  // The game is over: the last move has decided it.
  const parent = state.tree.node(node).parent;
  const mover = parent >= 0 ? knownOf(parent).side : null;
  if (mover !== "first" && mover !== "second") return;
  const won = board.result === (mover === "first" ? "p1win" : "p2win");
  /** @type {Score} */
  const decided = { kind: won ? "win" : "loss", plies: 1 };
  /** @type {Score} */
  const score = board.result === "draw" ? { kind: "draw" } : decided;
  const { move } = state.tree.node(node);
  learnMove(parent, move, { score, pv: [move], depth: 1 });
}

/**
 * Which of two lines on the same thing to keep.
 * @param {Line|null|undefined} old
 * @param {Line} fresh
 * @returns {Line}
 */
function keepLine(old, fresh) {
  if (!old) return fresh;
  if (keep(old.score, fresh.score) === old.score) return old;
  if (!isProof(fresh.score) && fresh.depth < old.depth) return old;
  // A proof seen again may come with a longer line, or with none.
  return isProof(old.score) && old.pv.length > fresh.pv.length ? { ...fresh, pv: old.pv } : fresh;
}

/**
 * Learns the score of a move.
 * @param {number} node
 * @param {string} move
 * @param {Line} line
 */
export function learnMove(node, move, line) {
  const known = knownOf(node);
  known.moves.set(move, keepLine(known.moves.get(move), line));
  if (line.score.kind === "win") learnBest(node, line);
  else if (known.count > 0 && known.moves.size >= known.count) {
    const lines = [...known.moves.values()];
    if (lines.every(({ score }) => isProof(score))) {
      learnBest(node, lines.reduce((a, b) => (better(a.score, b.score) === a.score ? a : b)));
    }
  }
}

/**
 * Learns what a position is worth. A proof tells also what the move to it is worth.
 * @param {number} node
 * @param {Line} line
 */
export function learnBest(node, line) {
  const known = knownOf(node);
  const old = known.best;
  known.best = keepLine(old, line);
  // A win that is found later may be a longer one, by another move.
  const wins = old?.score.kind === "win" && line.score.kind === "win";
  if (wins && worth(old.score) > worth(line.score)) known.best = old;
  const { parent, move } = state.tree.node(node);
  if (parent < 0 || !isProof(known.best.score) || known.best === old) return;
  const score = forParent(node, known.best.score);
  if (score) {
    const { pv, depth } = known.best;
    learnMove(parent, move, { score, pv: [move, ...pv], depth: depth + 1 });
  }
}

/**
 * A score of a node as the score of the move that led to it. `null` where chance stands between.
 * @param {number} node
 * @param {Score} score
 * @returns {Score|null}
 */
export function forParent(node, score) {
  const mover = knownOf(state.tree.node(node).parent).side;
  const { side } = knownOf(node);
  if (!mover || !side || mover === "chance" || side === "chance") return null;
  const moved = turned(score, 1);
  return side === mover ? turned(moved) : moved;
}

/**
 * Whether nothing is left to find at a node, or so much is known of each move.
 * @param {number} node
 */
export function isDone(node, enough = isFinal) {
  const { moves, count, result } = knownOf(node);
  if (result !== "none") return true;
  if (count === 0 || moves.size < count) return false;
  return [...moves.values()].every(({ score }) => enough(score));
}

let waiting = false;

/** Shows what was learnt, at most once for each picture of the screen. */
export function showKnowledge() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    update({ known: state.known });
  });
}
