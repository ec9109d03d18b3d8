// @ts-check
// The question which of several moves is meant, when they look the same on the board.

import { choose } from "../play/pointing.js";
import { state, watch } from "../play/state.js";
import { at, dialog, el, fill } from "./dom.js";

function ask() {
  const { choice } = state;
  const box = dialog("choice");
  if (choice.length === 0 || box.open) return;
  fill(at("choice-moves"), choice.map((move) =>
    el("button", { onclick: () => box.close(move) }, move)));
  box.returnValue = "";
  box.showModal();
}

export function startChoiceView() {
  const box = dialog("choice");
  box.addEventListener("close", () => void choose(box.returnValue));
  watch(["choice"], ask);
}
