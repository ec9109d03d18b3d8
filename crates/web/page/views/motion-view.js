// @ts-check
// Motion: pieces go, fall, turn over and leave. It is short, and the next input ends it.

import { levels } from "../model/geometry.js";
import { motions } from "../model/motion.js";
import { state } from "../play/state.js";
import { svg } from "./dom.js";

/** How long everything takes, in milliseconds. */
const TIME = 220;

/** @type {Animation[]} */
let running = [];

/**
 * A move that is shown before the server has answered: where it ends, since when, and how it is
 * taken back.
 * @type {{to: number[], since: number, undo: () => void}|null}
 */
let ahead = null;

/** Shows the end of all motion at once. */
export function endMotion() {
  for (const animation of running.splice(0)) animation.finish();
}

/** Whether somebody has asked for no motion: here, or for all programs. */
function isQuiet() {
  return !state.settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Shows at once where a move leads, before anybody has answered. What else it does is not known.
 * @param {Layout} layout
 * @param {{board: Board, picture: Element}} shown
 * @param {number[][]} gesture of the move
 */
export function foretell(layout, { board, picture }, gesture) {
  takeBack();
  const places = gesture.map(([place]) => place);
  const [from, to] = [places[0], places[places.length - 1]];
  const front = picture.querySelector(".front");
  const side = board.to_move;
  if (to === undefined || !side || side === "chance") return;
  const target = layout.places[to];
  const easing = front ? FALL : "ease-in-out";
  const since = performance.now();
  const there = pieceAt(picture, to);
  if (places.length === 1 && there) {
    // What is pointed at alone does not go, but it does something.
    play(there, target.shape === "die" ? TUMBLE : COME, "ease-out");
    ahead = { to: [to], since, undo: () => {} };
    return;
  }
  if (places.length === 1) {
    const fresh = newPiece(target, side);
    picture.insertBefore(fresh, front);
    const above = front ? { x: target.x, y: topOf(layout, target) - 1 } : target;
    play(fresh, along([above, target]), easing);
    ahead = { to: [to], since, undo: () => fresh.remove() };
    return;
  }
  const piece = pieceAt(picture, from);
  if (!piece) return;
  raise(piece);
  const count = board.pieces.find(({ place }) => place === from)?.count;
  const transform = shift(levels(layout.places[from], count).at(-1) ?? target, target);
  // It may have been dragged.
  const held = piece.style.transform || "none";
  piece.style.transform = transform;
  play(piece, [{ transform: held }, { transform }], easing);
  ahead = { to: [to], since, undo: () => { piece.style.transform = ""; } };
}

/**
 * The pieces of a move that was made step by step are where they go already.
 * @param {Step[]} steps
 */
export function stayAhead(steps) {
  ahead = { to: steps.map(([, to]) => to), since: -Infinity, undo: () => {} };
}

/** Takes back what was shown too early. */
export function takeBack() {
  ahead?.undo();
  ahead = null;
}

/**
 * A piece in the colours of a side, until the picture has the right one.
 * @param {Place} place
 * @param {Side} side
 */
function newPiece({ x, y, width = 1 }, side) {
  return svg("g", { class: `piece ${side}` },
    svg("circle", { class: "body", cx: x, cy: y, r: 0.42 * width }));
}

/**
 * The highest place above another one.
 * @param {Layout} layout
 * @param {Place} place
 */
function topOf({ places }, place) {
  return Math.min(...places.filter(({ x }) => x === place.x).map(({ y }) => y));
}

/**
 * Moves the pieces of a new picture from where they were.
 * @param {Layout} layout
 * @param {{board: Board, picture: Element}} before
 * @param {{board: Board, picture: Element}} after
 */
export function move(layout, before, after) {
  endMotion();
  const { to: early, since } = ahead ?? { to: /** @type {number[]} */ ([]), since: 0 };
  ahead = null;
  if (isQuiet() || Math.abs(after.board.ply - before.board.ply) > 2) return;
  const front = after.picture.querySelector(".front");
  const counts = [before, after].map(({ board }) =>
    new Map(board.pieces.map(({ place, count }) => [place, count ?? 1])));
  const top = (/** @type {number} */ place, /** @type {Map<number, number>} */ of) =>
    levels(layout.places[place], of.get(place) ?? 1).at(-1) ?? layout.places[place];
  for (const { kind, way } of motions(layout, before.board, after.board)) {
    const [from, to] = [way[0], way[way.length - 1]];
    const points = way.map((place, at) => top(place, counts[at === way.length - 1 ? 1 : 0]));
    // Into a frame, pieces fall from above it.
    if (front && way.length > 1) points[0] = { ...points[0], y: points[0].y - 1 };
    const vanish = (/** @type {number} */ at, /** @type {Keyframe[]} */ frames,
      /** @type {string} */ easing) => {
      const ghost = ghostOf(before.picture, at, after.picture, front);
      if (ghost) play(ghost, frames, easing).finished.then(() => ghost.remove(), () => {});
    };
    if (kind === "leave") {
      vanish(from, away(points), "ease-in");
      continue;
    }
    const piece = pieceAt(after.picture, to);
    if (!piece) continue;
    if (kind === "go") {
      raise(piece);
      const animation = play(piece, along(points), front ? FALL : "ease-in-out");
      // It goes on where it is already.
      if (early.includes(to)) animation.currentTime = Math.min(TIME, performance.now() - since);
    } else if (kind === "turn") {
      vanish(to, TURN_AWAY, "linear");
      play(piece, TURN_UP, "linear");
    } else if (!early.includes(to)) {
      play(piece, kind === "come" ? COME : TUMBLE, "ease-out");
    }
  }
}

/** How pieces fall. */
const FALL = "cubic-bezier(0.5, 0, 0.9, 0.6)";

const TURN_AWAY = [{ transform: "none" }, { transform: "scaleX(0)", offset: 0.5 },
  { transform: "scaleX(0)" }];
const TURN_UP = [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 },
  { transform: "none" }];
const COME = [{ transform: "scale(0.6)", opacity: 0 }, { transform: "none", opacity: 1 }];
const TUMBLE = [{ transform: "rotate(-200deg) scale(0.7)" }, { transform: "none" }];

/**
 * The way of a piece to where it is drawn.
 * @param {{x: number, y: number}[]} points
 */
function along(points) {
  const end = points[points.length - 1];
  // Frames say where they are on the way, so that the speed stays the same.
  const lengths = points.map(({ x, y }, at) =>
    at === 0 ? 0 : Math.hypot(x - points[at - 1].x, y - points[at - 1].y));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  return points.map(({ x, y }, at) => {
    gone += lengths[at];
    const offset = at === points.length - 1 ? 1 : Math.min(1, gone / whole);
    return { transform: shift(end, { x, y }), offset };
  });
}

/**
 * The way of a piece from where it is drawn, until nobody sees it.
 * @param {{x: number, y: number}[]} points
 */
function away(points) {
  const last = points[points.length - 1];
  return [{ transform: "none", opacity: 1 }, { transform: shift(points[0], last), opacity: 0 }];
}

/**
 * The shift from one point to another.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
export function shift(from, to) {
  return `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {string} easing
 */
export function play(element, frames, easing) {
  const duration = isQuiet() ? 0 : TIME;
  const animation = element.animate(frames, { duration, easing, fill: "backwards" });
  running.push(animation);
  return animation;
}

/**
 * The piece at a place, or those of its stack, the lowest first.
 * @param {Element} picture
 * @param {number} place
 * @returns {SVGElement[]}
 */
export function unitsAt(picture, place) {
  const piece = /** @type {SVGElement|null} */ (
    picture.querySelector(`.piece[data-place="${place}"]`));
  if (!piece) return [];
  const units = /** @type {NodeListOf<SVGElement>} */ (piece.querySelectorAll(":scope > .unit"));
  return units.length > 0 ? [...units] : [piece];
}

/**
 * The piece at a place, or the one on top of its stack.
 * @param {Element} picture
 * @param {number} place
 */
function pieceAt(picture, place) {
  return unitsAt(picture, place).at(-1) ?? null;
}

/**
 * Draws a piece, or the stack it is in, above all others, but behind the front of a frame.
 * @param {Element} piece
 */
export function raise(piece) {
  const whole = piece.closest(".piece");
  const picture = whole?.parentNode;
  if (whole) picture?.insertBefore(whole, picture.querySelector(".front"));
}

/**
 * Draws a piece of the old picture in the new one.
 * @param {Element} old
 * @param {number} place
 * @param {Element} picture
 * @param {Element|null} front
 */
function ghostOf(old, place, picture, front) {
  const piece = pieceAt(old, place);
  const owner = piece?.closest(".piece");
  if (!piece || !owner) return null;
  const ghost = /** @type {Element} */ (owner.cloneNode(false));
  ghost.removeAttribute("data-place");
  ghost.append(...piece.cloneNode(true).childNodes);
  picture.insertBefore(ghost, front);
  return ghost;
}
