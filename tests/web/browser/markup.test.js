// @ts-check
// Markup in a text stays text, wherever a text may come from.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closePage } from "../support/browser.js";
import { atPly } from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** An element that would run a script, and one that would only stand there. */
const MARKUP = `<img src=x onerror="console.log('run')"><mark>evil</mark></textarea>` +
  `<script>console.log("run")</script>`;

/**
 * No element of the markup is on the page, and its text is where it should be.
 * @param {Page} page
 */
async function isText(page) {
  assert.equal(await page.locator("img, mark, body script").count(), 0);
}

/**
 * Waits until the page complains in words that quote the markup.
 * @param {Page} page
 */
async function complains(page) {
  await page.getByRole("alert").filter({ hasText: "<img", visible: true }).first().waitFor();
  await isText(page);
}

test("in the setup, in a typed move and in a comment", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=3");
  const { page } = open;
  await page.getByRole("combobox", { name: "Setup" }).fill(MARKUP);
  await page.getByRole("button", { name: "New game" }).click();
  await complains(page);
  await page.getByRole("button", { name: "Close the message" }).click();
  await page.getByRole("alert").filter({ visible: true }).waitFor({ state: "hidden" });
  await page.getByRole("textbox", { name: "Type a move" }).fill("<img/src=x><mark>");
  await page.keyboard.press("Enter");
  await complains(page);
  await page.getByRole("textbox", { name: "Comment on the current move" }).fill(MARKUP);
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Tree of variations" }).getByText(MARKUP).waitFor();
  await isText(page);
  await closePage(open);
});

test("in a position, in a record's tags, moves and comments", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=3");
  const { page } = open;
  await page.getByRole("button", { name: "Position" }).click();
  await page.getByRole("textbox", { name: "The text of the position" }).fill(MARKUP);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("alert").filter({ hasText: "<" }).waitFor();
  await isText(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  const tag = MARKUP.replaceAll('"', '\\"');
  for (const record of [
    `[Game "connect4 5x4"]\n\n1. <img/src=x><mark>evil</mark> *`,
    `[Game "${tag}"]\n\n1. 3 *`,
    `[Game "connect4 5x4"]\n[Position "${tag}"]\n\n1. 3 *`,
  ]) {
    await page.getByRole("button", { name: "Record" }).click();
    await page.getByRole("textbox", { name: "The record" }).fill(record);
    await page.getByRole("button", { name: "Read this record" }).click();
    await page.getByRole("alert").filter({ hasText: "<" }).waitFor();
    await isText(page);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Record" }).click();
  const moves = `1. 3 {${MARKUP} (1. 2 "<mark>too</mark>")} *`;
  await page.getByRole("textbox", { name: "The record" })
    .fill(`[Game "connect4 5x4"]\n[First "${tag}"]\n\n${moves}`);
  await page.getByRole("button", { name: "Read this record" }).click();
  const tree = page.getByRole("group", { name: "Tree of variations" });
  await tree.getByText("<mark>too</mark>").waitFor();
  await tree.getByText(MARKUP).waitFor();
  await isText(page);
  await closePage(open);
});

test("in every part of the address", async () => {
  const text = encodeURIComponent(MARKUP);
  for (const hash of [`#game=${text}`, `#game=connect4&setup=${text}`,
    `#game=connect4&setup=5x4&position=${text}`, `#game=connect4&setup=5x4&moves=3.${text}`]) {
    const open = await world.visit(hash);
    await until(() => open.page.getByRole("alert").filter({ visible: true }).count(),
      (count) => count > 0, "a complaint");
    await isText(open.page);
    await closePage(open);
  }
});

test("in what the browser has kept", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=3");
  const { page } = open;
  await atPly(page, 1);
  await page.evaluate((text) => {
    const tree = JSON.stringify([[0, "3", text], [0, text.replaceAll(" ", "/"), text]]);
    for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, tree);
    localStorage.setItem("sarsen.settings", `{"theme":${JSON.stringify(text)},"scores":7}`);
    localStorage.setItem("sarsen.players", "[[[");
    localStorage.setItem("sarsen.name", JSON.stringify(text));
  }, MARKUP);
  await page.reload();
  await atPly(page, 1);
  await page.getByRole("group", { name: "Tree of variations" }).getByText(MARKUP).first().waitFor();
  await isText(page);
  await closePage(open);
});
