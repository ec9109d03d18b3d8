// @ts-check
// The board: the server's picture, the marks over it, and a grid of cells to point at.

import { DIRECTIONS, extent, neighbour, rows } from "../model/geometry.js";
import { showsScores } from "../play/analysis.js";
import { canPickUp, isThrown, mayPoint, placeInWords, point, scoresOnBoard, unpoint, viewer }
  from "../play/pointing.js";
import { state, update, watch } from "../play/state.js";
import { announce } from "../play/news.js";
import { at, el, fill, svg } from "./dom.js";
import { drawMarks } from "./overlay.js";
import { namedPlaces } from "./facts-view.js";
import { startDrag } from "./drag-view.js";
import { endMotion, foretell, move, stayAhead, takeBack } from "./motion-view.js";
import { readPicture } from "./picture.js";
import { showSteps } from "./steps-view.js";
import { ends, open, through } from "../model/gesture.js";

/** @type {HTMLElement[]} */
let cells = [];
/** Rows of places, for Home and End. @type {number[][]} */
let inRows = [];
/** The cell that the Tab key leads to. */
let current = 0;
/** Whether nobody has been on the board yet. */
let fresh = true;
/** The ways of the move before a roll. @type {number[][]} */
let trail = [];
/** The place under the pointer, or -1. */
let hovered = -1;
let touched = false;
/** How wide the board is, in pixels. Asking the page anew would make it lay itself out. */
let wide = 0;
/** The layout and the picture that are shown, and the position in it. */
/** @type {Layout|null} */
let built = null;
let drawn = "";
/** @type {{board: Board, picture: Element}|null} */
let seen = null;

/** @type {SVGSVGElement} */
let layer;

/** Builds what depends on the layout alone. */
function build() {
  const { layout } = state;
  built = layout;
  dress(layout);
  drawn = "";
  seen = null;
  trail = [];
  cells = [];
  hovered = -1;
  fill(at("picture"), []);
  if (!layout || layout.places.length === 0) return;
  const [left, top, width, height] = layout.box;
  at("stage").style.setProperty("--ratio", String(width / height));
  layer.setAttribute("viewBox", layout.box.join(" "));
  const part = (/** @type {number} */ a, /** @type {number} */ of) => `${(a / of) * 100}%`;
  inRows = rows(layout.places);
  current = inRows[0][0];
  fresh = true;
  fill(at("grid"), inRows.map((row) => el("div", { role: "row" }, ...row.map((place) => {
    const room = extent(layout.places[place]);
    const cell = el("div", { role: "gridcell", tabindex: -1, "data-cell": place });
    Object.assign(cell.style, {
      left: part(room.left - left, width), top: part(room.top - top, height),
      width: part(room.width, width), height: part(room.height, height),
    });
    cells[place] = cell;
    return cell;
  }))));
}

/**
 * Gives the page the players' colours.
 * @param {Layout|null} layout
 */
function dress(layout) {
  const { classList } = document.documentElement;
  for (const name of [...classList].filter((own) => /^(first|second)-/.test(own))) {
    classList.remove(name);
  }
  const [first, second] = layout?.materials.colours ?? [];
  if (first && second) classList.add(`first-${first}`, `second-${second}`);
}

/** Shows the board of the state. */
function show() {
  const { layout, svg: picture, board } = state;
  if (layout !== built) build();
  const shown = state.preview ?? { board, svg: picture };
  const described = !!layout && layout.places.length > 0;
  at("board").hidden = !described;
  showDrawing(described ? undefined : shown.board?.drawing);
  if (!layout || !described || !shown.board) return;
  if (shown.svg !== drawn) {
    drawn = shown.svg;
    const image = readPicture(shown.svg);
    image?.setAttribute("aria-hidden", "true");
    image?.removeAttribute("role");
    fill(at("picture"), [image ?? "The picture cannot be shown."]);
    const now = image && { board: shown.board, picture: image };
    if (seen && now) move(layout, seen, now);
    // A roll leaves marked what was played before it.
    const isNext = !!seen && !!now && now.board.ply === seen.board.ply + 1;
    trail = !isNext || shown.board.ways.length > 0 ? [] : [...seen?.board.ways ?? [], ...trail];
    seen = now;
  }
  showLabels(layout);
  at("board").classList.toggle("preview", !!state.preview);
  showMarks();
}

/**
 * Gives the labels the texts for whoever looks at them.
 * @param {Layout} layout
 */
function showLabels({ labels }) {
  const isSecond = viewer() === "second";
  seen?.picture.querySelectorAll(".label").forEach((label, at) => {
    const { text = "", text_for_second: other = text } = labels[at] ?? {};
    if (labels[at]) label.textContent = isSecond ? other : text;
  });
}

/** Shows the move that is being played before the server has answered. */
function showPlaying() {
  const { layout, board, playing } = state;
  if (!playing) return takeBack();
  const { done } = state.gesture;
  if (done.length > 0) return stayAhead(done);
  const played = board?.moves.find(({ move: text }) => text === playing);
  if (layout && seen && seen.board === board && played) foretell(layout, seen, played.gesture);
}

/** @param {string[]|undefined} lines */
function showDrawing(lines) {
  const drawing = at("drawing");
  drawing.hidden = !lines;
  if (!lines) return;
  drawing.textContent = lines.join("\n");
  drawing.setAttribute("aria-label", `Board: ${lines.join("; ")}`);
}

/** Shows scores and marks, and says them in the cells. */
function showMarks() {
  const { layout, board, gesture, pending, preview } = state;
  if (!layout || !board || cells.length === 0) return;
  const scored = showsScores() && !preview && board.result === "none";
  const scores = scored ? scoresOnBoard() : new Map();
  const shown = preview?.board ?? board;
  const lit = namedPlaces(layout.places);
  const may = mayPoint();
  const openPlaces = may ? open(gesture) : new Set();
  if (fresh) current = inRows.flat().find((place) => through(gesture).has(place)) ?? current;
  const target = may && hovered >= 0 ? targetOf(hovered) : -1;
  const picked = preview ? [] : gesture.picked;
  const goals = picked.length > 0 ? openPlaces : new Set();
  // Where no scores tell where one may play, dots do.
  const needsDots = may && !scored && picked.length === 0;
  const plain = new Set((needsDots ? gesture.candidates : []).flatMap(({ rest }) =>
    (rest.length === 1 ? rest[0].slice(0, 1) : [])));
  if (seen && seen.board === board) showSteps(layout, seen, gesture.done);
  drawMarks(layer, layout, { scores: onBoard(layout, scores), pieces: shown.pieces,
    least: leastFigures(layout), lit, picked, goals, plain, pending, target, trail });
  cells.forEach((cell, place) => {
    const leads = may ? targetOf(place) : -1;
    const label = placeInWords(place, leads, scores.get(leads));
    if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    cell.setAttribute("aria-selected", String(picked.includes(place)));
    cell.classList.toggle("open", openPlaces.has(place) || isThrown(place));
    cell.classList.toggle("held", canPickUp(place));
    cell.tabIndex = place === current ? 0 : -1;
  });
}

/**
 * The scores that are shown: where moves end, and at the pieces of a hand. Those of a piece on the
 * board are shown where it can go.
 * @param {Layout} layout
 * @param {Map<number, Score>} scores
 */
function onBoard({ places }, scores) {
  const targets = ends(state.gesture);
  return new Map([...scores].filter(([place]) =>
    targets.has(place) || places[place].area !== "board"));
}

/** The height of the smallest figures that can be read, in pixels. */
const READABLE = 11;

/**
 * The same in places.
 * @param {Layout} layout
 */
function leastFigures({ box }) {
  return wide > 0 ? READABLE * box[2] / wide : 0;
}

/**
 * The place to which pointing at a place leads: the best one of the step.
 * @param {number} place
 */
function targetOf(place) {
  const { candidates } = state.gesture;
  for (const { rest } of candidates) if (rest[0]?.includes(place)) return rest[0][0];
  return candidates.some(({ rest }) => rest.some((step) => step[0] === place)) ? place : -1;
}

/**
 * The cell of an event.
 * @param {Event} event
 */
function placeOf({ target }) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell ? Number(cell.getAttribute("data-cell")) : -1;
}

/** @param {number} place */
function focus(place) {
  if (place < 0 || !cells[place]) return;
  cells[current]?.setAttribute("tabindex", "-1");
  current = place;
  cells[place].tabIndex = 0;
  cells[place].focus();
}

/** Puts the focus on the board. */
export function focusBoard() {
  focus(current);
}

/** Lights up the places that count together with the current one, or puts them out. */
export function lightGroups() {
  const { layout, lit } = state;
  if (!layout || lit.size > 0) return update({ lit: new Set() });
  const groups = layout.groups.filter(({ places }) => places.includes(current));
  const names = groups.flatMap(({ places }) => places.map((place) => layout.places[place].name));
  update({ lit: new Set(names) });
  const all = groups.map(({ name }) => name).join(", ");
  announce(all ? `${layout.places[current].name} is in ${all}.` : "No line goes through here.");
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, ctrlKey, altKey, metaKey } = event;
  const place = placeOf(event);
  if (place < 0 || altKey || metaKey || !state.layout) return;
  const row = inRows.find((places) => places.includes(place)) ?? [place];
  if (key in DIRECTIONS && !ctrlKey) {
    focus(neighbour(state.layout.places, place, DIRECTIONS[key]));
  } else if (key === "Home" || key === "End") {
    const from = ctrlKey ? (key === "Home" ? inRows[0] : inRows[inRows.length - 1]) : row;
    focus(key === "Home" ? from[0] : from[from.length - 1]);
  } else if (key === "Enter" || key === " ") {
    void point(place, false);
  } else if (key === "Escape" && (state.gesture.before || state.pending >= 0)) {
    unpoint();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** @param {number} place */
function hover(place) {
  if (place === hovered) return;
  hovered = place;
  showMarks();
}

/** Brings the board to life. */
export function startBoardView() {
  layer = svg("svg", { class: "marks", "aria-hidden": "true" });
  at("marks").append(layer);
  const grid = at("grid");
  grid.addEventListener("pointerdown", ({ pointerType }) => { touched = pointerType === "touch"; });
  grid.addEventListener("click", (event) => {
    const place = placeOf(event);
    if (place < 0) return;
    focus(place);
    void point(place, touched);
  });
  startDrag(grid, () => seen?.picture ?? null, placeOf);
  grid.addEventListener("keydown", onKey);
  grid.addEventListener("focusin", (event) => {
    const place = placeOf(event);
    if (place < 0) return;
    current = place;
    fresh = false;
  });
  grid.addEventListener("pointerover", (event) => {
    hover(event.pointerType === "touch" ? -1 : placeOf(event));
  });
  grid.addEventListener("pointerleave", () => hover(-1));
  for (const input of ["pointerdown", "keydown"]) addEventListener(input, endMotion, true);
  new ResizeObserver(([{ contentRect }]) => {
    wide = contentRect.width;
    showMarks();
  }).observe(at("board"));
  watch(["layout", "board", "svg", "preview", "players"], show);
  watch(["playing"], showPlaying);
  watch(["gesture", "pending", "known", "lit", "settings", "table", "resuming", "playing",
    "thinking"], showMarks);
}
