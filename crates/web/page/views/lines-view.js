// @ts-check
// The expected lines, best first: each move can be looked at, and the line taken over.

import { isAllowed, showsScores } from "../play/analysis.js";
import { leave, preview, step, takeOver } from "../play/preview.js";
import { state, watch } from "../play/state.js";
import { worth } from "../model/score.js";
import { badge } from "./badge.js";
import { set } from "./chooser-view.js";
import { at, el, fill, say, show } from "./dom.js";

/** So many lines are shown before one asks for more. */
const FEW = 5;
let all = false;

/** Whether the pointer or the focus is in the list: then the lines keep their places. */
let held = false;

/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

/**
 * Looks at a line soon, so that a pointer that passes by changes nothing.
 * @param {string[]} moves
 * @param {number} count
 */
function lookSoon(moves, count) {
  clearTimeout(timer);
  timer = setTimeout(() => void preview(moves, count), 90);
}

/** Shows the lines. */
function showLines() {
  const { settings, known, node, preview: shown } = state;
  const visible = showsScores();
  const hidden = !visible && isAllowed();
  say("analysis-note", hidden ? "Scores are hidden." : state.analysis);
  show("lines", visible);
  show("legend", visible);
  show("preview", visible && (!!shown || (known.get(node)?.best?.pv.length ?? 0) > 0));
  at("scores").setAttribute("aria-pressed", String(settings.scores));
  show("scores", isAllowed());
  showPreview();
  if (!visible) show("more-lines", false);
  if (!visible || (held && shown)) return;
  const lines = [...(known.get(node)?.moves.values() ?? [])];
  lines.sort((a, b) => worth(b.score) - worth(a.score));
  const listed = all ? lines : lines.slice(0, FEW);
  fill(at("lines"), listed.map(({ score, pv }) =>
    el("li", {}, badge(score), el("span", { class: "pv" }, ...moveButtons(pv)))));
  show("more-lines", lines.length > FEW);
  say("more-lines", all ? "Fewer moves" : `All ${lines.length} moves`);
}

/**
 * @param {string[]} pv
 * @returns {Node[]}
 */
function moveButtons(pv) {
  return pv.slice(0, 14).map((move, ply) => el("button", {
    class: "move",
    tabindex: ply === 0 ? 0 : -1,
    onpointerenter: () => lookSoon(pv, ply + 1),
    onclick: () => void preview(pv, ply + 1),
  }, move));
}

/** Shows where in a line one is. */
function showPreview() {
  const { preview: shown } = state;
  at("preview").classList.toggle("on", !!shown);
  const buttons = ["preview-back", "preview-take", "preview-leave"];
  for (const id of buttons) /** @type {HTMLButtonElement} */ (at(id)).disabled = !shown;
  const text = shown
    ? `Looking ahead: ${shown.moves.slice(0, shown.at).join(" ")}`
    : "Expected line:";
  say("preview-text", text);
}

/**
 * The arrow keys step through the moves of a line.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const { key, target } = event;
  if (!(target instanceof HTMLElement) || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
  const next = key === "ArrowRight" ? target.nextElementSibling : target.previousElementSibling;
  if (!(next instanceof HTMLElement)) return;
  next.focus();
  next.click();
  event.preventDefault();
  event.stopPropagation();
}

export function startLinesView() {
  watch(["known", "node", "settings", "analysis", "preview", "table"], showLines);
  const list = at("lines");
  list.addEventListener("pointerenter", () => { held = true; });
  list.addEventListener("pointerleave", () => {
    held = false;
    clearTimeout(timer);
    if (!list.contains(document.activeElement)) leave();
  });
  list.addEventListener("focusin", () => { held = true; });
  list.addEventListener("focusout", ({ relatedTarget }) => {
    held = relatedTarget instanceof Node && list.contains(relatedTarget);
  });
  list.addEventListener("keydown", onKey);
  at("preview-on").addEventListener("click", () => void step(1));
  at("preview-back").addEventListener("click", () => void step(-1));
  at("preview-take").addEventListener("click", () => void takeOver());
  at("preview-leave").addEventListener("click", leave);
  at("more-lines").addEventListener("click", () => {
    all = !all;
    showLines();
  });
  at("scores").addEventListener("click", toggleScores);
}

/** Shows or hides all scores. */
export function toggleScores() {
  set({ scores: !state.settings.scores });
}
