// @ts-check
// What lies over the picture: the scores of the moves, chosen and named places. It is only seen;
// what it says, the cells of the grid say too.

import { placeBadges } from "../model/badges.js";
import { extent } from "../model/geometry.js";
import { fill, svg } from "./dom.js";

/**
 * @typedef {object} Marks
 * @property {Map<number, Score>} scores
 * @property {Piece[]} pieces what is on the board
 * @property {number} least the least height of figures that can be read, in places
 * @property {Set<number>} lit
 * @property {number[]} picked
 * @property {Set<number>} goals where the move may go on
 * @property {Set<number>} plain where one may play, if nothing else says so
 * @property {number} pending
 * @property {number[][]} trail the ways of the move before a roll
 * @property {number} target where a move under the pointer goes, or -1
 */

/**
 * Draws the marks.
 * @param {SVGSVGElement} layer
 * @param {Layout} layout
 * @param {Marks} marks
 */
export function drawMarks(layer, layout, marks) {
  const { places } = layout;
  const { scores, pieces, least, lit, picked, goals, plain, pending, target, trail } = marks;
  const taken = new Set(pieces.map(({ place }) => place));
  const on = (/** @type {number} */ place) => places[place].area === "board";
  fill(layer, [
    ...trail.map((way) => way.filter(on)).filter((way) => way.length > 1).map((way) =>
      svg("polyline", { class: "mark trail",
        points: way.map((place) => `${places[place].x},${places[place].y}`).join(" ") })),
    ...[...lit].map((place) => outline(places[place], "lit")),
    ...[...goals].map((place) => outline(places[place], "goal")),
    ...[...plain].filter((place) => on(place) && !taken.has(place)).map((place) =>
      svg("circle", { class: "mark plain", cx: places[place].x, cy: places[place].y, r: 0.1 })),
    ...picked.map((place) => outline(places[place], "picked")),
    target >= 0 && outline(places[target], "target"),
    pending >= 0 && outline(places[pending], "pending"),
    ...placeBadges(layout, pieces, scores, least).map(badge),
  ]);
}

/**
 * @param {Place} place
 * @param {string} name
 */
function outline(place, name) {
  const { x, y, shape, width = 1, stack } = place;
  if (shape === "square" || shape === "card" || stack) {
    const room = extent(place);
    const [wide, high] = [room.width - 0.12 * width, room.height - 0.12 * width];
    return svg("rect", { class: `mark ${name}`, x: room.left + 0.06 * width,
      y: room.top + 0.06 * width, width: wide, height: high, rx: 0.1 });
  }
  return svg("circle", { class: `mark ${name}`, cx: x, cy: y, r: width * 0.46 });
}

/** The roundness of the corners of a badge, as a part of its height: a proof has a shape of its own. */
const ROUND = { win: 0.5, loss: 0.2, draw: 0, opinion: 0.5 };

/** @param {import("../model/badges.js").Badge} badge */
function badge({ place, x, y, width, height, size, text, kind, isBest }) {
  const group = svg("g", { class: `score ${kind}${isBest ? " best" : ""}`, "data-place": place },
    svg("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height * ROUND[kind] }),
    svg("text", { x, y: y + size * 0.35, "font-size": size }, text));
  if (isBest && kind === "opinion") {
    const half = size * 0.3 * text.length;
    group.append(svg("path", { d: `M${x - half} ${y + size * 0.52}h${2 * half}` }));
  }
  return group;
}
