// @ts-check
// The preview of an expected line: stepping through it without leaving the game, and taking it
// over.

import { goTo, look } from "./game.js";
import { state, update } from "./state.js";

let wish = 0;

/** What was asked for last, which may not be shown yet. @type {{node: number, at: number}|null} */
let aim = null;

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
  const number = (wish += 1);
  const { node, tree } = state;
  aim = { node, at: Math.min(at, moves.length) };
  if (at <= 0 || moves.length === 0) {
    if (state.preview) update({ preview: null });
    return;
  }
  const upto = aim.at;
  try {
    const { board, svg } = await look([...tree.moves(node), ...moves.slice(0, upto)]);
    if (number !== wish || node !== state.node || tree !== state.tree) return;
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
  const shown = state.preview;
  const moves = shown ? shown.moves : expected();
  const at = aim && aim.node === state.node ? aim.at : 0;
  await preview(moves, at + by);
}

/** Ends the preview. */
export function leave() {
  wish += 1;
  aim = null;
  if (state.preview) update({ preview: null });
}

/** Takes the moves that are previewed over into the game, as a variation. */
export async function takeOver() {
  const { preview: shown, tree, node } = state;
  const moves = shown?.moves ?? expected();
  const upto = aim && aim.node === node ? aim.at : 0;
  if (upto === 0) return;
  wish += 1;
  aim = null;
  await goTo(tree.addLine(node, moves.slice(0, upto)));
}
