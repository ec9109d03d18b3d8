// @ts-check
// Game records in and out, and positions set up by text.

import { Tree } from "../model/tree.js";
import { places } from "../model/align.js";
import { parseRecord, positionOf, RecordError } from "../model/record.js";
import { RESULTS } from "../model/record-results.js";
import { writeRecord } from "../model/record-write.js";
import { openGame, playable, refusalInWords, title } from "../play/game.js";
import { knownOf } from "../play/knowledge.js";
import { textOf } from "../model/text.js";
import { scoreOfMove } from "../play/curve.js";
import { earlierGames } from "../play/storage.js";
import { state } from "../play/state.js";
import { isProof } from "../model/score.js";
import { announce } from "../play/news.js";
import { at, dialog, el, fill, input, sayIn, show } from "./dom.js";

/** The record of the game that is shown. */
function record() {
  const { tree, players, position, table } = state;
  const tags = new Map([["Game", title()]]);
  for (const [side, tag] of /** @type {const} */ ([["first", "First"], ["second", "Second"]])) {
    const { kind, strength } = players[side];
    const name = kind === "engine" ? `sarsen, strength ${strength}` : "a person";
    tags.set(tag, table ? table.seats[side].name || "a person" : name);
  }
  if (position) tags.set("Position", position);
  const end = tree.main().at(-1) ?? 0;
  let result = RESULTS[knownOf(end).result];
  if (table?.end && table.end !== "rules" && tree.moves(end).length === table.moves.length) {
    result = RESULTS[table.result];
    tags.set("Termination", table.end);
  }
  return writeRecord({ tags, tree, result }, scoreNote);
}

/**
 * The score of a move, as the subcommands write it.
 * @param {number} node
 */
function scoreNote(node) {
  if (!input("record-scores").checked) return "";
  const score = scoreOfMove(node);
  if (!score) return "";
  const { kind, value, plies } = score;
  const known = isProof(score) || kind === "eval";
  return known ? `${kind} ${value ?? plies ?? ""}`.trim() : "";
}

/** Writes the record into the field. */
function writeField() {
  input("record-text").value = record();
  sayIn("record-error", "");
}

/**
 * Opens the record of a text.
 * @param {string} text
 */
async function read(text) {
  const { tags, tree, notes, rest } = parseRecord(text);
  const [game = "", ...setup] = (tags.get("Game") ?? title()).split(/\s+/);
  const position = positionOf(tags);
  const full = [game, ...setup].join(" ");
  const written = tree.moves(tree.main().at(-1) ?? 0);
  const { moves, refusal } = await playable(written, full, position);
  if (refusal) throw new Error(refusalInWords(refusal));
  const { good, bad } = await legalPart(tree, full, position);
  await openGame({ game, setup: setup.join(" "), position, moves, ply: moves.length }, good);
  const more = rest.trim() ? " The text holds more records; the first was read." : "";
  const left = bad > 0 ? ` Left out, because it cannot be played: variations: ${bad}.` : "";
  const assumed = notes.map((note) => ` Assumed: ${note}.`).join("");
  const passes = moves.length - written.length;
  const put = passes > 0 ? ` Put in, because they were left out: passes: ${passes}.` : "";
  announce(`The record was read: ${moves.length} moves.${assumed}${put}${left}${more}`);
  return assumed + put + left + more;
}

/**
 * The variations that can be played.
 * @param {Tree} tree
 * @param {string} game
 * @param {string} position
 */
async function legalPart(tree, game, position) {
  const good = new Tree();
  let bad = 0;
  for (const leaf of tree.leaves()) {
    const written = tree.moves(leaf);
    const { moves, good: count, refusal } = await playable(written, game, position);
    if (refusal) bad += 1;
    const path = tree.path(leaf);
    const played = good.path(good.addLine(0, moves));
    // Passes that were left out have no comment.
    places(written.slice(0, count), moves).forEach((place, at) => {
      const node = played[place + 1];
      // Two variations may write one move in two ways, and one move may have several words.
      if (node !== undefined) good.node(node).comment ||= tree.node(path[at + 1]).comment;
    });
  }
  return { good, bad };
}

/**
 * Reads the text of the field.
 * @param {string} note what was assumed about it
 */
async function readField(note = "") {
  try {
    const left = note + await read(input("record-text").value);
    if (left) sayIn("record-error", left, true);
    else dialog("record").close();
  } catch (error) {
    complain("record-error", error, error instanceof RecordError ? example() : "");
  }
}

/**
 * Says in a dialog what is wrong, and what would be right.
 * @param {string} id
 * @param {any} error
 * @param {string} hint
 */
function complain(id, error, hint = "") {
  sayIn(id, `${error.message ?? error}${hint && `. ${hint}`}`, true);
}

/** How a record looks. */
function example() {
  const [, first] = state.tree.main();
  const moves = first ? `1. ${state.tree.node(first).move} ` : "";
  return `A short record: [Game "${title()}"] ${moves}*`;
}

/** Gives the record to the person as a file. */
function download() {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([input("record-text").value], { type: "text/plain" }));
  link.href = url;
  link.download = `${title().replace(/[^\w]+/g, "-")}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function copy() {
  const field = input("record-text");
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  sayIn("record-error", "Copied.");
}

/** Lists the games that were put aside. */
function showEarlier() {
  const games = earlierGames();
  show("earlier", games.length > 0);
  fill(at("earlier-games"), games.map(({ title: name, moves }, at) =>
    el("option", { value: at }, `${name}: ${moves.slice(0, 12).join(" ")}`)));
}

/** Opens a game that was put aside. */
async function openEarlier() {
  const found = earlierGames()[Number(input("earlier-games").value)];
  if (!found) return;
  const [game, ...setup] = found.title.split(" ");
  const { position, moves, tree } = found;
  const address = { game, setup: setup.join(" "), position, moves, ply: moves.length };
  try {
    await openGame(address, Tree.fromJSON(tree));
    dialog("record").close();
  } catch (error) {
    complain("record-error", error);
  }
}

/** Shows the dialog with the record of the game. */
export function openRecord() {
  writeField();
  showEarlier();
  dialog("record").showModal();
}

/** Shows the dialog with the text of the position. */
export function openPosition() {
  input("position-text").value = state.board?.fen ?? "";
  sayIn("position-error", "");
  dialog("position").showModal();
}

/** @param {Event} event */
async function setUp(event) {
  event.preventDefault();
  const { layout } = state;
  if (!layout) return;
  const position = input("position-text").value.trim().replace(/\s+/g, " ");
  try {
    await openGame({ ...layout, position, moves: [], ply: 0 });
    dialog("position").close();
    announce("The position is set up.");
  } catch (error) {
    complain("position-error", error, `The board that is shown: ${state.board?.fen}`);
  }
}

export function startRecordView() {
  at("earlier-open").addEventListener("click", () => void openEarlier());
  at("record-read").addEventListener("click", () => void readField());
  at("record-download").addEventListener("click", download);
  at("record-copy").addEventListener("click", () => void copy());
  at("record-scores").addEventListener("change", writeField);
  input("record-file").addEventListener("change", async () => {
    const file = input("record-file").files?.[0];
    if (!file) return;
    const { text, note } = textOf(new Uint8Array(await file.slice(0, 1 << 20).arrayBuffer()));
    input("record-text").value = text;
    input("record-file").value = "";
    await readField(note);
  });
  at("position-form").addEventListener("submit", (event) => void setUp(event));
}
