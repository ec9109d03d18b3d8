// @ts-check
// The graph of the scores over the game. The same is told as a table.

import { inWords, isProof } from "../model/score.js";
import { numberOf } from "../model/tree.js";
import { course } from "../play/curve.js";
import { goTo } from "../play/game.js";
import { stopSweep, sweep } from "../play/sweep.js";
import { showsScores } from "../play/analysis.js";
import { state, watch } from "../play/state.js";
import { at, el, fill, input, say, show, svg } from "./dom.js";

/** @typedef {import("../play/curve.js").Point} Point */

/** The size of the drawing, in its own units, and its margins. */
const SIZE = { width: 400, height: 110, side: 24, edge: 10 };

/** @type {Point[]} */
let points = [];

/** @param {number} ply */
function xOf(ply) {
  const last = Math.max(1, points.length - 1);
  return SIZE.side + (ply / last) * (SIZE.width - 2 * SIZE.side);
}

/** @param {number} odds */
function yOf(odds) {
  return SIZE.edge + (1 - odds) * (SIZE.height - 2 * SIZE.edge);
}

/** Draws the graph. */
function draw() {
  const { layout } = state;
  const visible = showsScores();
  show("graph-section", visible);
  if (!visible) return;
  points = course();
  const known = points.filter((point) => point.height !== null);
  const middle = yOf(0.5);
  const marks = layout?.players.map(({ name, mark }) => name ?? mark) ?? ["", ""];
  fill(at("graph"), [
    svg("path", { class: "middle", d: `M0 ${middle}H${SIZE.width}` }),
    svg("text", { class: "axis", x: 4, y: SIZE.edge + 6 }, marks[0]),
    svg("text", { class: "axis", x: 4, y: SIZE.height - SIZE.edge }, marks[1]),
    svg("path", { class: "area", d: `${curve(known)}V${middle}H${xOf(known[0]?.ply ?? 0)}Z` }),
    svg("path", { class: "curve", d: curve(known) }),
    ...known.map(dot),
    cursor(),
  ]);
  at("graph").setAttribute("aria-label", summary(known));
  table(known);
  listMistakes(points.filter((point) => point.mistake));
}

/**
 * The way of the curve.
 * @param {Point[]} known
 */
function curve(known) {
  if (known.length === 0) return "M0 0";
  return known.map(({ ply, height }, at) =>
    `${at === 0 ? "M" : "L"}${xOf(ply).toFixed(1)} ${yOf(height ?? 0).toFixed(1)}`).join("");
}

/**
 * A position on the curve: a square if it is proven, a ring if it is an opinion.
 * @param {Point} point
 */
function dot({ ply, height, score, mistake }) {
  const [x, y] = [xOf(ply), yOf(height ?? 0.5)];
  if (!mistake && isProof(score)) {
    return svg("rect", { class: "dot proof", x: x - 2.4, y: y - 2.4, width: 4.8, height: 4.8 });
  }
  if (!mistake) return svg("circle", { class: "dot", cx: x, cy: y, r: 2.2 });
  const text = svg("text", { class: `verdict ${mistake.grade}`, x, y: y < 30 ? y + 16 : y - 6 });
  text.textContent = mistake.mark;
  return text;
}

/** The line at the current ply. */
function cursor() {
  const x = xOf(state.tree.node(state.node).ply);
  return svg("path", { class: "cursor", d: `M${x} 0V${SIZE.height}` });
}

/** @param {Point[]} known */
function summary(known) {
  if (known.length === 0) return "Graph of the scores: nothing is known yet.";
  const wrong = known.filter((point) => point.mistake).length;
  const last = known[known.length - 1];
  const score = last.score ? inWords(last.score) : "";
  return `Graph of the scores: ${known.length} of ${points.length} positions are judged, ` +
    `mistakes: ${wrong}. After ply ${last.ply}, for the first player: ${score}. A table follows.`;
}

/** @param {Point[]} known */
function table(known) {
  const details = /** @type {HTMLDetailsElement} */ (at("graph-table"));
  if (!details.open) return;
  fill(at("graph-rows"), known.map(({ ply, move, score, mistake }) => el("tr", {},
    el("td", {}, String(ply)), el("td", {}, move || "start"),
    el("td", {}, score ? inWords(score) : ""), el("td", {}, mistake?.text ?? ""))));
}

/** What is listed now: while nothing changes, the buttons stay. */
let listed = "";

/**
 * Lists the mistakes of the line, with what was better.
 * @param {Point[]} wrong
 */
function listMistakes(wrong) {
  show("mistakes", wrong.length > 0);
  const key = JSON.stringify(wrong);
  if (key === listed) return;
  listed = key;
  fill(at("mistakes-list"), wrong.map(({ node, ply, move, mistake, instead }) => {
    const { parent } = state.tree.node(node);
    const better = instead?.pv.slice(0, 6) ?? [];
    return el("li", {},
      el("button", { class: "move", onclick: () => goTo(node) },
        `${numberOf(ply)} ${move}${mistake?.mark}`),
      ` ${mistake?.text}. `,
      better.length > 0 && el("button", {
        class: "move", onclick: () => goTo(state.tree.addLine(parent, better)),
        title: "Add this as a variation and go to its end",
      }, `Better: ${better.join(" ")}`));
  }));
}

/** Shows how far the sweep is. */
function showSweep() {
  const { sweep: running } = state;
  say("sweep", running ? `Stop (${running.done} of ${running.total})` : "Find the mistakes");
}

export function startGraphView() {
  at("graph").setAttribute("viewBox", `0 0 ${SIZE.width} ${SIZE.height}`);
  at("graph").addEventListener("click", ({ clientX }) => {
    const { left, width } = at("graph").getBoundingClientRect();
    const x = ((clientX - left) / width) * SIZE.width;
    const nearest = points.reduce((a, b) =>
      (Math.abs(xOf(b.ply) - x) < Math.abs(xOf(a.ply) - x) ? b : a), points[0]);
    if (nearest) void goTo(nearest.node);
  });
  at("graph-table").addEventListener("toggle", draw);
  at("sweep").addEventListener("click", () => {
    if (state.sweep) stopSweep();
    else void sweep(Math.max(10, Math.round(Number(input("sweep-time").value) * 1000) || 500));
  });
  watch(["known", "node", "tree", "settings", "table"], draw);
  watch(["sweep"], showSweep);
}
