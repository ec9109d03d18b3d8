// @ts-check
// What the browser keeps: settings, players, trees of variations. A browser that keeps nothing is
// no trouble.

import { Tree } from "../model/tree.js";
import { SIDES, state } from "./state.js";

/**
 * @param {Storage} storage
 * @param {string} key
 * @returns {unknown}
 */
function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {Storage} storage
 * @param {string} key
 * @param {unknown} value
 */
function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden. The address still has the line.
  }
}

/**
 * @param {string} title
 * @param {string} position
 */
function treeKey(title, position) {
  // A table has trees of its own.
  return `sarsen.tree ${location.pathname} ${title} ${position}`;
}

/**
 * @param {string} title
 * @param {string} position
 */
export function loadTree(title, position) {
  return Tree.fromJSON(read(sessionStorage, treeKey(title, position)));
}

/**
 * @param {string} title
 * @param {string} position
 * @param {Tree} tree
 */
export function storeTree(title, position, tree) {
  write(sessionStorage, treeKey(title, position), tree);
}

/**
 * @typedef {object} EarlierGame
 * @property {string} title
 * @property {string} position
 * @property {string[]} moves its main line
 * @property {unknown} tree
 */

/** So many earlier games are kept. */
const EARLIER = 30;

/** The games that were put aside, the last one first. @returns {EarlierGame[]} */
export function earlierGames() {
  const list = read(localStorage, "sarsen.earlier");
  return Array.isArray(list) ? list.filter((game) => typeof game?.title === "string" &&
    typeof game.position === "string" && Array.isArray(game.moves)) : [];
}

/**
 * Puts a game aside, with all its variations, so that a new one can begin from the same position.
 * @param {string} title
 * @param {string} position
 * @param {Tree} tree
 */
export function putAside(title, position, tree) {
  if (tree.nodes.length === 1) return;
  const moves = tree.moves(tree.main().at(-1) ?? 0);
  const game = JSON.stringify({ title, position, moves, tree });
  const others = earlierGames().filter((other) => JSON.stringify(other) !== game);
  write(localStorage, "sarsen.earlier", [JSON.parse(game), ...others].slice(0, EARLIER));
}

/**
 * Takes over the fields of a stored value that have the right type.
 * @template {object} T
 * @param {T} target
 * @param {unknown} stored
 */
function adopt(target, stored) {
  if (typeof stored !== "object" || stored === null) return;
  const [to, from] = [/** @type {Record<string, unknown>} */ (target),
    /** @type {Record<string, unknown>} */ (stored)];
  for (const name of Object.keys(to)) {
    if (typeof from[name] === typeof to[name]) to[name] = from[name];
  }
}

/** Reads the settings and the players of the last visit. */
export function loadSettings() {
  adopt(state.settings, read(localStorage, "sarsen.settings"));
  const players = read(localStorage, "sarsen.players");
  if (typeof players !== "object" || players === null) return;
  for (const side of SIDES) {
    adopt(state.players[side], /** @type {Record<string, unknown>} */ (players)[side]);
  }
}

export function storeSettings() {
  write(localStorage, "sarsen.settings", state.settings);
  write(localStorage, "sarsen.players", state.players);
}

/**
 * How the last game was to begin: the values of the fields.
 * @typedef {{side: string, level: string, time: string, scores: boolean}} Wishes
 */

/** @returns {Wishes} */
export function loadWishes() {
  const wishes = { side: "first", level: "50", time: "1000", scores: false };
  adopt(wishes, read(localStorage, "sarsen.wishes"));
  return wishes;
}

/** @param {Wishes} wishes */
export function storeWishes(wishes) {
  write(localStorage, "sarsen.wishes", wishes);
}

/** @typedef {{side: Side, secret: string}} Seat */

/**
 * The seat that this browser has at a table.
 * @param {string} table
 * @returns {Seat|null}
 */
export function loadSeat(table) {
  const seat = /** @type {Partial<Seat>|null} */ (read(localStorage, `sarsen.seat ${table}`));
  const { side, secret } = seat ?? {};
  if ((side !== "first" && side !== "second") || typeof secret !== "string") return null;
  return /^[\x21-\x7e]+$/.test(secret) ? { side, secret } : null;
}

/**
 * @param {string} table
 * @param {Seat|null} seat
 */
export function storeSeat(table, seat) {
  write(localStorage, `sarsen.seat ${table}`, seat);
}

/** The name under which the person last sat down. */
export function loadName() {
  const name = read(localStorage, "sarsen.name");
  return typeof name === "string" ? name : "";
}

/** @param {string} name */
export function storeName(name) {
  write(localStorage, "sarsen.name", name);
}
