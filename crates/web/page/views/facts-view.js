// @ts-check
// Facts of a position, with their meanings. The places that they list light up.

import { state, update, watch } from "../play/state.js";
import { at, el, fill, show } from "./dom.js";

/** Texts that say that there is nothing to say. */
const NOTHING = new Set(["", "-", "none"]);

/**
 * What the layout says of a fact.
 * @param {string} name
 */
function meaningOf(name) {
  return state.layout?.facts.find((fact) => fact.name === name);
}

/**
 * The places that a fact lists. A number is none, even where places have numbers as names.
 * @param {Fact} fact
 */
function placesIn({ name, text }) {
  return meaningOf(name)?.places && !NOTHING.has(text) ? text.split(",") : [];
}

/**
 * The places to light up now: those under the pointer, and all named ones if that is set.
 * @param {{name: string, area: string}[]} places
 * @returns {Set<number>}
 */
export function namedPlaces(places) {
  const board = state.preview?.board ?? state.board;
  const wanted = new Set(state.lit);
  if (state.settings.threats) {
    for (const name of (board?.facts ?? []).flatMap(placesIn)) wanted.add(name);
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
  const facts = (board?.facts ?? []).filter(({ text }) => !NOTHING.has(text));
  show("facts", facts.length > 0);
  fill(at("facts-list"), facts.flatMap((fact) => {
    const { name, text } = fact;
    const about = meaningOf(name)?.about;
    const places = placesIn(fact);
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
