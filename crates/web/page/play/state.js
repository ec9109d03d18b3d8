// @ts-check
// The state of the page, in one place. Whoever changes it says so with `update`; whoever shows it
// watches the parts that he shows. A script keeps for itself only what nobody sees: connections,
// searches and timers that it will end, answers that it need not ask for again.

import { Tree } from "../model/tree.js";
import { begin } from "../model/gesture.js";

/** @type {Side[]} */
export const SIDES = ["first", "second"];

/** @returns {Player} */
export function person() {
  return { kind: "person", strength: 100, limit: "movetime", amount: 1000 };
}

export const state = {
  /** @type {GameOnOffer[]} */
  games: [],
  /** @type {Layout|null} */
  layout: null,
  rules: "",
  /** The text of the first position, "" for the start. */
  position: "",
  tree: new Tree(),
  /** The node that is shown. */
  node: 0,
  /** Where the last step leads that is not shown yet. @type {{tree: Tree, node: number}|null} */
  heading: null,
  /** @type {Board|null} */
  board: null,
  svg: "",
  gesture: begin([]),
  /** What pointing at the board has led to, until the next position. */
  hint: "",
  /** Moves that look the same on the board; a person is asked which is meant. @type {string[]} */
  choice: [],
  /** The place that waits for a second touch, or -1. */
  pending: -1,
  /** @type {{first: Player, second: Player}} */
  players: { first: person(), second: { ...person(), kind: "engine" } },
  /** Whether the engine is choosing a move. */
  thinking: false,
  /** What the dice show while they roll, or "". */
  rolling: "",
  /** What the engine says while it waits for its turn to think. */
  waiting: "",
  /** @type {Map<number, Known>} */
  known: new Map(),
  /** What the analysis says of itself. */
  analysis: "",
  /** The move that is being played, until the server has answered, or "". */
  playing: "",
  /** @type {Preview|null} */
  preview: null,
  /** Names of places that are lit up. @type {Set<string>} */
  lit: new Set(),
  /** @type {Settings} */
  settings: { scores: true, threats: false, confirm: false, keys: true, dice: true,
    forced: false, motion: true, theme: "auto", look: "rich" },
  /** @type {{done: number, total: number}|null} */
  sweep: null,
  /** @type {"connecting"|"open"|"lost"} */
  link: "connecting",
  /** What is wrong, for a person. */
  trouble: "",
  /** @type {TableView|null} */
  table: null,
  /** Whether the table was asked for the old seat and has not answered. */
  resuming: false,
};

/**
 * The game on offer with this name.
 * @param {string|undefined} wanted
 */
export function onOffer(wanted) {
  return state.games.find(({ name }) => name === wanted);
}

/** @typedef {keyof typeof state} Part */

/** @type {{parts: Part[], show: () => void}[]} */
const watchers = [];

/**
 * Calls `show` whenever one of the parts has changed.
 * @param {Part[]} parts
 * @param {() => void} show
 */
export function watch(parts, show) {
  watchers.push({ parts, show });
}

/**
 * Changes the state and shows the change.
 * @param {Partial<typeof state>} changes
 */
export function update(changes) {
  Object.assign(state, changes);
  const changed = /** @type {Part[]} */ (Object.keys(changes));
  for (const { parts, show } of watchers) {
    if (parts.some((part) => changed.includes(part))) show();
  }
}
