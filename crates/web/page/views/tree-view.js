// @ts-check
// The tree of variations as text: the main line, with variations in parentheses.

import { showsScores } from "../play/analysis.js";
import { numberOf } from "../model/tree.js";
import { mistakeAt, scale } from "../play/curve.js";
import { goTo, treeChanged } from "../play/game.js";
import { state, watch } from "../play/state.js";
import { at, el, fill, input, show } from "./dom.js";

/** The buttons of the moves. @type {Map<number, HTMLElement>} */
const buttons = new Map();

/** What is written now, so that it is written anew only when it changes. */
let written = "";
/** @type {import("../model/tree.js").Tree|null} */
let writtenTree = null;

/** Shows the tree. */
function showTree() {
  const { tree, node, known } = state;
  const points = scale();
  /** @type {Map<number, Mistake>} */
  const wrong = new Map();
  for (const id of showsScores() ? known.keys() : []) {
    const found = mistakeAt(id, points);
    if (found) wrong.set(id, found);
  }
  const key = `${tree.version} ${[...wrong].map(([id, { mark }]) => id + mark)}`;
  if (tree !== writtenTree || key !== written) {
    [writtenTree, written] = [tree, key];
    buttons.clear();
    fill(at("tree"), tree.nodes.length > 1 ? line(tree.main()[1], wrong) : [
      el("p", { class: "quiet" }, "No move has been played."),
    ]);
  }
  for (const [id, button] of buttons) {
    if (id === node) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  scrollTo(buttons.get(node));
  showComment();
}

/**
 * Keeps the current move in sight, without moving the page.
 * @param {HTMLElement|undefined} button
 */
function scrollTo(button) {
  const box = at("tree");
  if (!button) {
    box.scrollTop = 0;
    return;
  }
  const [inner, outer] = [button.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop += inner.top - outer.top - 8;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
}

/**
 * A line from a node on, with the variations beside each of its moves but the first.
 * @param {number} start
 * @param {Map<number, Mistake>} wrong
 * @param {boolean} isMain
 * @returns {(Node|string)[]}
 */
function line(start, wrong, isMain = true) {
  const { tree } = state;
  /** @type {(Node|string)[]} */
  const parts = [];
  let numbered = false;
  for (let id = start; id !== undefined; id = tree.node(id).children[0]) {
    const { ply, move, comment, parent } = tree.node(id);
    if (ply % 2 === 1 || !numbered) {
      parts.push(el("span", { class: "number" }, numberOf(ply)), " ");
    }
    parts.push(moveButton(id, move, wrong.get(id)), " ");
    if (comment) parts.push(el("span", { class: "comment" }, comment), " ");
    numbered = !comment;
    if (id === start && !isMain) continue;
    for (const other of tree.node(parent).children.slice(1)) {
      parts.push(el("div", { class: "variation" }, ...line(other, wrong, false)));
      numbered = false;
    }
  }
  return parts;
}

/**
 * @param {number} id
 * @param {string} move
 * @param {Mistake|undefined} mistake
 */
function moveButton(id, move, mistake) {
  const button = el("button", { class: "move", onclick: () => goTo(id) }, move,
    mistake && el("span", { class: `verdict ${mistake.grade}`, title: mistake.text },
      mistake.mark, el("span", { class: "heard" }, ` ${mistake.grade}`)));
  buttons.set(id, button);
  return button;
}

/** Shows the comment of the current move, and what was better than it. */
function showComment() {
  const { tree, node } = state;
  const field = input("comment");
  if (document.activeElement !== field) field.value = tree.node(node).comment;
  field.disabled = node === 0;
  show("promote", !tree.isMain(node));
}

export function startTreeView() {
  watch(["tree", "node", "known", "settings", "table"], showTree);
  at("promote").addEventListener("click", () => {
    state.tree.promote(state.node);
    treeChanged();
  });
  input("comment").addEventListener("change", () => {
    if (state.node > 0) state.tree.comment(state.node, input("comment").value.trim());
    treeChanged();
  });
}
