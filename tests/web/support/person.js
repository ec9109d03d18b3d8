// @ts-check
// What a person sees on the page and does there. Everything is found by the name by which a
// person, or a screen reader, finds it.

import { until } from "./until.js";

/** @typedef {import("playwright-core").Page} Page */

/** What the status says when a game is over. */
export const OVER = /wins|draw/;

/**
 * The place of the board with this name.
 * @param {Page} page
 * @param {string} name
 */
export function place(page, name) {
  return page.getByRole("gridcell", { name: new RegExp(`^${name}(,|$)`) });
}

/**
 * What the places of the board say, in their order.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export function placesInWords(page) {
  return page.getByRole("gridcell").evaluateAll((cells) =>
    cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
}

/** What a place says besides its name and its pieces. It changes while the analysis goes on. */
const PASSING = /^(leads to|win|loss|draw|at (least|most) a draw|opinion|chosen|one has|touch again)\b/;

/**
 * What is on the places, without scores and the like.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function piecesInWords(page) {
  const places = await placesInWords(page);
  return places.map((words) =>
    words.split(", ").filter((part, at) => at === 0 || !PASSING.test(part)).join(", "));
}

/**
 * Waits for a place that says this.
 * @param {Page} page
 * @param {RegExp} words
 */
export function sees(page, words) {
  return page.getByRole("gridcell", { name: words }).waitFor();
}

/**
 * Makes moves of one step each, for both sides, and waits for the position after each.
 * @param {Page} page
 * @param {string[]} names of the places to point at
 */
export async function makeMoves(page, ...names) {
  let { ply } = await plyOf(page);
  for (const name of names) {
    await place(page, name).click();
    ply += 1;
    await atPly(page, ply);
  }
}

/**
 * Points at the places of one move, and waits until each but the last is chosen, or a piece has come
 * there.
 * @param {Page} page
 * @param {string[]} names
 */
export async function makeSteps(page, ...names) {
  for (const [at, name] of names.entries()) {
    await place(page, name).click();
    if (at < names.length - 1) await sees(page, new RegExp(`^${name}, .*\\b(chosen|one has come)\\b`));
  }
}

/**
 * The sentence that says how things stand.
 * @param {Page} page
 */
export function status(page) {
  return page.locator("#status");
}

/** @param {Page} page */
export async function statusOf(page) {
  return (await status(page).textContent()) ?? "";
}

/**
 * Waits until the status says something, and gives its words.
 * @param {Page} page
 * @param {RegExp} wanted
 */
export function says(page, wanted) {
  return until(() => statusOf(page), (text) => wanted.test(text), `the status ${wanted}`);
}

/**
 * Where one is in the line: the plies played, and all plies of the line.
 * @param {Page} page
 */
export async function plyOf(page) {
  const text = await page.getByRole("group", { name: "Step through the game" }).textContent();
  const [, ply, end] = /(\d+) \/ (\d+)/.exec(text ?? "") ?? [];
  return { ply: Number(ply), end: Number(end) };
}

/**
 * Waits for a ply of the line.
 * @param {Page} page
 * @param {number} ply
 * @param {number} [end]
 */
export function atPly(page, ply, end) {
  return until(() => plyOf(page),
    (seen) => seen.ply === ply && (end === undefined || seen.end === end), `ply ${ply} / ${end}`);
}

/**
 * Waits until the game is over, or it is the turn of a player at this ply or later.
 * @param {Page} page
 * @param {string} player as the status calls him, such as "First"
 * @param {number} least
 */
export async function turnOf(page, player, least) {
  const turn = new RegExp(`^${player}.* to move`);
  const look = async () => ({ ...(await plyOf(page)), status: await statusOf(page) });
  const seen = await until(look,
    ({ status: text, ply }) => OVER.test(text) || (ply >= least && turn.test(text)),
    `the turn of ${player} at ply ${least}`);
  return seen.status;
}

/**
 * Plays against the engine until the game is over, and gives what the status says then.
 * @param {Page} page
 * @param {string} player the person, as the status calls him
 * @param {(places: string[]) => Promise<void>} move makes a move, given what the places say
 */
export async function playOut(page, player, move) {
  for (let { ply } = await plyOf(page); ; ply += 2) {
    if (player === "Second" && ply === 0) ply = 1;
    const text = await turnOf(page, player, ply);
    if (OVER.test(text)) return text;
    await move(await placesInWords(page));
  }
}

/**
 * Says who plays a side.
 * @param {Page} page
 * @param {"first"|"second"} side
 * @param {"Person"|"Engine"} who
 */
export async function choosePlayer(page, side, who) {
  await page.getByRole("combobox", { name: `Who plays ${side}` }).selectOption(who);
}

/**
 * Lets the engine of a side play after few plies or after a short time.
 * @param {Page} page
 * @param {"first"|"second"} side
 * @param {"plies deep"|"seconds a move"} unit
 * @param {number} amount
 */
export async function limitEngine(page, side, unit, amount) {
  const name = side === "first" ? "First player" : "Second player";
  const player = page.getByRole("group", { name });
  await player.locator("summary").click();
  await player.getByRole("combobox", { name: "The unit" }).selectOption(unit);
  await player.getByRole("spinbutton", { name: "How much" }).fill(String(amount));
  await page.keyboard.press("Escape");
  const limit = unit === "plies deep" ? `depth ${amount}` : `${amount} s`;
  await player.getByText(new RegExp(`, ${limit}(,|$)`)).waitFor();
}

/**
 * What pointing has led to: the ply, the places at which one may point now, the words below.
 * @param {Page} page
 */
async function lookAround(page) {
  const open = await page.locator("[role=gridcell].open").evaluateAll((cells) =>
    cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  const hint = (await page.locator("#hint").textContent()) ?? "";
  return { ...(await plyOf(page)), open, hint };
}

/**
 * Makes the first move that one comes upon: a piece of one's own, then places to which it leads,
 * those without such a piece before others.
 * @param {Page} page
 * @param {string} mark of the player's pieces
 * @param {"click"|"tap"} how
 */
export async function makeAnyMove(page, mark, how = "click") {
  const { ply } = await plyOf(page);
  const piece = new RegExp(`\\b(man|king|marble|champion|\\d) of ${mark}\\b`);
  let seen = await until(() => lookAround(page), ({ open }) => open.length > 0, "a move");
  for (let steps = 0; steps < 9 && seen.ply === ply; steps += 1) {
    const others = seen.open.filter((words) => !piece.test(words));
    const next = steps === 0 ? seen.open.filter((words) => piece.test(words)) : others;
    const words = /again to play/.test(seen.hint) ? "chosen" : (next[0] ?? seen.open[0]);
    const cell = words === "chosen"
      ? page.getByRole("gridcell", { selected: true }).last()
      : place(page, words.split(",")[0]);
    await cell[how]();
    seen = await until(() => lookAround(page),
      (seen) => seen.ply > ply || seen.open.length > 0 || /again to play/.test(seen.hint), "a step");
  }
}
