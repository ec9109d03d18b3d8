// @ts-check
// Where scores have room on a board: each in a badge that hides no piece, no label and no other
// badge.

import { levels } from "./geometry.js";
import { figure, look, worth } from "./score.js";

/**
 * A badge: the place that it speaks of, its middle and its size.
 * @typedef {object} Badge
 * @property {number} place
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} size the height of its figures
 * @property {string} text
 * @property {"win"|"loss"|"draw"|"opinion"} kind
 * @property {boolean} isBest
 */

/** The radius of a piece, and the room that a label takes from its middle, as parts of a place. */
const PIECE = 0.44;
const LABEL = 0.2;

/** The usual height of figures, and the least and the most that are tried, in places. */
const USUAL = 0.36;
const MOST = 0.6;

/** Figures are made smaller in these steps if they have no room. */
const STEPS = [1, 0.85, 0.7];

/** How wide figures are, in heights, and what a badge has around them. */
const FIGURE = 0.62;
const AROUND = 0.6;
const HEIGHT = 1.3;

/** Where a badge may stand around a place that is taken: the likeliest first. */
const AROUND_PLACE = [[0, 1], [0, -1], [1, 0], [-1, 0], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7],
  [-0.7, -0.7]];

/** Nearer than this to the middle of a place, as a part of its width, a badge speaks of it. */
const NEAR = 0.3;

/** @typedef {{x: number, y: number, width: number, height: number}} Box a middle and a size */

/**
 * Places badges, the best scores first. A score without room has none.
 * @param {Layout} layout
 * @param {Piece[]} pieces
 * @param {Map<number, Score>} scores
 * @param {number} least the least height that can be read, in places
 * @returns {Badge[]}
 */
export function placeBadges(layout, pieces, scores, least) {
  const worths = [...scores.values()].map(worth);
  // Where all are alike, none is marked as the best.
  const best = Math.min(...worths) < Math.max(...worths) ? Math.max(...worths) : NaN;
  const counts = new Map(pieces.map(({ place, count = 1 }) => [place, count]));
  const board = new Crowd(layout, counts);
  /** @type {Badge[]} */
  const placed = [];
  // Empty places come first: nobody else needs them.
  const order = [...scores].sort(([a, one], [b, other]) =>
    Number(counts.has(a)) - Number(counts.has(b)) || worth(other) - worth(one));
  for (const [place, score] of order) {
    const isBest = worth(score) === best;
    const badge = placeOne(layout.places[place], counts.get(place) ?? 0, score, least, board);
    if (!badge) continue;
    board.add(badge);
    placed.push({ ...badge, place, isBest });
  }
  return placed;
}

/**
 * @param {Place} place
 * @param {number} count the pieces there
 * @param {Score} score
 * @param {number} least
 * @param {Crowd} board
 */
function placeOne(place, count, score, least, board) {
  const [text, kind] = [figure(score), look(score)];
  const { width: wide = 1 } = place;
  const ems = FIGURE * text.length + AROUND;
  // On its own place it is no wider than that, if it can be read so.
  const fitting = Math.max(least, 0.94 * wide / ems);
  const usual = Math.min(MOST, Math.max(USUAL * wide, least), count === 0 ? fitting : MOST);
  for (const step of STEPS) {
    const size = usual * step;
    if (size < Math.min(least, USUAL) * 0.95) break;
    const height = HEIGHT * size;
    const width = Math.max(height, size * ems);
    for (const spot of spots(place, count, width, height)) {
      const box = { x: spot.x, y: spot.y, width, height };
      if (board.hasRoom(box, place)) return { ...box, size, text, kind };
    }
  }
  return null;
}

/**
 * Where a badge may stand that speaks of a place.
 * @param {Place} place
 * @param {number} count
 * @param {number} width
 * @param {number} height
 */
function spots(place, count, width, height) {
  const { x, y, width: wide = 1, stack } = place;
  const spot = (/** @type {number} */ right, /** @type {number} */ down) =>
    ({ x: x + right, y: y + down });
  if (count === 0) {
    // In the middle, or beside a label.
    const up = wide / 2 - height / 2 - 0.03;
    return [spot(0, 0), spot(0, -up), spot(0, up), spot(0, -wide / 4), spot(0, wide / 4)];
  }
  const found = [];
  if (stack) {
    const top = levels(place, count).at(-1) ?? place;
    const beyond = PIECE + height / 2 + 0.04;
    const length = Math.hypot(stack.dx, stack.dy) || 1;
    const [right, down] = [stack.dx / length * beyond, stack.dy / length * beyond];
    found.push({ x: top.x + right, y: top.y + down });
  }
  for (const [right, down] of AROUND_PLACE) {
    const beyond = PIECE * wide + 0.03;
    found.push(spot(right * (beyond + width / 2), down * (beyond + height / 2)));
  }
  return found;
}

/** What is on a board already: pieces, labels, badges. */
class Crowd {
  /**
   * @param {Layout} layout
   * @param {Map<number, number>} counts how many pieces are at each place
   */
  constructor({ places, labels, box: [left, top, width, height] }, counts) {
    this.board = { left, top, right: left + width, bottom: top + height };
    this.places = places;
    this.discs = [...counts].flatMap(([place, count]) =>
      levels(places[place], count).map(({ x, y }) =>
        ({ x, y, radius: PIECE * (places[place].width ?? 1) })));
    /** @type {Box[]} */
    this.boxes = labels.map(({ x, y }) => ({ x, y, width: 2 * LABEL, height: 2 * LABEL }));
  }

  /** @param {Box} badge */
  add({ x, y, width, height }) {
    this.boxes.push({ x, y, width, height });
  }

  /**
   * Whether a badge has room. In the middle of another place it would speak of that one.
   * @param {Box} badge
   * @param {Place} own
   */
  hasRoom({ x, y, width, height }, own) {
    const { left, top, right, bottom } = this.board;
    const [halfWidth, halfHeight] = [width / 2, height / 2];
    if (x - halfWidth < left || x + halfWidth > right) return false;
    if (y - halfHeight < top || y + halfHeight > bottom) return false;
    const isAt = (/** @type {Place} */ other) =>
      other !== own && Math.hypot(other.x - x, other.y - y) < NEAR * (other.width ?? 1);
    if (this.places.some(isAt)) return false;
    return this.boxes.every((box) =>
      Math.abs(box.x - x) >= (box.width + width) / 2 ||
      Math.abs(box.y - y) >= (box.height + height) / 2) &&
      this.discs.every((disc) => {
        const dx = Math.max(0, Math.abs(disc.x - x) - halfWidth);
        const dy = Math.max(0, Math.abs(disc.y - y) - halfHeight);
        return Math.hypot(dx, dy) >= disc.radius;
      });
  }
}
