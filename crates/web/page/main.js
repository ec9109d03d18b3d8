// @ts-check
// The beginning: brings the parts to life, and opens the game that the address names.

import { parseAddress } from "./model/address.js";
import { startAnalysis } from "./play/analysis.js";
import { roll, startDice } from "./play/dice.js";
import * as game from "./play/game.js";
import { boards } from "./play/links.js";
import { startForced } from "./play/forced.js";
import { goOn, moveNow, startOpponent } from "./play/opponent.js";
import { playMove } from "./play/pointing.js";
import { loadSettings } from "./play/storage.js";
import { state, update } from "./play/state.js";
import { joinTable, tableInAddress } from "./play/table.js";
import { focusBoard, startBoardView } from "./views/board-view.js";
import { startBalanceView } from "./views/balance-view.js";
import { startChoiceView } from "./views/choice-view.js";
import { startChooser } from "./views/chooser-view.js";
import { at, dialog, input } from "./views/dom.js";
import { startFactsView } from "./views/facts-view.js";
import { startGraphView } from "./views/graph-view.js";
import { startKeys, takeBack } from "./views/keys.js";
import { startLinesView } from "./views/lines-view.js";
import { startNewsView } from "./views/news-view.js";
import { startPlayersView } from "./views/players-view.js";
import { openPosition, openRecord, startRecordView } from "./views/record-view.js";
import { startRulesView } from "./views/rules-view.js";
import { openStart, playAgain, startStartView } from "./views/start-view.js";
import { startStatusView } from "./views/status-view.js";
import { openFriend, startTableView } from "./views/table-view.js";
import { startTreeView } from "./views/tree-view.js";
import { messageOf } from "./play/news.js";

/**
 * Does something, and says what went wrong.
 * @param {() => unknown} act
 */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    update({ trouble: messageOf(error) });
  }
}

/** Opens what an address names, or the first game. */
async function openAddress(hash = location.hash) {
  const address = parseAddress(hash);
  const first = state.games[0];
  if (!address.game && state.games.length > 1) return openStart();
  if (!address.game) Object.assign(address, { game: first.name, setup: first.setups[0] ?? "" });
  try {
    const refusal = await game.openGame(address);
    if (refusal) update({ trouble: `The address has a move that cannot be played: ${refusal}` });
  } catch (error) {
    if (state.layout) throw error;
    await game.openGame({ game: first.name, setup: "", position: "", moves: [], ply: 0 });
    throw error;
  }
}

/** Joins the buttons to what they do. */
function startButtons() {
  /** @type {[string, () => unknown][]} */
  const buttons = [
    ["to-start", game.toStart], ["back", game.back], ["forward", game.forward],
    ["to-end", game.toEnd], ["take-back", takeBack], ["engine-move", moveNow],
    ["roll", roll], ["open-start", openStart], ["again", playAgain],
    ["open-rules", () => dialog("rules").showModal()],
    ["open-keys", () => dialog("keys").showModal()],
    ["open-settings", () => dialog("settings").showModal()],
    ["open-record", openRecord], ["open-position", openPosition], ["open-friend", openFriend],
    ["trouble-close", () => update({ trouble: "" })],
  ];
  for (const [id, act] of buttons) at(id).addEventListener("click", () => void attempt(act));
  for (const close of document.querySelectorAll("dialog [data-close]")) {
    close.addEventListener("click", () => close.closest("dialog")?.close());
  }
  at("move-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(typeMove);
  });
  at("skip").addEventListener("click", (event) => {
    event.preventDefault();
    focusBoard();
  });
}

/** Plays the move that was typed, as the game writes it. */
async function typeMove() {
  const field = input("move-text");
  const typed = field.value.trim();
  if (!typed) return;
  const { node, tree } = state;
  const before = tree.moves(node);
  const { moves, refusal } = await game.playable([...before, typed]);
  if (node !== state.node || tree !== state.tree) return;
  if (moves.length !== before.length + 1) {
    update({ trouble: refusal?.why ?? `'${typed}' is not a legal move here` });
    field.select();
    return;
  }
  field.value = "";
  await playMove(moves[before.length]);
}

/** Opens a board of one's own. */
async function openOwn() {
  // A game that is just opening may write its address before this is heard.
  addEventListener("hashchange", ({ newURL }) =>
    void attempt(() => openAddress(new URL(newURL).hash)));
  await attempt(openAddress);
  if (state.tree.nodes.length === 1) {
    goOn();
  }
}

async function start() {
  loadSettings();
  startNewsView();
  startBoardView();
  startBalanceView();
  startChoiceView();
  startPlayersView();
  startLinesView();
  startTreeView();
  startGraphView();
  startFactsView();
  startRulesView();
  startRecordView();
  startTableView();
  startStartView();
  startChooser();
  startKeys();
  startButtons();
  startOpponent();
  startDice();
  startForced();
  startStatusView();
  startAnalysis();
  const { responses, errors } = await boards().ask({ lines: ["query games"] });
  if (errors.length > 0) throw new Error(errors[0]);
  update({ games: JSON.parse(responses[0]), settings: state.settings, players: state.players });
  const table = tableInAddress();
  if (table) joinTable(table, openOwn);
  else await openOwn();
}

void attempt(start);
