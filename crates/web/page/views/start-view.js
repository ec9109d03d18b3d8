// @ts-check
// The start: the games as pictures; who plays, how strong the engine is and how long it takes; and
// what to do after a game.

import { LEVELS } from "../model/levels.js";
import { boards } from "../play/links.js";
import { openGame, positionLine } from "../play/game.js";
import { goOn } from "../play/opponent.js";
import { loadWishes, storeSettings, storeWishes } from "../play/storage.js";
import { state, update, watch } from "../play/state.js";
import { announce, messageOf } from "../play/news.js";
import { set } from "./chooser-view.js";
import { at, dialog, el, fill, input, sayIn, select, show } from "./dom.js";
import { toggleScores } from "./lines-view.js";
import { readPicture } from "./picture.js";

/** How long the engine takes, in words and in milliseconds. */
const TIMES = [["a moment", 200], ["a second", 1000], ["five seconds", 5000]];

/** The game that is about to begin. @type {GameOnOffer|undefined} */
let chosen;

/**
 * @param {string} id
 * @param {(string|number)[][]} words
 */
function offer(id, words) {
  fill(at(id), words.map(([text, value]) => el("option", { value }, String(text))));
}

/**
 * The line about a game, without its name.
 * @param {GameOnOffer} game
 */
function aboutOf({ title, about }) {
  const [name] = title.split(" ");
  return about.startsWith(name) ? about.replace(/^[^:]*: /, "") : about;
}

/** Shows the games to choose from. */
export async function openStart() {
  show("start", true);
  show("start-close", !!state.layout);
  document.body.classList.add("at-start");
  const cards = state.games.map((game) => {
    const picture = el("span", { class: "game-picture", "aria-hidden": "true" });
    const card = el("button", { class: "game-card", onclick: () => begin(game) },
      picture, el("strong", {}, game.title), el("span", {}, aboutOf(game)));
    return { game, picture, card };
  });
  fill(at("start-games"), cards.map(({ card }) => el("li", {}, card)));
  for (const { game, picture } of cards) {
    const moves = game.sample.split(" ").filter(Boolean);
    const lines = [positionLine(moves, ""), "query board svg"];
    const { responses } = await boards().ask({ title: game.name, lines });
    const image = readPicture(responses[0] ?? "");
    image?.removeAttribute("role");
    image?.removeAttribute("aria-label");
    // Whoever has chosen meanwhile sees a board.
    if (image && !at("start").hidden) fill(picture, [image]);
  }
}

/** Hides them again. */
function closeStart() {
  show("start", false);
  if (document.body.classList.contains("at-start")) scrollTo(0, 0);
  document.body.classList.remove("at-start");
  // Hidden pictures would take their light and shade from those that are shown.
  fill(at("start-games"), []);
}

/** Asks how a game is to begin. @param {GameOnOffer} game */
function begin(game) {
  chosen = game;
  at("begin-title").textContent = game.title;
  offer("begin-setup", game.setups.map((setup) => [setup, setup]));
  show("begin-setups", game.setups.length > 1);
  sayIn("begin-error", "");
  dialog("begin").showModal();
}

/**
 * Begins the game that was chosen.
 * @param {string} setup
 * @param {string} side which the person plays, "both" or "none"
 */
async function play(setup, side) {
  const engine = { strength: Number(select("begin-level").value),
    limit: /** @type {const} */ ("movetime"), amount: Number(select("begin-time").value) };
  const player = (/** @type {Side} */ own) => ({ ...engine,
    kind: /** @type {"person"|"engine"} */ (side === own || side === "both" ? "person" : "engine") });
  const players = { first: player("first"), second: player("second") };
  await beginWith({ game: chosen?.name ?? "", setup, position: "" }, players);
  announce(`A new game: ${state.layout?.title}.`);
}

/** Begins another game like the last one, with sides changed. */
export async function playAgain() {
  const { layout, position, players } = state;
  if (!layout) return;
  const { game, setup } = layout;
  await beginWith({ game, setup, position }, { first: players.second, second: players.first });
  announce("Another game, with sides changed.");
}

/**
 * Begins a game between these players.
 * @param {{game: string, setup: string, position: string}} what
 * @param {{first: Player, second: Player}} players
 */
async function beginWith(what, players) {
  await openGame({ ...what, moves: [], ply: 0 }, undefined, true);
  update({ players });
  storeSettings();
  goOn();
}

/** The fields that are filled in as they were the last time. */
const FIELDS = /** @type {const} */ (["side", "level", "time"]);

/** Fills in what was wished for the last time. */
function fillIn() {
  const wishes = loadWishes();
  for (const name of FIELDS) {
    const field = select(`begin-${name}`);
    field.value = wishes[name];
    if (field.selectedIndex < 0) field.selectedIndex = 0;
  }
  input("begin-scores").checked = wishes.scores;
}

/** Takes over what is wished. */
function takeWishes() {
  const [side, level, time] = FIELDS.map((name) => select(`begin-${name}`).value);
  const scores = input("begin-scores").checked;
  storeWishes({ side, level, time, scores });
  set({ scores });
}

/** Looks for the mistakes of the game, where they are seen. */
function showMistakes() {
  if (!state.settings.scores) toggleScores();
  at("graph-section").scrollIntoView();
  at("sweep").click();
}

/** Offers what one may do after a game. */
function showAfter() {
  const { board, table, preview } = state;
  show("after", !!board && board.result !== "none" && !table && !preview);
}

export function startStartView() {
  offer("begin-level", LEVELS);
  offer("begin-time", TIMES);
  fillIn();
  at("begin-form").addEventListener("submit", (event) => {
    event.preventDefault();
    takeWishes();
    play(select("begin-setup").value, select("begin-side").value).then(
      () => dialog("begin").close(),
      (error) => sayIn("begin-error", messageOf(error), true),
    );
  });
  at("start-close").addEventListener("click", closeStart);
  at("mistakes-after").addEventListener("click", showMistakes);
  watch(["board", "table", "preview"], showAfter);
  watch(["layout"], () => { if (state.layout) closeStart(); });
}
