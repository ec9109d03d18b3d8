// @ts-check
// The status: whose turn it is, how the game ended, what is wrong; and news of moves, spoken.

import { showsScores } from "../play/analysis.js";
import { percents } from "../model/odds.js";
import { isDue } from "../play/dice.js";
import { engineWaits } from "../play/opponent.js";
import { firstSteps, scoresOnBoard, mayPoint, onlyMove, onlyPerson, playMove } from
  "../play/pointing.js";
import { onShown } from "../play/game.js";
import { knownOf } from "../play/knowledge.js";
import { resultInWords } from "../play/table.js";
import { inWords } from "../model/score.js";
import { SIDES, state, watch } from "../play/state.js";
import { announce } from "../play/news.js";
import { badge } from "./badge.js";
import { focusBoard } from "./board-view.js";
import { at, el, fill, say, show } from "./dom.js";
import { countsOf, nameOf } from "./players-view.js";

/** The name of the program: the server has put it there. */
const PROGRAM = document.title;

/** How things stand, in one sentence. */
function status() {
  const board = state.preview?.board ?? state.board;
  if (!board) return state.link === "open" ? "" : "Connecting to the engine.";
  const { result, margin, to_move: side } = board;
  if (result === "draw") return "A draw.";
  if (result !== "none") {
    const winner = nameOf(result === "p1win" ? "first" : "second");
    return `${winner} wins${margin ? ` by ${margin}` : ""}.`;
  }
  const { table, node } = state;
  if (table?.end && node === table.tip) return resultInWords(table);
  if (side === "chance") {
    const who = nameOf(board.turn ?? "first");
    return state.rolling ? `${who} rolls: ${state.rolling}` : `A roll is due for ${who}.`;
  }
  if (!side) return "";
  const waits = state.waiting ? ` (${state.waiting})` : "";
  return state.thinking ? `${nameOf(side)} is thinking${waits}.` : `${nameOf(side)} to move.`;
}

/** How the game has ended for the only person in it, or "". */
function ownResult() {
  const result = state.board?.result;
  const side = onlyPerson();
  if (!side || (result !== "p1win" && result !== "p2win")) return "";
  return (result === "p1win") === (side === "first") ? "You have won." : "You have lost.";
}

/** What pointing has led to, or what one may do. */
function hint() {
  const { preview, hint: said, table, node, thinking, rolling } = state;
  if (preview) return "";
  const told = said || ownResult();
  if (told) return told;
  if (isDue() && !table) {
    return rolling ? "" : "Point at the die or the deck, or tell what your own shows.";
  }
  if (table && node !== table.tip) return "Not the position of the table: a move here is your own.";
  if (!engineWaits()) return thinking ? "" : onlyMove();
  return "The engine waits: press \u201cEngine move\u201d (g), or play for it.";
}

/** What the last move was, if the board does not show it: a pass of an engine, or a roll. */
function unseen() {
  const { preview, tree, node, board, players, table, thinking } = state;
  const { move, parent } = tree.node(node);
  if (preview || thinking || parent < 0 || !board || board.result !== "none") return "";
  const { side } = knownOf(parent);
  if (side === "chance") return board.to_move === "chance" ? "" : `What came: ${move}.`;
  const isEngine = !!side && !table && players[side].kind === "engine";
  const moved = board.ways.length > 0 || board.pieces.some(({ last }) => last);
  return isEngine && !moved ? `${nameOf(side)} played \u201c${move}\u201d.` : "";
}

function showStatus() {
  const { preview, tree, node, layout, board } = state;
  say("status", status());
  say("hint", hint() || unseen() || firstSteps());
  at("engine-move").classList.toggle("due", engineWaits());
  show("roll", isDue() && !state.table && !state.rolling);
  const { ply } = tree.node(node);
  const end = tree.line(node).length - 1;
  say("ply", preview ? `${ply} + ${preview.at}` : `${ply} / ${end}`);
  document.title = layout ? `${layout.title} \u2013 ${PROGRAM}` : PROGRAM;
  for (const [id, off] of /** @type {[string, boolean][]} */ ([
    ["to-start", ply === 0], ["back", ply === 0], ["take-back", ply === 0 && state.gesture.done.length === 0],
    ["forward", tree.next(node) < 0], ["to-end", tree.next(node) < 0],
    ["engine-move", !SIDES.some((side) => side === board?.to_move)],
  ])) /** @type {HTMLButtonElement} */ (at(id)).disabled = off;
  at("trouble").hidden = state.trouble === "";
  say("trouble-text", state.trouble);
}

/** Shows a button for each move that one cannot point at. */
function showMoves() {
  const { board, preview, known, node, layout, rolling } = state;
  const plain = layout?.places.length === 0;
  // While the dice roll, nobody chooses what they show.
  const moves = preview || rolling || !mayPoint() ? [] : board?.moves ?? [];
  const unpointed = moves.filter((move) => plain || move.gesture.length === 0);
  show("move-buttons", unpointed.length > 0);
  const scores = showsScores() ? known.get(node)?.moves : undefined;
  const list = at("move-buttons");
  const held = document.activeElement?.getAttribute("data-move");
  const odds = board?.to_move === "chance" ? percents(moves) : [];
  fill(list, unpointed.map(({ move }, index) => {
    const line = scores?.get(move);
    return el("button", { "data-move": move, onclick: () => void playMove(move) },
      move, line && " ", line && badge(line.score),
      odds[index] && el("span", { class: "quiet" }, ` ${odds[index]}`));
  }));
  // The focus stays on its move when the scores change.
  if (held) for (const button of list.children) {
    if (button.getAttribute("data-move") === held) /** @type {HTMLElement} */ (button).focus();
  }
  // Whoever has pressed one goes on with the board.
  if (held && !list.contains(document.activeElement)) focusBoard();
}

/** The counts that were told last. */
let counted = "";

/** Tells a move that was just played, or where one is now. */
function tell(/** @type {boolean} */ played) {
  const { tree, node, board } = state;
  const { move, ply, parent } = tree.node(node);
  if (!board) return;
  const mover = parent >= 0 ? knownOf(parent).side : null;
  const who = SIDES.find((side) => side === mover);
  if (played && move) announce(`${who ? nameOf(who) : ""} ${move}.`.trim());
  else announce(ply === 0 ? "The start." : `Move ${ply}, ${move}.`);
  // Whoever opens a game may let the engine begin at once.
  setTimeout(() => {
    const counts = SIDES.map((side) => `${nameOf(side)}: ${countsOf(side)}.`).join(" ");
    if (counts !== counted && board.tallies.length > 0) announce(counts);
    counted = counts;
    // What the dice show while they roll is not what was thrown.
    if (!state.rolling) announce(status());
    announce(hint());
  });
}

/** Says the best score aloud when a key asks for it. */
export function tellScore() {
  const best = knownOf(state.node).best;
  const when = state.preview ? "Before the line: " : "";
  announce(best && showsScores()
    ? `${when}${inWords(best.score)}, expected: ${best.pv.slice(0, 5).join(" ")}. ` +
      `${scoresOnBoard().size} places have scores.`
    : "No score is known.");
}

export function startStatusView() {
  watch(["board", "preview", "thinking", "rolling", "waiting", "link", "trouble", "layout", "node",
    "tree", "table", "resuming", "players", "hint", "gesture"], showStatus);
  watch(["board", "preview", "known", "settings", "layout", "table", "resuming", "rolling",
    "playing", "thinking"], showMoves);
  onShown(tell);
}
