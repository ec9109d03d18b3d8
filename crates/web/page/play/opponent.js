// @ts-check
// The engine as a player: it moves when it is its turn and a move, not a step through the game,
// led there.

import { parseRemark } from "../model/report.js";
import { rollIfDue } from "./dice.js";
import { here, onShown, opened, play, positionLine, title } from "./game.js";
import { opponent } from "./links.js";
import { state, update, watch } from "./state.js";
import { storeSettings } from "./storage.js";

/** The search that chooses a move. @type {{stop: () => void}|null} */
let running = null;

/** So that the engine does not play the same game each time. */
const SEED = Math.floor(Math.random() * 2 ** 31);

/** Whose turn it is, if it is a player's. @returns {Side|null} */
function turn() {
  const side = state.board?.to_move;
  return side === "first" || side === "second" ? side : null;
}

/** Ends the engine's thinking. It plays nothing. */
export function stopThinking() {
  running?.stop();
  running = null;
  if (state.thinking) update({ thinking: false });
}

/** Lets the engine move, whoever's turn it is. */
export async function moveNow() {
  stopThinking();
  const side = turn();
  const { board, node, tree } = state;
  if (!side || !board || board.result !== "none" || state.table) return;
  const { strength, limit, amount } = state.players[side];
  const search = opponent().search({
    title: title(),
    options: { MultiPV: 1, Seed: SEED, Strength: strength },
    lines: [positionLine(tree.moves(node)), `go ${limit} ${amount}`],
    onInfo: (line) => {
      const remark = parseRemark(line);
      if (remark && !remark.error) update({ waiting: remark.text });
    },
  });
  running = search;
  update({ thinking: true, waiting: "" });
  const { bestmove, errors } = await search.answered;
  await opened();
  if (running !== search) return;
  running = null;
  update({ thinking: false, trouble: errors[0] ?? "" });
  if (here() === node && state.tree === tree && bestmove !== "0000") await play(bestmove);
}

/** Whether it is the engine's turn, and it waits for a word. */
export function engineWaits() {
  const side = turn();
  return !!side && state.players[side].kind === "engine" && !state.thinking && !state.table;
}

/** Lets the engine move, if it is its turn. */
function moveIfDue() {
  if (engineWaits()) void moveNow();
}

/** Does what is due by itself when a game has been opened: a move of the engine, or a roll. */
export function goOn() {
  moveIfDue();
  rollIfDue();
}

/**
 * Changes a player.
 * @param {Side} side
 * @param {Partial<Player>} changes
 */
export function setPlayer(side, changes) {
  const players = { ...state.players, [side]: { ...state.players[side], ...changes } };
  update({ players });
  storeSettings();
  if (side !== turn() || !("kind" in changes)) return;
  if (changes.kind === "engine") void moveNow();
  else stopThinking();
}

/** Lets the engine play from now on. */
export function startOpponent() {
  onShown((played) => {
    stopThinking();
    if (played) moveIfDue();
  });
  watch(["table"], () => {
    if (state.table && running) stopThinking();
  });
}
