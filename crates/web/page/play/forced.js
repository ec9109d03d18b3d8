// @ts-check
// Forced moves: where a person has only one, it is played, if that is wanted.

import { here, onShown } from "./game.js";
import { mayPoint, playMove } from "./pointing.js";
import { state } from "./state.js";

/** How long a person sees the position first, in milliseconds. */
const PAUSE = 700;

/** The move that waits. */
let timer = 0;

/** Plays the only move of a person, after a moment, unless something else happens first. */
function playIfForced() {
  const { board, settings, node, tree } = state;
  const side = board?.to_move;
  if (!settings.forced || !side || side === "chance" || board.moves.length !== 1) return;
  if (state.players[side].kind !== "person" && !state.table) return;
  const [{ move }] = board.moves;
  timer = setTimeout(() => {
    const isStill = here() === node && state.tree === tree && state.gesture.picked.length === 0;
    if (isStill && mayPoint()) void playMove(move);
  }, PAUSE);
}

/** Plays forced moves from now on. */
export function startForced() {
  onShown((played) => {
    clearTimeout(timer);
    if (played) playIfForced();
  });
}
