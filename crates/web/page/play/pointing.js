// @ts-check
// Pointing at places: the steps of a move, one after another, by mouse, touch or keyboard.

import { pick, restart, through } from "../model/gesture.js";
import { better, inWords } from "../model/score.js";
import { isDue, roll } from "./dice.js";
import { play } from "./game.js";
import { announce } from "./news.js";
import { leave } from "./preview.js";
import { mayMove, playAtTable } from "./table.js";
import { SIDES, state, update } from "./state.js";

/**
 * Plays a move: at the table if one sits there, else on the board.
 * @param {string} move
 */
export async function playMove(move) {
  if (!playAtTable(move)) await play(move);
}

/** Whether a person may point at places now. */
export function mayPoint() {
  const { board, preview, thinking, playing } = state;
  return board?.result === "none" && !preview && !thinking && !playing && mayMove();
}

/** Why a person may not point at places now, or "". */
function obstacle() {
  const { board, thinking, playing, table } = state;
  if (!board) return "The game is on its way.";
  if (board.result !== "none") return "The game is over.";
  if (thinking) return "The engine is thinking: wait, or take back.";
  if (playing) return `\u201c${playing}\u201d is being played.`;
  if (mayMove()) return onlyMove();
  return table?.online ? "It is not your turn." : "The table is out of reach.";
}

/** What to do where the only move is a button, such as a pass, or "". */
export function onlyMove() {
  const { moves = [] } = state.board ?? {};
  return mayPoint() && moves.length === 1 && moves[0].gesture.length === 0
    ? `The only move is \u201c${moves[0].move}\u201d: press its button.`
    : "";
}

/** How one points at a first move that is made of steps, or "". */
export function firstSteps() {
  const { tree, node, gesture } = state;
  const { picked, done, candidates } = gesture;
  if (!mayPoint() || tree.node(node).ply > 1 || picked.length + done.length > 0) return "";
  const isStepped = candidates.length > 0 && candidates.every(({ rest }) => rest.length > 1);
  return isStepped ? "Point at a piece, then where it goes." : "";
}

/**
 * Whether pointing at a place throws the die or draws the card that is due.
 * @param {number} place
 */
export function isThrown(place) {
  return isDue() && !state.table && state.layout?.places[place].area === "beside";
}

/** Says something aloud and below the board. @param {string} text */
function tell(text) {
  update({ hint: text });
  announce(text);
}

/**
 * Points at a place.
 * @param {number} place
 * @param {boolean} touched with a finger
 */
export async function point(place, touched) {
  const { gesture, board, settings } = state;
  if (state.preview) {
    leave();
    announce("Back in the game.");
    return;
  }
  if (isThrown(place)) return roll();
  const no = obstacle();
  if (!board || no) return tell(no);
  if (gesture.picked.at(-1) === place && gesture.candidates.some((c) => c.rest.length === 0)) {
    await decide(gesture.candidates.filter((c) => c.rest.length === 0).map((c) => c.move));
    return;
  }
  if (gesture.picked.includes(place) && !pick(gesture, place)) return unpoint();
  // Whoever points elsewhere begins again.
  const picked = pick(gesture, place) ?? pick(restart(gesture), place);
  if (!picked) {
    tell(`${nameOf(place)}: no move goes there.`);
    return;
  }
  if (picked.complete.length > 0 && touched && settings.confirm && state.pending !== place) {
    update({ pending: place });
    tell(`${nameOf(place)}: touch again to play.`);
    return;
  }
  await follow(picked);
}

/**
 * Goes on with what was pointed at.
 * @param {import("../model/gesture.js").Picked} picked
 */
async function follow({ gesture, complete, more }) {
  update({ gesture, pending: -1 });
  if (complete.length > 0 && !more) await decide(complete);
  else tell(gestureInWords(gesture, complete.length > 0));
}

/**
 * Whether a piece at a place can be picked up, so that it is put down somewhere else. If it is
 * chosen, the move goes on. Else a move, or the next part of one, begins with it.
 * @param {number} place
 */
export function canPickUp(place) {
  const { gesture } = state;
  if (!mayPoint()) return false;
  if (gesture.picked.includes(place)) return gesture.candidates.some(({ rest }) => rest.length > 0);
  const from = restart(gesture).candidates.filter(({ rest }) => rest[0].includes(place));
  return from.length > 0 && from.every(({ rest }) => rest.length > 1);
}

/**
 * Picks a piece up, which can be picked up.
 * @param {number} place
 */
export function pickUp(place) {
  const { gesture } = state;
  const picked = gesture.picked.includes(place) ? null : pick(restart(gesture), place);
  if (picked) void follow(picked);
}

/**
 * Puts a piece down that was picked up. Where it may not be, the choice is taken back.
 * @param {number} place or -1
 */
export function putDown(place) {
  const picked = mayPoint() ? pick(state.gesture, place) : null;
  if (picked) void follow(picked);
  else unpoint();
}

/**
 * Plays the only move meant, or asks which.
 * @param {string[]} moves
 */
async function decide(moves) {
  if (moves.length === 1) await playMove(moves[0]);
  else update({ choice: moves });
}

/**
 * Plays the move that was chosen among several.
 * @param {string} move "" for none
 */
export async function choose(move) {
  update({ choice: [] });
  if (move) await playMove(move);
  else unpoint();
}

/** Takes back the last choice of a gesture, or the last part. */
export function unpoint() {
  const { gesture, pending, playing } = state;
  if (pending >= 0) return update({ pending: -1, hint: "" });
  if (!gesture.before || playing) return;
  update({ gesture: gesture.before });
  tell(gesture.picked.length > 0 ? "Choice taken back." : "Step taken back.");
}

/**
 * What a place is called, now that it is somebody's turn.
 * @param {number} place
 */
export function nameOf(place) {
  const { name = "", name_for_second: other } = state.layout?.places[place] ?? {};
  return viewer() === "second" ? other ?? name : name;
}

/** The side of the only person in a game of one's own. @returns {Side|null} */
export function onlyPerson() {
  const people = SIDES.filter((side) => state.players[side].kind === "person");
  return people.length === 1 && !state.table ? people[0] : null;
}

/** From whose side the places are called: that of the only person, or that of the player to act. */
export function viewer() {
  const person = state.table?.you ?? onlyPerson();
  if (person) return person;
  const { to_move: side, turn = side } = state.preview?.board ?? state.board ?? {};
  return turn === "second" ? turn : "first";
}

/** @type {Record<string, string>} */
const WHERE = {
  board: "on the board", first: "in the hand", second: "in the hand", beside: "beside the board",
};

/**
 * @param {Gesture} gesture
 * @param {boolean} complete
 */
function gestureInWords(gesture, complete) {
  const names = gesture.picked.map(nameOf).join(", ");
  if (gesture.picked.length === 0) {
    const made = gesture.done.map((step) => step.map(nameOf).join(" to ")).join(", ");
    return `${made}. Now the rest of the move, or \u201cTake back\u201d.`;
  }
  if (complete) return `${names} chosen. Point at it again to play, or go on.`;
  return `${names} chosen: now ${nextInWords(gesture)}, or the same again to undo.`;
}

/** Up to so many places are told by name. */
const FEW = 4;

/** Where one may point next. @param {Gesture} gesture */
function nextInWords({ candidates }) {
  const places = new Set(candidates.flatMap(({ rest }) => rest[0] ?? []));
  if (places.size <= FEW) return [...places].sort((a, b) => a - b).map(nameOf).join(" or ");
  const where = new Set([...places].map((at) => WHERE[state.layout?.places[at].area ?? ""]));
  return `a place ${[...where].join(" or ")}`;
}

/**
 * The best score among the moves through each place, as the steps chosen so far allow.
 * @returns {Map<number, Score>}
 */
export function scoresOnBoard() {
  /** @type {Map<number, Score>} */
  const scores = new Map();
  const moves = state.known.get(state.node)?.moves;
  if (!moves) return scores;
  for (const [place, through_] of through(state.gesture)) {
    for (const move of through_) {
      const line = moves.get(move);
      if (line) scores.set(place, better(scores.get(place), line.score));
    }
  }
  return scores;
}

/**
 * What a place is, in words: its name, what is on it, where a move from it leads, its score.
 * @param {number} place
 * @param {number} target the place that stands for it, or -1
 * @param {Score|undefined} score
 */
export function placeInWords(place, target, score) {
  const { layout, gesture, pending } = state;
  const board = state.preview?.board ?? state.board;
  if (!layout || !board) return "";
  const { area, stack } = layout.places[place];
  const called = nameOf(place);
  const hand = area === "first" ? layout.players[0] : area === "second" ? layout.players[1] : null;
  // What stacks is a tray.
  const words = [hand ? `${called}${stack ? "" : " in the hand"} of ${hand.mark}` : called];
  const pieces = board.pieces.filter((piece) => piece.place === place);
  if (pieces.length === 0) words.push("empty");
  for (const { name, owner, last, won } of pieces) {
    words.push(owner ? `${name} of ${layout.players[owner === "first" ? 0 : 1].mark}` : name);
    if (last) words.push("last move");
    if (won) words.push("part of what won");
  }
  if (gesture.picked.includes(place)) words.push("chosen");
  if (pending === place) words.push("touch again to play");
  for (const [from, to] of state.preview ? [] : gesture.done) {
    if (place === from) words.push("one has left");
    if (place === to) words.push("one has come");
  }
  if (target >= 0 && target !== place) words.push(`leads to ${nameOf(target)}`);
  if (score) words.push(inWords(score));
  return words.join(", ");
}
