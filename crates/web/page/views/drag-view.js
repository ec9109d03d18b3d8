// @ts-check
// Drag and drop: a piece follows the pointer to where it is to go. It is the same as pointing at the
// piece and then at the place.

import { canPickUp, pickUp, putDown, unpoint } from "../play/pointing.js";
import { state, watch } from "../play/state.js";
import { raise } from "./motion-view.js";
import { release, topAt } from "./steps-view.js";

/** So far the pointer goes before it drags, in pixels. */
const SLACK = 6;

/** A click so soon after a piece was put down where it was belongs to that, in milliseconds. */
const SAME = 300;

/** The drag that is under way. @type {Drag|null} */
let drag = null;

/** When a piece was put down where it was. */
let putBack = -Infinity;

/**
 * @typedef {object} Drag
 * @property {number} from the place
 * @property {number} pointer
 * @property {{x: number, y: number}} start where it went down on the board, in pixels
 * @property {Held|null} held what follows it, once it goes
 */

/**
 * @typedef {object} Held
 * @property {SVGElement} piece
 * @property {string} home its transform before
 * @property {Gesture} gesture what is chosen
 */

/**
 * Lets people drag the pieces of a board.
 * @param {HTMLElement} grid whose cells lie over the places
 * @param {() => Element|null} picture the picture that is shown
 * @param {(event: Event) => number} placeOf the place of an event, or -1
 */
export function startDrag(grid, picture, placeOf) {
  /** Ends the drag, and gives what was held. */
  const end = () => {
    const held = drag?.held;
    drag = null;
    grid.classList.remove("dragging");
    return held;
  };
  const cancel = () => {
    const held = end();
    if (!held) return;
    if (held.gesture === state.gesture) unpoint();
    release(held.piece);
  };
  /** Where an event is, whether or not the page scrolls. @param {PointerEvent} event */
  const onBoard = ({ clientX, clientY }) => {
    const { left, top } = grid.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  /** @param {Drag} drag */
  const lift = ({ from }) => {
    const shown = picture();
    const piece = shown && topAt(shown, from);
    if (!piece || !canPickUp(from)) return null;
    pickUp(from);
    raise(piece);
    grid.classList.add("dragging");
    return { piece, home: piece.style.transform, gesture: state.gesture };
  };
  grid.addEventListener("pointerdown", (event) => {
    // One that was let go outside the window is not heard of.
    if (drag?.pointer === event.pointerId) cancel();
    const from = placeOf(event);
    if (drag || !event.isPrimary || event.button !== 0 || from < 0 || !canPickUp(from)) return;
    drag = { from, pointer: event.pointerId, start: onBoard(event), held: null };
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.pointer || !state.layout) return;
    if (event.buttons === 0) return cancel();
    const { x, y } = onBoard(event);
    const [dx, dy] = [x - drag.start.x, y - drag.start.y];
    if (!drag.held) {
      if (Math.hypot(dx, dy) < SLACK) return;
      const held = lift(drag);
      if (!held) return void (drag = null);
      drag.held = held;
    }
    const { piece, home } = drag.held;
    const scale = state.layout.box[2] / grid.clientWidth;
    piece.style.transform = `translate(${dx * scale}px, ${dy * scale}px) ${home}`;
  });
  addEventListener("pointerup", ({ pointerId, clientX, clientY }) => {
    if (pointerId !== drag?.pointer) return;
    const { from } = drag;
    const held = end();
    if (!held) return;
    const under = document.elementFromPoint(clientX, clientY);
    const to = Number(under?.closest("[data-cell]")?.getAttribute("data-cell") ?? -1);
    // What is put down where it was stays chosen.
    if (to === from) putBack = performance.now();
    else putDown(to);
    // If the move needs more, the piece waits where it was.
    if (!state.playing) release(held.piece);
  });
  grid.addEventListener("click", (event) => {
    if (performance.now() - putBack < SAME) event.stopPropagation();
    putBack = -Infinity;
  }, true);
  addEventListener("pointercancel", ({ pointerId }) => {
    if (pointerId === drag?.pointer) cancel();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag?.held) return;
    event.stopPropagation();
    cancel();
  }, true);
  // Whatever else happens on the board ends the drag.
  watch(["gesture", "board", "preview", "playing", "thinking"], () => {
    const { gesture, playing, thinking, preview } = state;
    if (drag?.held && (drag.held.gesture !== gesture || playing || thinking || preview)) cancel();
  });
}
