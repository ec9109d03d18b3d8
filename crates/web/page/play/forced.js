// @ts-check
// Forced moves: where a person has only one, it is played, if that is wanted.

import { here, onShown } from "./game.js";
import { mayPoint, playMove } from "./pointing.js";
import { state, watch } from "./state.js";
import { isOwnTurn } from "./table.js";

/** How long a person sees the position first, and a word such as a pass, in milliseconds. */
const [PAUSE, WORD] = [700, 1500];

/** The move that waits. */
let timer = 0;

/** Whether a move has led to what is shown, not a step through the game. */
let isNew = false;

/** The only move of the person whose turn it is, if it is to be played. */
function forced() {
  const { board, settings, players, gesture, node, table } = state;
  const side = board?.to_move;
  if (!settings.forced || !board || !side || side === "chance" || !mayPoint()) return null;
  if (table ? !isOwnTurn() : players[side].kind !== "person") return null;
  if (board.moves.length !== 1 || gesture.picked.length > 0 || here() !== node) return null;
  return board.moves[0];
}

/** Plays what is forced, after a moment, unless something else happens first. */
function wait() {
  clearTimeout(timer);
  const only = isNew ? forced() : null;
  if (!only) return;
  timer = setTimeout(() => {
    if (forced() === only) void playMove(only.move);
  }, only.gesture.length > 0 ? PAUSE : WORD);
}

/** Plays forced moves from now on. */
export function startForced() {
  onShown((played) => {
    isNew = played;
    wait();
  });
  watch(["gesture", "preview", "settings", "thinking", "players", "table"], wait);
}
