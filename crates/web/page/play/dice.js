// @ts-check
// Dice and cards: the page rolls for whoever's turn it is, unless a person tells what real ones
// show.

import { fairly } from "../model/odds.js";
import { here, onShown, play } from "./game.js";
import { state, update } from "./state.js";

/** How long the dice roll, and each picture of them, in milliseconds. */
const [ROLL, FLASH] = [480, 60];

/** The roll that is under way. */
let timer = 0;

/** Whether a die or a card is due here. */
export function isDue() {
  return state.board?.to_move === "chance" && !state.preview;
}

/** Ends the roll that is under way. It shows nothing. */
function stop() {
  clearInterval(timer);
  timer = 0;
  if (state.rolling) update({ rolling: "" });
}

/** Rolls, and plays what comes. */
export function roll() {
  const { board, node, tree } = state;
  if (!board || !isDue() || timer || state.table) return;
  const any = () => fairly(board.moves).move;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const end = performance.now() + (still ? 0 : ROLL);
  update({ rolling: any() });
  timer = setInterval(() => {
    if (performance.now() < end) return update({ rolling: any() });
    stop();
    if (here() !== node || state.tree !== tree) return;
    // What was thrown here before stays thrown, so that nobody tries again for something better.
    const before = tree.node(node).children[0];
    void play(before === undefined ? any() : tree.node(before).move);
  }, FLASH);
}

/** Rolls, if that is due and wanted. */
export function rollIfDue() {
  if (state.settings.dice) roll();
}

/** Rolls after each move from now on. */
export function startDice() {
  onShown((played) => {
    stop();
    if (played) rollIfDue();
  });
}
