// @ts-check
// The state of the page, in one place. Whoever changes it says so with `update`; whoever shows it
// watches the parts that he shows.

import { Tree } from "../model/tree.js";
import { begin } from "../model/gesture.js";

/** @typedef {"first"|"second"} Side */
/** @typedef {import("../model/score.js").Score} Score */

/**
 * @typedef {object} Layout what `query board layout` says
 * @property {string} game
 * @property {string} setup
 * @property {string} title
 * @property {{mark: string}[]} players
 * @property {[number, number, number, number]} box
 * @property {import("../model/geometry.js").Place[]} places
 * @property {{text: string, x: number, y: number}[]} labels
 * @property {{name: string, kind: string, places: number[]}[]} groups
 * @property {{name: string, about: string}[]} facts
 */

/**
 * @typedef {object} Piece
 * @property {number} place
 * @property {Side|null} owner
 * @property {number} kind
 * @property {string} name
 * @property {boolean} [last]
 * @property {boolean} [won]
 */

/**
 * @typedef {object} Board what `query board` says
 * @property {Side|"chance"|null} to_move
 * @property {"none"|"p1win"|"p2win"|"draw"} result
 * @property {string|null} margin
 * @property {string} fen
 * @property {number} ply
 * @property {Piece[]} pieces
 * @property {import("../model/gesture.js").MoveOnBoard[]} moves
 * @property {{name: string, text: string}[]} facts
 * @property {{name: string, counts: number[], all?: number, to_win?: number}[]} tallies
 * @property {string[]} [drawing]
 */

/**
 * @typedef {object} Player
 * @property {"person"|"engine"} kind
 * @property {number} strength 0 to 100
 * @property {"movetime"|"depth"} limit
 * @property {number} amount milliseconds or plies
 */

/**
 * @typedef {object} Line a move with its score for the side to move, and how the game may go on
 * @property {Score} score
 * @property {string[]} pv begins with the move
 * @property {number} depth
 */

/**
 * @typedef {object} Known what is known of a position
 * @property {Side|"chance"|null} side the side to move
 * @property {Board["result"]} result
 * @property {number} count how many moves there are
 * @property {Map<string, Line>} moves
 * @property {Line|null} best what the position is worth
 * @property {boolean} probed whether the book was asked
 */

/**
 * @typedef {object} Preview
 * @property {string[]} moves the line from the current node on
 * @property {number} at how many of them are shown
 * @property {Board} board
 * @property {string} svg
 */

/**
 * @typedef {object} Settings
 * @property {boolean} scores whether the scores are on the board
 * @property {boolean} threats whether places named by facts are marked
 * @property {boolean} confirm whether a touch must be repeated to play
 * @property {boolean} keys whether single keys are commands
 * @property {"auto"|"light"|"dark"} theme
 */

/** @type {Side[]} */
export const SIDES = ["first", "second"];

/** @returns {Player} */
export function person() {
  return { kind: "person", strength: 100, limit: "movetime", amount: 1000 };
}

export const state = {
  /** @type {{name: string, setups: string[]}[]} */
  games: [],
  /** @type {Layout|null} */
  layout: null,
  rules: "",
  /** The text of the first position, "" for the start. */
  position: "",
  tree: new Tree(),
  /** The node that is shown. */
  node: 0,
  /** @type {Board|null} */
  board: null,
  svg: "",
  gesture: begin([]),
  /** What pointing at the board has led to, until the next position. */
  hint: "",
  /** The place that waits for a second touch, or -1. */
  pending: -1,
  /** @type {{first: Player, second: Player}} */
  players: { first: person(), second: { ...person(), kind: "engine" } },
  /** Whether the engine is choosing a move. */
  thinking: false,
  /** What the engine says while it waits for its turn to think. */
  waiting: "",
  /** @type {Map<number, Known>} */
  known: new Map(),
  /** What the analysis says of itself. */
  analysis: "",
  /** @type {Preview|null} */
  preview: null,
  /** Names of places that are lit up. @type {Set<string>} */
  lit: new Set(),
  /** @type {Settings} */
  settings: { scores: true, threats: false, confirm: false, keys: true, theme: "auto" },
  /** @type {{done: number, total: number}|null} */
  sweep: null,
  /** @type {"connecting"|"open"|"lost"} */
  link: "connecting",
  /** What is wrong, for a person. */
  trouble: "",
  /** @type {import("./table.js").TableView|null} */
  table: null,
};

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
