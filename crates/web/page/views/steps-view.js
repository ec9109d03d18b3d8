// @ts-check
// A move that is made step by step: its pieces stand where the steps have led, until it is whole or
// taken back.

import { levels } from "../model/geometry.js";
import { play, raise, shift, unitsAt } from "./motion-view.js";

/**
 * A piece that may be moved: where it is drawn, and where it stands now.
 * @typedef {{element: SVGElement, home: Point, at: Point}} Standing
 * @typedef {{x: number, y: number}} Point
 */

/** What is shown. @type {{picture: Element|null, done: Step[]}} */
let seen = { picture: null, done: [] };

/** The pieces that have been moved, with their transforms. @type {Map<SVGElement, string>} */
let moved = new Map();

/** The pieces of the opponent that have been hit. @type {SVGElement[]} */
let hit = [];

/** Copies of pieces that are not drawn, because too many stand there. @type {SVGElement[]} */
let copies = [];

/** The numbers of such heaps, as they were. @type {Map<Element, string>} */
let numbers = new Map();

/**
 * What stands at the places that steps have touched: what is drawn, and how many there are.
 * @type {Map<number, {units: Standing[], count: number}>}
 */
let heaps = new Map();

/**
 * The piece on top of a place, as the steps have left it.
 * @param {Element} picture
 * @param {number} place
 */
export function topAt(picture, place) {
  const known = picture === seen.picture ? heaps.get(place) : null;
  return known ? known.units.at(-1)?.element ?? null : unitsAt(picture, place).at(-1) ?? null;
}

/**
 * Shows the steps that are made.
 * @param {Layout} layout
 * @param {{board: Board, picture: Element}} shown
 * @param {Step[]} done
 */
export function showSteps({ places }, { board, picture }, done) {
  if (picture === seen.picture && done === seen.done) return;
  seen = { picture, done };
  const before = [...moved.keys()];
  moved = new Map();
  for (const element of hit.splice(0)) element.style.visibility = "";
  for (const copy of copies.splice(0)) copy.remove();
  for (const [number, text] of numbers) number.textContent = text;
  numbers = new Map();
  heaps = new Map();
  const heap = (/** @type {number} */ place) => {
    const known = heaps.get(place);
    if (known) return known;
    const count = board.pieces.find((piece) => piece.place === place)?.count;
    const at = levels(places[place], count);
    const units = unitsAt(picture, place).map((element, level) =>
      ({ element, home: at[level] ?? at[0], at: at[level] ?? at[0] }));
    const fresh = { units, count: count ?? units.length };
    heaps.set(place, fresh);
    return fresh;
  };
  const take = (/** @type {number} */ place) => {
    const stack = heap(place);
    const top = stack.units.at(-1);
    stack.count -= 1;
    const isDrawn = !top || moved.has(top.element) || stack.count < stack.units.length;
    if (isDrawn) return stack.units.pop();
    // One that is not drawn moves up.
    const number = top.element.querySelector("text");
    if (number && !numbers.has(number)) numbers.set(number, number.textContent ?? "");
    if (number) number.textContent = stack.count > stack.units.length ? String(stack.count) : "";
    const element = /** @type {SVGElement} */ (top.element.cloneNode(true));
    element.querySelector("text")?.remove();
    element.style.transform = "";
    top.element.after(element);
    copies.push(element);
    return { element, home: top.home, at: top.home };
  };
  for (const [from, to] of done) {
    const piece = take(from);
    if (!piece) continue;
    const goal = heap(to);
    // Where they go is not known before the move is whole.
    const foes = goal.units.filter(({ element }) => ownerOf(element) !== ownerOf(piece.element));
    goal.units = goal.units.filter((other) => !foes.includes(other));
    hit.push(...foes.map(({ element }) => element));
    piece.at = levels(places[to], goal.units.length + 1).at(-1) ?? places[to];
    goal.units.push(piece);
    goal.count += 1 - foes.length;
    moved.set(piece.element, shift(piece.home, piece.at));
  }
  for (const element of hit) element.style.visibility = "hidden";
  for (const element of new Set([...before, ...moved.keys()])) release(element);
}

/** Whose a piece is. @param {SVGElement} element */
function ownerOf(element) {
  return element.closest(".piece")?.classList.contains("second") ? "second" : "first";
}

/**
 * Lets a piece go from where it is, perhaps held by somebody, to where the steps have left it.
 * @param {SVGElement} element
 */
export function release(element) {
  const was = element.style.transform;
  const now = moved.get(element) ?? "";
  if (was === now || !element.isConnected) return;
  element.style.transform = now;
  raise(element);
  play(element, [{ transform: was || "none" }, { transform: now || "none" }], "ease-in-out");
}
