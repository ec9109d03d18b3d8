// @ts-check
// Facts of a position, with their meanings. The places that they name light up.

import { state, update, watch } from "../play/state.js";
import { at, el, fill, show } from "./dom.js";

/** Texts that say that there is nothing to say. */
const NOTHING = new Set(["", "-", "none"]);

/**
 * The places that a text names, separated by commas.
 * @param {string} text
 * @param {Set<string>} names
 */
function placesIn(text, names) {
  const words = text.split(",").map((word) => word.trim());
  return words.length > 0 && words.every((word) => names.has(word)) ? words : [];
}

/** The names of all places. */
function names() {
  return new Set(state.layout?.places.map((place) => place.name));
}

/**
 * The places to light up now: those under the pointer, and all named ones if that is set.
 * @param {{name: string, area: string}[]} places
 * @returns {Set<number>}
 */
export function namedPlaces(places) {
  const board = state.preview?.board ?? state.board;
  const known = names();
  const wanted = new Set(state.lit);
  if (state.settings.threats) {
    for (const { text } of board?.facts ?? []) for (const n of placesIn(text, known)) wanted.add(n);
  }
  // A place in a hand may be called as one on the board is; then the board is meant.
  const onBoard = new Set(places.flatMap(({ name, area }) => (area === "board" ? [name] : [])));
  return new Set(places.flatMap(({ name, area }, at) =>
    (wanted.has(name) && (area === "board" || !onBoard.has(name)) ? [at] : [])));
}

/** @param {string[]} list */
function light(list) {
  update({ lit: new Set(list) });
}

/** Shows the facts. */
function showFacts() {
  const board = state.preview?.board ?? state.board;
  const all = names();
  const facts = (board?.facts ?? []).filter(({ text }) => !NOTHING.has(text));
  show("facts", facts.length > 0);
  fill(at("facts-list"), facts.flatMap(({ name, text }) => {
    const about = state.layout?.facts.find((fact) => fact.name === name)?.about ?? "";
    const places = placesIn(text, all);
    const value = places.length === 0
      ? text
      : el("button", {
        class: "named",
        "aria-label": `${name}: show ${places.join(", ")} on the board`,
        onpointerenter: () => light(places),
        onpointerleave: () => light([]),
        onfocus: () => light(places),
        onblur: () => light([]),
        onclick: () => light(places),
      }, places.join(", "));
    return [el("dt", {}, name), el("dd", {}, value, about && el("small", {}, about))];
  }));
}

export function startFactsView() {
  watch(["board", "preview", "layout"], showFacts);
}
