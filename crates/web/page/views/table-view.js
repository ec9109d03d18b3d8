// @ts-check
// A table for two: who sits where, clocks, take-back by consent; and the making of a table.

import { formatAddress } from "../model/address.js";
import { left, formatTime, timeInWords } from "../model/clock.js";
import { title } from "../play/game.js";
import { loadName } from "../play/storage.js";
import {
  askBack, createTable, question, resultInWords, returnToTable, sayAtTable, seatEngine, sit, stand,
} from "../play/table.js";
import { SIDES, state, watch } from "../play/state.js";
import { announce } from "../play/news.js";
import { at, dialog, el, fill, input, say, sayIn, show } from "./dom.js";

/**
 * @param {string} text
 * @param {() => void} onclick
 */
function button(text, onclick) {
  return el("button", { onclick }, text);
}

/** Shows the seats, and what one may say. */
function showTable() {
  const { table, node } = state;
  document.body.classList.toggle("at-table", !!table);
  show("table", !!table);
  if (!table) return;
  const over = table.result !== "none" || !!table.end;
  for (const side of SIDES) showSeat(side);
  const online = table.online ? "" : " Connecting again.";
  const result = over ? `${resultInWords(table)} ` : "";
  const free = SIDES.some((side) => !table.seats[side].taken && !table.seats[side].engine);
  const call = table.you && free && !over ? " Send the address to a friend." : "";
  say("table-note", `${result}${seatInWords()}${call} Watchers: ${table.watchers}.${online}`);
  const { undo, you } = table;
  fill(at("table-words"), [
    node !== table.tip && button("Back to the table's position", () => void returnToTable()),
    you && !over && table.moves.length > 0 && !undo && button("Ask to take back", askBack),
    you && table.end === "resignation" && !undo && button("Ask to go on", askBack),
    you && !over && button("Resign", () => dialog("resign").showModal()),
    you && button("Leave the seat", stand),
    button("Copy the address", () => void copyAddress()),
    (over || !you) && el("a", { href: ownBoard() }, "Analyse on a board of your own"),
  ]);
  say("table-notice", undo ? "" : table.notice);
  show("undo", !!undo);
  if (undo) {
    const mine = undo.by === you;
    fill(at("undo"), [
      el("p", {}, mine ? "You have asked." : question(table)),
      you && !mine && button("Agree", () => sayAtTable("agree")),
      you && button(mine ? "Withdraw" : "Refuse", () => sayAtTable("refuse")),
    ]);
  }
  showClocks();
}

/** The address of the table's game on a board of one's own. */
function ownBoard() {
  const { table } = state;
  if (!table) return "/";
  const { game, setup, moves } = table;
  return `/${formatAddress({ game, setup, position: "", moves, ply: moves.length })}`;
}

/** Where oneself sits, in a sentence. */
function seatInWords() {
  const { table } = state;
  return table?.you ? `You play ${table.you}.` : "You watch.";
}

/** @param {Side} side */
function showSeat(side) {
  const { table } = state;
  if (!table) return;
  const { taken, name, present, engine } = table.seats[side];
  const free = !taken && !engine;
  const time = /^movetime (\d+)$/.exec(engine ?? "");
  const limit = time ? `${Number(time[1]) / 1000} s` : engine;
  const who = engine ? `Engine, ${limit}` : name || "Somebody";
  const away = taken && !engine && !present ? el("em", {}, " (away)") : "";
  const set = () => {
    const taker = dialog("seat-engine");
    taker.returnValue = side;
    input("seat-engine-side").value = side;
    taker.showModal();
  };
  fill(at(`${side}-seat`), free
    ? [
      el("em", {}, "free "),
      !table.you && button("Sit here", () => askName(side)),
      table.you && table.you !== side && button("Engine here", set),
    ]
    : [who, away, engine && table.you && button("Remove", () => seatEngine(side, "none"))]);
}

/** @param {Side} side */
function askName(side) {
  input("sit-side").value = side;
  input("sit-name").value = loadName();
  dialog("sit").showModal();
}

async function copyAddress() {
  const address = location.origin + location.pathname;
  try {
    await navigator.clipboard.writeText(address);
    announce("The address was copied.");
    say("table-address", `Copied: ${address}`);
  } catch {
    say("table-address", address);
  }
}

/** The last warning of the own clock that was spoken. */
let warned = 0;

/** Shows what the clocks say now. */
function showClocks() {
  const { table } = state;
  for (const side of SIDES) {
    const place = document.getElementById(`${side}-clock`);
    if (!place) continue;
    place.hidden = !table?.clock;
    if (!table?.clock) continue;
    const rest = left(table.clock, side, performance.now() - table.heard);
    place.textContent = formatTime(rest);
    place.classList.toggle("running", table.clock.running === side);
    place.setAttribute("aria-label", timeInWords(rest));
    if (side === table.you && table.clock.running === side) warn(rest);
  }
}

/** @param {number} rest */
function warn(rest) {
  const step = rest < 10000 ? 3 : rest < 30000 ? 2 : rest < 60000 ? 1 : 0;
  if (step > warned) announce(`${timeInWords(rest)} left.`);
  warned = step;
}

/** Opens the dialog that makes a table. */
export function openFriend() {
  input("friend-name").value = loadName();
  say("friend-game", title());
  sayIn("friend-error", "");
  dialog("friend").showModal();
}

/** @param {Event} event */
async function make(event) {
  event.preventDefault();
  const minutes = Number(input("friend-minutes").value);
  const seconds = Number(input("friend-increment").value);
  const timed = input("friend-timed").checked;
  const clock = timed
    ? { base: Math.round(minutes * 60000), increment: Math.round(seconds * 1000) }
    : null;
  const side = /** @type {Side|""} */ (input("friend-side").value);
  sayIn("friend-error", "The table is being made.");
  const name = input("friend-name").value.trim();
  sayIn("friend-error", await createTable(title(), clock, side, name), true);
}

/**
 * Obeys a form of a dialog and closes it.
 * @param {string} id
 * @param {() => void} act
 */
function onForm(id, act) {
  at(`${id}-form`).addEventListener("submit", (event) => {
    event.preventDefault();
    act();
    dialog(id).close();
  });
}

export function startTableView() {
  watch(["table", "node"], showTable);
  setInterval(() => {
    if (state.table?.clock?.running) showClocks();
  }, 100);
  input("friend-timed").addEventListener("change", () => {
    at("friend-clock").toggleAttribute("disabled", !input("friend-timed").checked);
  });
  at("friend-form").addEventListener("submit", (event) => void make(event));
  onForm("sit", () => {
    sit(/** @type {Side} */ (input("sit-side").value), input("sit-name").value.trim());
  });
  onForm("seat-engine", () => {
    const side = /** @type {Side} */ (input("seat-engine-side").value);
    const ms = Math.max(10, Math.round(Number(input("seat-engine-time").value) * 1000) || 1000);
    seatEngine(side, `movetime ${ms}`);
  });
  onForm("resign", () => sayAtTable("resign"));
}
