// @ts-check
// Drag and drop: a piece follows the pointer to where it is to go. It is the same as pointing at the
// piece and then at the place.

import { pick, restart } from "../model/gesture.js";
import { mayPoint, point, unpoint } from "../play/pointing.js";
import { state } from "../play/state.js";
import { raise } from "./motion-view.js";
import { topAt } from "./steps-view.js";

/** So far the pointer goes before it drags, in pixels. */
const SLACK = 6;

/** The drag that is under way. @type {Drag|null} */
let drag = null;

/**
 * @typedef {object} Drag
 * @property {number} from the place
 * @property {number} pointer
 * @property {{x: number, y: number}} start where it went down, in pixels
 * @property {SVGElement|null} piece what follows it, once it goes
 * @property {string} home the transform of the piece before
 */

/**
 * Whether pointing at a place picks a piece up, so that it can be put down somewhere else.
 * @param {number} place
 */
export function canDrag(place) {
  const { gesture } = state;
  if (!mayPoint()) return false;
  if (gesture.picked.length > 0 && gesture.picked[0] === place) return gesture.picked.length === 1;
  const from = restart(gesture).candidates.filter(({ rest }) => rest[0].includes(place));
  return from.length > 0 && from.every(({ rest }) => rest.length > 1);
}

/**
 * Lets people drag the pieces of a board.
 * @param {HTMLElement} grid whose cells lie over the places
 * @param {() => Element|null} picture the picture that is shown
 * @param {(event: Event) => number} placeOf the place of an event, or -1
 */
export function startDrag(grid, picture, placeOf) {
  const lift = (/** @type {Drag} */ { from }) => {
    const shown = picture();
    const piece = shown && topAt(shown, from);
    if (piece) raise(piece);
    return piece;
  };
  grid.addEventListener("pointerdown", (event) => {
    const from = placeOf(event);
    if (!event.isPrimary || event.button !== 0 || from < 0 || !canDrag(from)) return;
    drag = { from, pointer: event.pointerId, start: { x: event.clientX, y: event.clientY },
      piece: null, home: "" };
  });
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer || !state.layout) return;
    const [dx, dy] = [event.clientX - drag.start.x, event.clientY - drag.start.y];
    if (!drag.piece) {
      if (Math.hypot(dx, dy) < SLACK) return;
      drag.piece = lift(drag);
      if (!drag.piece) return void (drag = null);
      drag.home = drag.piece.style.transform;
      grid.classList.add("dragging");
      if (!state.gesture.picked.includes(drag.from)) void point(drag.from, false);
    }
    const scale = state.layout.box[2] / grid.clientWidth;
    drag.piece.style.transform = `translate(${dx * scale}px, ${dy * scale}px) ${drag.home}`;
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { from, piece, home } = drag;
    drag = null;
    if (!piece) return;
    grid.classList.remove("dragging");
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const to = Number(under?.closest("[data-cell]")?.getAttribute("data-cell") ?? -1);
    const goes = event.type === "pointerup" && to >= 0 && to !== from
      && !!pick(state.gesture, to);
    if (!goes) {
      piece.style.transform = home;
      if (to !== from || event.type !== "pointerup") unpoint();
      return;
    }
    void point(to, false);
    // If the move needs more, the piece waits where it was.
    if (!state.playing && state.gesture.done.length === 0) piece.style.transform = home;
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
