// @ts-check
// A table for two: its moves are the main line, its words go over a connection of its own.

import { LineSocket } from "../protocol/socket.js";
import { parseRemark } from "../model/report.js";
import { goTo, openGame, takeBackPlaying } from "./game.js";
import { announce, messageOf } from "./news.js";
import { loadName, loadSeat, storeName, storeSeat } from "./storage.js";
import { SIDES, state, update } from "./state.js";

/** @type {LineSocket|null} */
let socket = null;

/** The move that the table has not confirmed yet. */
let unconfirmed = "";

/** Codes of a connection that need not come back. */
const [GONE, TAKEN_OVER] = [4404, 4409];

/**
 * Says why the table does not come back.
 * @param {number} code
 * @param {() => Promise<void>} gone
 */
async function giveUp(code, gone) {
  socket?.close();
  if (code === GONE && !state.table) {
    history.replaceState(null, "", `/${location.hash}`);
    await gone();
  }
  const trouble = code === GONE
    ? "There is no such table. It may have been cleared away."
    : "Your seat is in use in another window. Reload this page to take it back here.";
  update({ trouble, table: state.table && { ...state.table, online: false } });
}

/** Opening the game of the table takes a moment; later words wait for it. */
let opening = Promise.resolve();

/** The id of the table in the address of the page, or "". */
export function tableInAddress() {
  return /^\/table\/([^/]+)\/?$/.exec(location.pathname)?.[1] ?? "";
}

/** @param {string} line */
function send(line) {
  socket?.send([line.replace(/[\0\r\n]+/g, " ")]);
}

/**
 * Sits down at the table of the page's address, as a watcher or in one's own seat.
 * @param {string} id
 * @param {() => Promise<void>} gone opens something else if there is no such table
 */
export function joinTable(id, gone) {
  socket = new LineSocket(`/table/${id}/ws`, {
    open: () => {
      const seat = loadSeat(id);
      update({ resuming: !!seat });
      if (seat) send(`resume ${seat.side} ${seat.secret}`);
      if (unconfirmed) send(unconfirmed);
      const wish = sessionStorage.getItem(`sarsen.sit ${id}`);
      sessionStorage.removeItem(`sarsen.sit ${id}`);
      if (!seat && (wish === "first" || wish === "second")) sit(wish, loadName());
      update({ trouble: "" });
    },
    line: (line) => hear(id, line),
    lost: (reason, wait, code) => {
      if (code === GONE || code === TAKEN_OVER) return void giveUp(code, gone);
      const seconds = Math.max(1, Math.round(wait / 1000));
      const why = reason ? ` (${reason})` : "";
      update({
        table: state.table && { ...state.table, online: false },
        trouble: `The table is out of reach${why}. The next try is in ${seconds} s.`,
      });
    },
  });
}

/**
 * @param {string} id
 * @param {string} line
 */
function hear(id, line) {
  const remark = parseRemark(line);
  if (remark) {
    if (remark.error) {
      if (unconfirmed) takeBackPlaying(remark.text);
      unconfirmed = "";
      update({ resuming: false, trouble: remark.text });
    } else {
      announce(remark.text);
    }
    return;
  }
  const [word, side, secret] = line.split(" ");
  if (word === "seat" && (side === "first" || side === "second")) storeSeat(id, { side, secret });
  // Only after this refusal the secret is of no use any more.
  if (line === "refused wrong-secret") storeSeat(id, null);
  if (word === "moved") unconfirmed = "";
  if (word === "table") {
    const heard = performance.now();
    const words = /** @type {TableWords} */ (JSON.parse(line.slice("table ".length)));
    opening = opening.then(() => show(words, heard)).catch((error) => {
      update({ trouble: messageOf(error) });
    });
  }
}

/**
 * Shows what the table says.
 * @param {TableWords} words
 * @param {number} heard when it was said
 */
async function show(words, heard) {
  if (words.you) update({ resuming: false });
  const before = state.table;
  const { game, setup, moves } = words;
  if (!before) {
    update({ table: { ...words, heard, tip: 0, online: true, notice: "" } });
    await openGame({ game, setup, position: "", moves, ply: moves.length });
  }
  const tip = state.tree.addLine(0, moves);
  state.tree.promote(tip);
  const follows = !before || state.node === before.tip;
  const news = before ? newsBetween(before, words) : "";
  const more = !before || moves.length > before.moves.length;
  const notice = news || (more ? "" : before.notice);
  update({ table: { ...words, heard, tip, online: true, notice }, tree: state.tree });
  announce(news);
  if (before && !before.end && words.end) announce(resultInWords(words));
  if (follows && state.node !== tip) await goTo(tip, more);
  else if (!follows && before?.tip !== tip) announce("The table has moved on.");
}

/**
 * @param {TableWords} table
 * @param {Side} side
 */
function nameOf({ seats }, side) {
  const called = state.layout?.players[SIDES.indexOf(side)]?.name;
  return seats[side].name || called || `The ${side} player`;
}

/**
 * What people have done at a table, apart from moves and the result.
 * @param {TableWords} before
 * @param {TableWords} after
 */
function newsBetween(before, after) {
  const news = [];
  for (const side of SIDES) {
    const [old, seat] = [before.seats[side], after.seats[side]];
    const name = nameOf(seat.taken ? after : before, side);
    if (old.taken !== seat.taken) {
      news.push(`${name} has ${seat.taken ? "sat down" : "left the seat"}.`);
    } else if (old.present !== seat.present) {
      news.push(`${name} ${seat.present ? "is back" : "has lost the connection"}.`);
    }
  }
  const fewer = before.moves.length - after.moves.length;
  if (!before.undo && after.undo?.by !== after.you) news.push(question(after));
  if (fewer > 0) news.push(`${fewer === 1 ? "One move was" : `${fewer} moves were`} taken back.`);
  else if (before.end && !after.end) news.push("The game goes on.");
  else if (before.undo && !after.undo) news.push("Nothing is taken back.");
  return news.join(" ").trim();
}

/**
 * What is asked at a table.
 * @param {TableWords} table
 */
export function question(table) {
  const { undo, moves } = table;
  if (!undo) return "";
  const count = moves.length - undo.to;
  const last = count === 1 ? "the last move" : `the last ${count} moves`;
  return `${nameOf(table, undo.by)} asks to ${count > 0 ? `take back ${last}` : "go on"}.`;
}

/**
 * How a game at a table has ended.
 * @param {TableWords} table
 */
export function resultInWords(table) {
  const { result, end } = table;
  if (result === "draw") return "A draw.";
  if (result === "none") return "";
  const why = end === "time" ? " on time" : end === "resignation" ? " by resignation" : "";
  return `${nameOf(table, result === "p1win" ? "first" : "second")} wins${why}.`;
}

/** Whether the game of a table goes on. */
function goesOn() {
  const { table } = state;
  return !!table && table.result === "none" && !table.end;
}

/** Whether a person may point at places: not out of turn at a table. */
export function mayMove() {
  const { table, node, resuming } = state;
  if (resuming) return false;
  if (!table?.you || !goesOn() || node !== table.tip) return true;
  return table.online && table.to_move === table.you;
}

/** Whether the position of the table is shown, and a person here is to move in it. */
export function isOwnTurn() {
  const { table, node } = state;
  return !!table && node === table.tip && goesOn() && table.you === table.to_move;
}

/**
 * Plays at the table, if it is a person's turn there. Else the move is a variation for oneself.
 * @param {string} move
 */
export function playAtTable(move) {
  const { table } = state;
  if (!table || !isOwnTurn()) return false;
  unconfirmed = `move ${table.moves.length} ${move}`;
  update({ playing: move, hint: "" });
  send(unconfirmed);
  return true;
}

/**
 * Takes a seat.
 * @param {Side} side
 * @param {string} name
 */
export function sit(side, name) {
  storeName(name);
  send(`sit ${side} ${name}`.trim());
}

/** Gives the seat up. */
export function stand() {
  const { table } = state;
  if (!table) return;
  send("stand");
  storeSeat(table.id, null);
}

/**
 * Sets an engine on a seat, or takes it away.
 * @param {Side} side
 * @param {string} how "none", "movetime 500" or "depth 8"
 */
export function seatEngine(side, how) {
  send(`engine ${side} ${how}`);
}

/** Asks for taking back one's own last move, or for going on after a resignation. */
export function askBack() {
  const { table } = state;
  const resigned = table?.end === "resignation";
  if (!table || !(resigned || (table.moves.length > 0 && goesOn()))) return;
  const back = resigned ? 0 : table.to_move === table.you ? 2 : 1;
  send(`undo ${Math.max(0, table.moves.length - back)}`);
}

/** @param {"agree"|"refuse"|"resign"} word */
export function sayAtTable(word) {
  send(word);
}

/** Goes back to the position of the table. */
export async function returnToTable() {
  if (state.table) await goTo(state.table.tip);
}

/**
 * Makes a table, and goes there.
 * @param {string} game with its setup
 * @param {{base: number, increment: number}|null} clock in milliseconds
 * @param {Side|""} side the seat to take
 * @param {string} name
 * @returns {Promise<string>} why there is none
 */
export function createTable(game, clock, side, name) {
  storeName(name);
  return new Promise((resolve) => {
    const line = `create ${game}${clock ? ` clock ${clock.base} ${clock.increment}` : ""}`;
    const link = new LineSocket("/table/ws", {
      open: () => link.send([line]),
      line: (answer) => {
        const remark = parseRemark(answer);
        const id = /^created (\S+)$/.exec(answer)?.[1];
        if (remark?.error) {
          link.close();
          resolve(remark.text);
        } else if (id) {
          if (side) sessionStorage.setItem(`sarsen.sit ${id}`, side);
          link.close();
          location.assign(`/table/${encodeURIComponent(id)}`);
        }
      },
      lost: (reason) => {
        link.close();
        resolve(reason || "The server cannot be reached.");
      },
    });
  });
}
