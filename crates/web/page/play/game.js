// @ts-check
// The game that is shown: opening it, moving about in its tree, playing.

import { begin, beginOn } from "../model/gesture.js";
import { formatAddress } from "../model/address.js";
import { Tree } from "../model/tree.js";
import { learnPosition } from "./knowledge.js";
import { messageOf } from "./news.js";
import { boards } from "./links.js";
import { state, update } from "./state.js";
import { loadTree, putAside, storeTree } from "./storage.js";

/** @typedef {{board: Board, svg: string}} View */

/** Views of positions seen before, by node. @type {Map<number, View>} */
const views = new Map();

/** At most so many views are kept. */
const VIEWS = 400;

/** Counts the wishes to show something, so that an overtaken answer is dropped. */
let wish = 0;

/** The same of the wishes to open a game. */
let openings = 0;

/** The last opening of a game. */
let opening = Promise.resolve("");

/** Waits until no game is opening any more. */
export async function opened() {
  let seen;
  do await (seen = opening).catch(() => ""); while (seen !== opening);
}

/** The node that is shown, or will be in a moment. So quick steps add up. */
export function here() {
  const { heading, tree, node } = state;
  return heading?.tree === tree ? heading.node : node;
}

/**
 * Called when a new position is shown, with whether a move has just led there.
 * @type {((played: boolean) => void)[]}
 */
const listeners = [];

/** @param {(played: boolean) => void} listener */
export function onShown(listener) {
  listeners.push(listener);
}

/** The game and its setup, as `newgame` takes them. */
export function title() {
  const { layout } = state;
  return layout ? `${layout.game} ${layout.setup}`.trim() : "";
}

/**
 * The line that sets a position up.
 * @param {string[]} moves
 * @param {string} position
 */
export function positionLine(moves, position = state.position) {
  const start = position ? `position fen ${position}` : "position startpos";
  return moves.length > 0 ? `${start} moves ${moves.join(" ")}` : start;
}

/**
 * Asks about the position after moves.
 * @param {string[]} moves
 * @param {string} game
 * @param {string} position
 * @param {string[]} queries
 * @returns {Promise<{answers: string[], refusal: Refusal|null}>}
 */
async function askAt(moves, game, position, queries) {
  const lines = [positionLine(moves, position), "query refused", ...queries];
  const { responses, errors } = await boards().ask({ title: game, lines });
  const [refused, ...answers] = responses;
  if (errors.length === 0) return { answers, refusal: null };
  // Each refused line has an error. If the game was refused as well, its error is the first.
  const isPosition = errors.length === 1 && !!refused && refused !== "none";
  return { answers, refusal: isPosition ? JSON.parse(refused) : { move: null, why: errors[0] } };
}

/** @param {Refusal} refusal */
export function refusalInWords({ move, why }) {
  return move === null ? why : `move ${move}: ${why}`;
}

/**
 * Asks for the view of a line.
 * @param {string[]} moves
 * @param {string} game
 * @param {string} position
 * @returns {Promise<View>}
 */
export async function look(moves, game = title(), position = state.position) {
  const queries = ["query board", "query board svg"];
  const { answers, refusal } = await askAt(moves, game, position, queries);
  if (refusal) throw new Error(refusalInWords(refusal));
  return { board: JSON.parse(answers[0]), svg: answers[1] };
}

/**
 * Opens a game. If the engine refuses it, everything stays as it was and the refusal is thrown.
 * Moves that cannot be played are dropped, and the refusal of the first is returned.
 * @param {Address} address
 * @param {Tree} [tree] the variations, if they are known
 * @param {boolean} [fresh] whether to begin without the variations of before, which are put aside
 */
export function openGame(address, tree, fresh = false) {
  opening = open(address, tree, fresh);
  return opening;
}

/** @type {typeof openGame} */
async function open(address, tree, fresh) {
  const number = (openings += 1);
  const game = `${address.game} ${address.setup}`.trim();
  const lines = ["query board layout", "query rules"];
  const asked = await boards().ask({ title: game, lines });
  if (asked.errors.length > 0) throw new Error(asked.errors[0]);
  const layout = JSON.parse(asked.responses[0]);
  const rules = JSON.parse(asked.responses[1]);
  const full = `${layout.game} ${layout.setup}`.trim();
  await look([], full, address.position);
  const { moves, refusal } = await playable(address.moves, full, address.position);
  if (number !== openings) return "";
  views.clear();
  const stored = loadTree(full, address.position);
  const all = tree ?? (fresh || !stored.fits(moves) ? new Tree() : stored);
  if (all !== stored) putAside(full, address.position, stored);
  const end = all.addLine(0, moves);
  all.visit(end);
  const node = all.path(end)[Math.min(address.ply, moves.length)];
  update({
    layout, rules, position: address.position, tree: all, node, known: new Map(), preview: null,
    lit: new Set(), board: null, sweep: null, playing: "", gesture: begin([]), pending: -1,
    hint: "",
  });
  await goTo(node);
  return refusal ? refusalInWords(refusal) : "";
}

/**
 * As many of the moves as can be played, as the game writes them and with the passes that they
 * leave out; how many of them these are; and why not all.
 * @param {string[]} moves
 * @param {string} game
 * @param {string} position
 * @returns {Promise<{moves: string[], good: number, refusal: Refusal|null}>}
 */
export async function playable(moves, game = title(), position = state.position) {
  if (moves.length === 0) return { moves, good: 0, refusal: null };
  const { answers, refusal } = await askAt(moves, game, position, ["query played"]);
  if (!refusal) return { moves: answers[0].split(" "), good: moves.length, refusal };
  // A word may have several moves, which the engine counts.
  const good = Math.min(Math.max(0, (refusal.move ?? 1) - 1), moves.length - 1);
  return { ...(await playable(moves.slice(0, good), game, position)), refusal };
}

/**
 * Shows what was shown before a move was tried, with why it is not played.
 * @param {string} trouble
 */
export function takeBackPlaying(trouble) {
  const { board, layout } = state;
  const gesture = board ? beginOn(board, layout?.places) : state.gesture;
  update({ playing: "", heading: null, gesture, pending: -1, hint: "", trouble });
}

/**
 * Shows a node. If that fails, all stays as it was, and the page says why.
 * @param {number} node
 * @param {boolean} played whether a move has just led here
 */
export async function goTo(node, played = false) {
  const number = (wish += 1);
  const { tree } = state;
  const isOvertaken = () => number !== wish || tree !== state.tree;
  update({ heading: { tree, node } });
  let view;
  try {
    view = views.get(node) ?? (await look(tree.moves(node)));
  } catch (error) {
    if (!isOvertaken()) takeBackPlaying(messageOf(error));
    return;
  }
  if (isOvertaken()) return;
  if (views.size >= VIEWS) views.clear();
  views.set(node, view);
  tree.visit(node);
  learnPosition(node, view.board);
  const { board, svg } = view;
  const gesture = beginOn(board, state.layout?.places);
  update({ node, board, svg, gesture, pending: -1, hint: "", preview: null, trouble: "",
    playing: "" });
  remember();
  for (const listener of listeners) listener(played);
}

/** The game to which the current entry of the history belongs. */
let remembered = "";

/** Stores the tree, and writes the address. */
function remember() {
  const { layout, tree, node, position } = state;
  if (!layout) return;
  storeTree(title(), position, tree);
  if (!state.table) {
    const end = tree.line(node).at(-1) ?? node;
    const { ply } = tree.node(node);
    const hash = formatAddress({ ...layout, position, moves: tree.moves(end), ply });
    if (hash === location.hash) return;
    // Another game is a new entry: the way back leads to the old one, or to the start.
    const root = [title(), position].join(" ");
    const isFromStart = !location.hash && state.games.length > 1;
    if (isFromStart || (remembered && remembered !== root)) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    remembered = root;
  }
}

/** Tells that the tree has changed without a move: a comment, a new main line. */
export function treeChanged() {
  update({ tree: state.tree });
  remember();
}

/**
 * Plays a move at the node that is shown.
 * @param {string} move
 */
export async function play(move) {
  const { board, tree, node } = state;
  if (!board?.moves.some((legal) => legal.move === move)) return;
  update({ playing: move, hint: "" });
  await goTo(tree.add(node, move), true);
}

/** One ply back. */
export async function back() {
  const { parent } = state.tree.node(here());
  if (parent >= 0) await goTo(parent);
}

/** One ply forward, along the line that was visited last. */
export async function forward() {
  const next = state.tree.next(here());
  if (next >= 0) await goTo(next);
}

/** To the first position. */
export async function toStart() {
  await goTo(0);
}

/** To the end of the line. */
export async function toEnd() {
  await goTo(state.tree.line(state.node).at(-1) ?? state.node);
}

/** Takes back: to the last position in which a person was to move. Nothing is deleted. */
export async function takeBack() {
  const { tree, players, known } = state;
  let { parent } = tree.node(here());
  const bothEngines = players.first.kind === "engine" && players.second.kind === "engine";
  const isSkipped = (/** @type {number} */ id) => {
    const side = known.get(id)?.side;
    return side === "chance" || (!!side && !bothEngines && players[side].kind === "engine");
  };
  while (parent > 0 && isSkipped(parent)) parent = tree.node(parent).parent;
  if (parent >= 0) await goTo(parent);
}
