// @ts-check
// What lies over the picture: the scores of the moves, chosen and named places. It is only seen;
// what it says, the cells of the grid say too.

import { figure, look, worth } from "../model/score.js";
import { fill, svg } from "./dom.js";

/** @typedef {import("../model/score.js").Score} Score */
/** @typedef {import("../model/geometry.js").Place} Place */

/**
 * @typedef {object} Marks
 * @property {Map<number, Score>} scores
 * @property {Set<number>} taken places that hold a piece, whose score stands at their edge
 * @property {Set<number>} lit
 * @property {number[]} picked
 * @property {number} pending
 * @property {number} target where a move under the pointer goes, or -1
 */

/**
 * Draws the marks.
 * @param {SVGSVGElement} layer
 * @param {Place[]} places
 * @param {Marks} marks
 */
export function drawMarks(layer, places, { scores, taken, lit, picked, pending, target }) {
  const best = Math.max(...[...scores.values()].map(worth));
  const ring = (/** @type {number} */ place, /** @type {string} */ name) => outline(places[place], name);
  fill(layer, [
    ...[...lit].map((place) => ring(place, "lit")),
    ...picked.map((place) => ring(place, "picked")),
    ...(target >= 0 ? [ring(target, "target")] : []),
    ...(pending >= 0 ? [ring(pending, "pending")] : []),
    ...[...scores].map(([place, score]) =>
      scoreMark(places[place], score, taken.has(place), worth(score) === best)),
  ]);
}

/**
 * @param {Place} place
 * @param {string} name
 */
function outline({ x, y, shape, width = 1 }, name) {
  if (shape === "square" || shape === "card") {
    const side = width * 0.88;
    return svg("rect", { class: `mark ${name}`, x: x - side / 2, y: y - side / 2, width: side,
      height: side, rx: 0.1 });
  }
  return svg("circle", { class: `mark ${name}`, cx: x, cy: y, r: width * 0.46 });
}

/**
 * @param {Place} place
 * @param {Score} score
 * @param {boolean} atEdge
 * @param {boolean} isBest
 */
function scoreMark({ x, y, width = 1 }, score, atEdge, isBest) {
  const text = figure(score);
  const kind = look(score);
  const size = width * (atEdge ? 0.27 : text.length > 3 ? 0.34 : 0.42);
  const middle = atEdge ? y + width * 0.38 : y;
  const group = svg("g", { class: `score ${kind}${isBest ? " best" : ""}` });
  if (kind !== "opinion") {
    const height = size * 1.36;
    const wide = Math.max(height, size * (0.62 * text.length + 0.5));
    group.append(svg("rect", { x: x - wide / 2, y: middle - height / 2, width: wide, height,
      rx: kind === "draw" ? 0 : kind === "win" ? height / 2 : height / 5 }));
  }
  group.append(svg("text", { x, y: middle + size * 0.35, "font-size": size }, text));
  if (isBest && kind === "opinion") {
    const half = size * 0.3 * text.length;
    group.append(svg("path", { d: `M${x - half} ${middle + size * 0.56}h${2 * half}` }));
  }
  return group;
}
