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

/** What stands at the places that steps have touched. @type {Map<number, Standing[]>} */
let heaps = new Map();

/**
 * The piece on top of a place, as the steps have left it.
 * @param {Element} picture
 * @param {number} place
 */
export function topAt(picture, place) {
  const known = picture === seen.picture ? heaps.get(place) : null;
  const heap = known?.map(({ element }) => element) ?? unitsAt(picture, place);
  return heap.at(-1) ?? null;
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
  heaps = new Map();
  const heap = (/** @type {number} */ place) => {
    const known = heaps.get(place);
    if (known) return known;
    const count = board.pieces.find((piece) => piece.place === place)?.count;
    const at = levels(places[place], count);
    const fresh = unitsAt(picture, place).map((element, level) =>
      ({ element, home: at[level] ?? at[0], at: at[level] ?? at[0] }));
    heaps.set(place, fresh);
    return fresh;
  };
  for (const [from, to] of done) {
    const piece = heap(from).pop();
    if (!piece) continue;
    // Where they go is not known before the move is whole.
    const foes = heap(to).filter(({ element }) => ownerOf(element) !== ownerOf(piece.element));
    heaps.set(to, heap(to).filter((other) => !foes.includes(other)));
    hit.push(...foes.map(({ element }) => element));
    piece.at = levels(places[to], heap(to).length + 1).at(-1) ?? places[to];
    heap(to).push(piece);
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
