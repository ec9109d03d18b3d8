// @ts-check
// The keys of the page. Single letters can be switched off in the settings.

import * as game from "../play/game.js";
import { roll } from "../play/dice.js";
import { moveNow } from "../play/opponent.js";
import { unpoint } from "../play/pointing.js";
import { leave, step, takeOver } from "../play/preview.js";
import { state } from "../play/state.js";
import { askBack } from "../play/table.js";
import { focusBoard, lightGroups } from "./board-view.js";
import { set } from "./chooser-view.js";
import { at, dialog, el, fill } from "./dom.js";
import { toggleScores } from "./lines-view.js";
import { tellScore } from "./status-view.js";

/** @typedef {{keys: string[], text: string, act: () => unknown}} Command */

/**
 * Leaves a line; or takes back a part of a move, if it is not finished, or a move, at a table by
 * asking.
 */
export function takeBack() {
  if (state.preview) leave();
  else if (state.gesture.done.length > 0 && !state.playing) unpoint();
  else if (state.table?.you && state.node === state.table.tip) askBack();
  else void game.takeBack();
}

/** Goes to the branch beside the current one. @param {1|-1} by */
function sibling(by) {
  const other = state.tree.sibling(state.node, by);
  if (other >= 0) void game.goTo(other);
}

/** @type {Command[]} */
const COMMANDS = [
  { keys: ["b"], text: "to the board", act: focusBoard },
  { keys: [",", "ArrowLeft"], text: "one ply back", act: game.back },
  { keys: [".", "ArrowRight"], text: "one ply forward", act: game.forward },
  { keys: ["<"], text: "to the start", act: game.toStart },
  { keys: [">"], text: "to the end of the line", act: game.toEnd },
  { keys: ["ArrowUp"], text: "to the variation before", act: () => sibling(-1) },
  { keys: ["ArrowDown"], text: "to the next variation", act: () => sibling(1) },
  { keys: ["u"], text: "take back", act: takeBack },
  { keys: ["h"], text: "show or hide the scores", act: toggleScores },
  { keys: ["s"], text: "say the score and the expected line", act: tellScore },
  { keys: ["t"], text: "mark the places that facts name", act: () =>
    set({ threats: !state.settings.threats }) },
  { keys: ["g"], text: "let the engine move now", act: moveNow },
  { keys: ["r"], text: "throw the dice or draw the card", act: roll },
  { keys: ["e"], text: "step into the expected line", act: () => step(1) },
  { keys: ["w"], text: "step back out of it", act: () => step(-1) },
  { keys: ["a"], text: "take the line over into the game", act: takeOver },
  { keys: ["l"], text: "light up the lines through the place", act: lightGroups },
  { keys: ["m"], text: "type a move", act: () => at("move-text").focus() },
  { keys: ["Escape"], text: "leave the expected line, or undo a chosen step", act: () =>
    (state.preview ? leave() : unpoint()) },
  { keys: ["?"], text: "show these keys", act: () => dialog("keys").showModal() },
];

/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: "\u2190", ArrowRight: "\u2192", ArrowUp: "\u2191", ArrowDown: "\u2193",
  Escape: "Esc" };

/**
 * Whether a key belongs to what has the focus.
 * @param {KeyboardEvent} event
 */
function isTaken({ target, key }) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog[open]")) return true;
  if (target.matches("input:not([type=checkbox]), textarea")) return true;
  return target.matches("select") || (key.startsWith("Arrow") && target.matches("[type=range]"));
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, ctrlKey, altKey, metaKey, target } = event;
  if (key === "Escape" && target === at("move-text")) return focusBoard();
  if (ctrlKey || altKey || metaKey || event.defaultPrevented || isTaken(event)) return;
  if (key.length === 1 && !state.settings.keys) return;
  const command = COMMANDS.find(({ keys }) => keys.includes(key));
  if (!command) return;
  event.preventDefault();
  command.act();
}

export function startKeys() {
  document.addEventListener("keydown", onKey);
  fill(at("keys-list"), COMMANDS.flatMap(({ keys, text }) => [
    el("dt", {}, ...keys.flatMap((key, at) =>
      [at > 0 && " ", el("kbd", {}, NAMES[key] ?? key)])),
    el("dd", {}, text),
  ]));
}
