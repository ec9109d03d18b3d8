// @ts-check
// The question which of several moves is meant, when they look the same on the board.

import { at, dialog, el, fill } from "./dom.js";

/**
 * Asks for one of the moves. "" if the person wants none.
 * @param {string[]} moves
 * @returns {Promise<string>}
 */
export function chooseMove(moves) {
  const box = dialog("choice");
  fill(at("choice-moves"), moves.map((move) =>
    el("button", { onclick: () => box.close(move) }, move)));
  box.returnValue = "";
  box.showModal();
  return new Promise((resolve) => {
    box.addEventListener("close", () => resolve(box.returnValue), { once: true });
  });
}
