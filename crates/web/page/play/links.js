// @ts-check
// The conversations with the server: one engine shows, one plays, one analyses.

import { Engine } from "../protocol/engine.js";
import { state, update } from "./state.js";

/** The path of the engine's socket. */
const PATH = "/ws";

/** @type {Engine|null} */
let asked = null;
/** @type {Engine|null} */
let playing = null;
/** @type {Engine|null} */
let analysing = null;

/** The engine that knows the boards. It never searches, so it answers at once. */
export function boards() {
  asked ??= new Engine(PATH, (link, reason, wait) => {
    const seconds = Math.max(1, Math.round(wait / 1000));
    const text = `The engine is out of reach${reason ? ` (${reason})` : ""}. ` +
      `The next try is in ${seconds} s. Nothing is lost.`;
    update({ link, trouble: link === "lost" ? text : state.link === "lost" ? "" : state.trouble });
  });
  return asked;
}

/** The engine that plays. It is called when it is first needed. */
export function opponent() {
  playing ??= new Engine(PATH, () => undefined);
  return playing;
}

/** The engine that analyses. It is called when it is first needed. */
export function analyst() {
  analysing ??= new Engine(PATH, (link) => {
    if (link === "lost") update({ analysis: "The analysis has lost its connection." });
  });
  return analysing;
}
