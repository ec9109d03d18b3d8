// @ts-check
// What people do at a table for two.

import { status } from "./person.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {ReturnType<typeof import("./world.js").share>} World */

/** The board of the tables. */
export const BOARD = "#game=connect4&setup=5x4";

/** @param {Page} page */
export function table(page) {
  return page.getByRole("region", { name: "Table" });
}

/**
 * The person at the side of the board.
 * @param {Page} page
 * @param {"First"|"Second"} side
 */
export function seat(page, side) {
  return page.getByRole("group", { name: `${side} player` });
}

/**
 * Makes a table for the game that is shown, and sits down at it as the first player.
 * @param {World} world
 * @param {string} name
 * @param {number} [minutes] on each clock; without, there are no clocks
 * @param {string} [board] what was on the page before
 */
export async function makeTable(world, name, minutes, board = BOARD) {
  const open = await world.visit(board);
  const { page } = open;
  await page.getByRole("button", { name: "Play with a friend" }).click();
  const dialog = page.getByRole("dialog", { name: "Play with a friend" });
  await dialog.getByRole("textbox", { name: "Your name" }).fill(name);
  if (minutes !== undefined) {
    await dialog.getByRole("checkbox", { name: "With clocks:" }).check();
    await dialog.getByRole("spinbutton", { name: "minutes each" }).fill(String(minutes));
    await dialog.getByRole("spinbutton", { name: "seconds more" }).fill("0");
  }
  await dialog.getByRole("button", { name: "Make the table" }).click();
  await table(page).getByText("You play first.").waitFor();
  return open;
}

/**
 * Opens the address of a table, as it was sent.
 * @param {World} world
 * @param {Page} from
 */
export async function follow(world, from) {
  const open = await world.visit(new URL(from.url()).pathname.slice(1));
  await table(open.page).getByText("You watch.").waitFor();
  return open;
}

/**
 * Takes the second seat.
 * @param {Page} page
 * @param {string} name
 */
export async function sitDown(page, name) {
  await seat(page, "Second").getByRole("button", { name: "Sit here" }).click();
  const dialog = page.getByRole("dialog", { name: "Sit down" });
  await dialog.getByRole("textbox", { name: "Your name" }).fill(name);
  await dialog.getByRole("button", { name: "Sit down" }).click();
  await table(page).getByText("You play second.").waitFor();
}

/**
 * Waits until everybody reads the same status.
 * @param {Page[]} pages
 * @param {RegExp} text
 */
export async function allRead(pages, text) {
  for (const page of pages) await status(page).filter({ hasText: text }).waitFor();
}
