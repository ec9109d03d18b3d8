// @ts-check
// The preview of an expected line: stepping through it without leaving the game, and taking it
// over.

import { goTo, look } from "./game.js";
import { state, update } from "./state.js";

let wish = 0;

/** The best line that is known here. @returns {string[]} */
export function expected() {
  const known = state.known.get(state.node);
  return known?.best?.pv ?? [];
}

/**
 * Shows the position after some moves of a line.
 * @param {string[]} moves
 * @param {number} at how many of them; 0 ends the preview
 */
export async function preview(moves, at) {
  const mine = (wish += 1);
  const { node, tree } = state;
  if (at <= 0 || moves.length === 0) {
    if (state.preview) update({ preview: null });
    return;
  }
  const upto = Math.min(at, moves.length);
  try {
    const { board, svg } = await look([...tree.moves(node), ...moves.slice(0, upto)]);
    if (mine !== wish || node !== state.node || tree !== state.tree) return;
    update({ preview: { moves, at: upto, board, svg } });
  } catch (error) {
    update({ preview: null, trouble: String(error) });
  }
}

/**
 * One ply on or back in the expected line.
 * @param {1|-1} by
 */
export async function step(by) {
  const now = state.preview;
  const moves = now ? now.moves : expected();
  await preview(moves, (now?.at ?? 0) + by);
}

/** Ends the preview. */
export function leave() {
  wish += 1;
  if (state.preview) update({ preview: null });
}

/** Takes the moves that are previewed over into the game, as a variation. */
export async function takeOver() {
  const { preview: shown, tree, node } = state;
  if (!shown) return;
  wish += 1;
  await goTo(tree.addLine(node, shown.moves.slice(0, shown.at)));
}
