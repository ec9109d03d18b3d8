// @ts-check
// Scores as they are seen: a proof is a badge, an opinion is a light figure in italics.

import { el } from "./dom.js";
import { figure, inWords, look } from "../model/score.js";

/**
 * A score within a text.
 * @param {Score} score
 */
export function badge(score) {
  const words = inWords(score);
  return el("span", { class: `score ${look(score)}`, title: words },
    el("span", { "aria-hidden": "true" }, figure(score)), el("span", { class: "heard" }, words));
}
