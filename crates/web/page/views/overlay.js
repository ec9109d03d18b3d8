// @ts-check
// What lies over the picture: the scores of the moves, chosen and named places. It is only seen;
// what it says, the cells of the grid say too.

import { figure, look, worth } from "../model/score.js";
import { fill, svg } from "./dom.js";

/**
 * @typedef {object} Marks
 * @property {Map<number, Score>} scores
 * @property {Set<number>} taken places that hold a piece, whose score stands at their edge
 * @property {{x: number, y: number}[]} labels texts of the picture, which scores leave free
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
export function drawMarks(layer, places, marks) {
  const { scores, lit, picked, pending, target } = marks;
  const worths = [...scores.values()].map(worth);
  // Where all are alike, none is marked as the best.
  const best = Math.min(...worths) < Math.max(...worths) ? Math.max(...worths) : NaN;
  fill(layer, [
    ...[...lit].map((place) => outline(places[place], "lit")),
    ...picked.map((place) => outline(places[place], "picked")),
    target >= 0 && outline(places[target], "target"),
    pending >= 0 && outline(places[pending], "pending"),
    ...[...scores].map(([place, score]) =>
      scoreMark(room(places[place], place, marks), score, worth(score) === best)),
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

/** @typedef {{x: number, y: number, width: number, most: number}} Room */

/**
 * Where the score of a place has room: in its middle, beside a label, or at the edge of a piece.
 * @param {Place} place
 * @param {number} at
 * @param {Marks} marks
 * @returns {Room}
 */
function room({ x, y, width = 1 }, at, { taken, labels }) {
  if (taken.has(at)) return { x, y: y + width * 0.5, width: width * 0.95, most: 0.34 };
  const label = labels.find((text) => Math.hypot(text.x - x, text.y - y) < width * 0.45);
  if (!label) return { x, y, width: width * 0.86, most: 0.42 };
  return { x, y: y + (label.y > y ? -0.18 : 0.18) * width, width: width * 0.86, most: 0.32 };
}

/**
 * @param {Room} room
 * @param {Score} score
 * @param {boolean} isBest
 */
function scoreMark({ x, y: middle, width, most }, score, isBest) {
  const text = figure(score);
  const kind = look(score);
  // Large, but never wider than the place.
  const ems = kind === "opinion" ? 0.74 * text.length : 0.62 * text.length + 0.42;
  const size = Math.min(most, width / ems);
  const group = svg("g", { class: `score ${kind}${isBest ? " best" : ""}` });
  if (kind !== "opinion") {
    const height = size * 1.36;
    const wide = Math.max(height, size * (0.62 * text.length + 0.42));
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
