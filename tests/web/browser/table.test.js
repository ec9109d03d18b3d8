// @ts-check
// Tables for two: two people play, a third watches, an engine may sit there.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { audit, closePage, forgive, openPage } from "../support/browser.js";
import { newsOf } from "../support/news.js";
import { atPly, place, placesInWords } from "../support/person.js";
import { allRead, BOARD, follow, makeTable, seat, sitDown, table } from "../support/table.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const folder = mkdtempSync(join(tmpdir(), "sarsen-tables-"));
const args = ["--store", join(folder, "tables.db")];
const world = share({ args });
after(() => rmSync(folder, { recursive: true }));

/**
 * A stone falls, and everybody sees it.
 * @param {Page[]} pages the mover's first
 * @param {string} column
 * @param {RegExp} seen what its place says then
 */
async function drop(pages, column, seen) {
  await place(pages[0], `${column}4`).click();
  for (const page of pages) await page.getByRole("gridcell", { name: seen }).waitFor();
}

test("two play a whole game, and a third watches", async () => {
  const ada = await makeTable(world, "Ada");
  const grace = await follow(world, ada.page);
  await audit(grace.page);
  await seat(grace.page, "Second").getByRole("button", { name: "Sit here" }).click();
  await grace.page.getByRole("dialog", { name: "Sit down" }).waitFor();
  await audit(grace.page);
  await grace.page.keyboard.press("Escape");
  await sitDown(grace.page, "Grace");
  await table(ada.page).getByText("Grace has sat down.").waitFor();
  const third = await follow(world, ada.page);
  const pages = [ada.page, grace.page, third.page];
  const back = [grace.page, ada.page, third.page];
  for (const page of pages) {
    await seat(page, "First").getByText("Ada").waitFor();
    await seat(page, "Second").getByText("Grace").waitFor();
  }
  await audit(ada.page);
  for (let row = 1; row <= 3; row += 1) {
    await allRead(pages, /^First \(x\) to move/);
    await drop(pages, "a", new RegExp(`^a${row}, stone of x, last move`));
    await allRead(pages, /^Second \(o\) to move/);
    await drop(back, "b", new RegExp(`^b${row}, stone of o, last move`));
  }
  // Who plays sees no scores.
  for (const page of [ada.page, grace.page]) {
    const words = await placesInWords(page);
    assert.ok(!words.some((text) => /win|loss|opinion|draw/.test(text)), String(words));
  }
  await drop(pages, "a", /^a4, stone of x, last move, part of what won/);
  await allRead(pages, /wins/);
  await until(() => newsOf(grace.page), (news) => news.includes("Ada wins."), "the result");
  await audit(grace.page);
  // The secret of a seat is in the browser alone.
  const secret = await ada.page.evaluate(() => JSON.stringify(localStorage));
  const word = /"secret\\":\\"([^\\]+)/.exec(secret)?.[1] ?? "";
  assert.ok(word.length > 8, secret);
  for (const page of pages) {
    assert.match(page.url(), /\/table\/[\w-]+$/);
    assert.ok(!page.url().includes(word) && !(await page.content()).includes(word));
  }
  for (const open of [ada, grace, third]) await closePage(open);
});

test("a take-back needs consent", async () => {
  const ada = await makeTable(world, "Ada");
  const grace = await follow(world, ada.page);
  await sitDown(grace.page, "<mark>Grace</mark>");
  const pages = [ada.page, grace.page];
  await seat(ada.page, "Second").getByText("<mark>Grace</mark>").waitFor();
  assert.equal(await ada.page.locator("mark").count(), 0);
  await drop(pages, "c", /^c1, stone of x/);
  const ask = () => table(ada.page).getByRole("button", { name: "Ask to take back" }).click();
  const question = table(grace.page).getByRole("group", { name: "Take-back" });
  await ask();
  await question.getByText("Ada asks to take back the last move.").waitFor();
  await audit(grace.page);
  await question.getByRole("button", { name: "Refuse" }).click();
  await question.waitFor({ state: "hidden" });
  await until(() => newsOf(ada.page), (news) => news.includes("Nothing is taken back."), "a word");
  await table(ada.page).getByText("Nothing is taken back.").waitFor();
  for (const page of pages) await page.getByRole("gridcell", { name: /^c1, stone of x/ }).waitFor();
  await ask();
  await question.getByRole("button", { name: "Agree" }).click();
  for (const page of pages) {
    await atPly(page, 0);
    await table(page).getByText("One move was taken back.").waitFor();
  }
  await allRead(pages, /^First \(x\) to move/);
  await drop(pages, "d", /^d1, stone of x/);
  for (const open of [ada, grace]) await closePage(open);
});

test("who is cut off comes back to the seat, even after a crash of the server", async () => {
  const ada = await makeTable(world, "Ada");
  const grace = await follow(world, ada.page);
  await sitDown(grace.page, "Grace");
  const pages = [ada.page, grace.page];
  await drop(pages, "c", /^c1, stone of x/);
  // One leaves, and comes back by the same address.
  const { href } = new URL(grace.page.url());
  await grace.page.goto(world.server.address);
  await seat(ada.page, "Second").getByText("(away)").waitFor();
  await grace.page.goto(href);
  await table(grace.page).getByText("You play second.").waitFor();
  await seat(ada.page, "Second").getByText("(away)").waitFor({ state: "hidden" });
  await drop([grace.page, ada.page], "c", /^c2, stone of o/);
  // The server crashes, and comes back with its file.
  await world.server.kill();
  for (const page of pages) {
    await page.getByRole("alert").filter({ hasText: "out of reach" }).waitFor();
  }
  await world.restart();
  for (const page of pages) {
    await page.getByRole("alert").filter({ hasText: "out of reach" }).waitFor({ state: "hidden" });
    await table(page).getByText(/^You play (first|second)\. Watchers: 0\.$/).waitFor();
  }
  await drop(pages, "d", /^d1, stone of x/);
  await drop([grace.page, ada.page], "e", /^e1, stone of o/);
  await atPly(grace.page, 4, 4);
  for (const open of [ada, grace]) {
    forgive(open);
    await closePage(open);
  }
});

test("only a secret that the table does not know is forgotten", async () => {
  const ada = await makeTable(world, "Ada");
  const { page } = ada;
  const kept = () => page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("sarsen.seat"))
      .map((key) => localStorage.getItem(key) ?? "").join());
  const secret = await kept();
  let isHeldUp = true;
  await page.routeWebSocket(/\/table\/[^/]+\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!isHeldUp || !String(message).startsWith("resume ")) return server.send(message);
      socket.send("info string error: the disk is full");
    });
  });
  await page.reload();
  await table(page).getByText("You watch.").waitFor();
  assert.equal(await kept(), secret);
  isHeldUp = false;
  await page.reload();
  await table(page).getByText("You play first.").waitFor();
  await page.evaluate((text) => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("sarsen.seat")) localStorage.setItem(key, text);
    }
  }, secret.replace(/"secret":"[^"]+"/, '"secret":"other"'));
  await page.reload();
  await table(page).getByText("You watch.").waitFor();
  await until(kept, (seats) => seats === "null", "a forgotten secret");
  await closePage(ada);
});

test("an engine sits at the table, and lets one take back", async () => {
  const ada = await makeTable(world, "Ada");
  const { page } = ada;
  await seat(page, "Second").getByRole("button", { name: "Engine here" }).click();
  const dialog = page.getByRole("dialog", { name: "An engine at the table" });
  await dialog.getByRole("spinbutton", { name: "Seconds a move" }).fill("0.05");
  await audit(page);
  await dialog.getByRole("button", { name: "Let it play" }).click();
  await seat(page, "Second").getByText("Engine, 0.05 s").waitFor();
  await place(page, "c4").click();
  await atPly(page, 2, 2);
  await table(page).getByRole("button", { name: "Ask to take back" }).click();
  await atPly(page, 0);
  await place(page, "a4").click();
  await atPly(page, 2);
  await closePage(ada);
});

test("the server's clock ends the game of who thinks too long", async () => {
  const ada = await makeTable(world, "Ada", 0.25);
  const grace = await follow(world, ada.page);
  await sitDown(grace.page, "Grace");
  const pages = [ada.page, grace.page];
  await drop(pages, "c", /^c1, stone of x/);
  await drop([grace.page, ada.page], "c", /^c2, stone of o/);
  const clock = seat(grace.page, "First").getByRole("timer");
  await until(async () => Number(await clock.textContent()), (left) => left < 9.5, "time to run");
  await allRead(pages, /^Grace wins on time\./);
  await audit(ada.page);
  for (const open of [ada, grace]) await closePage(open);
});

test("one resigns, after a question", async () => {
  const ada = await makeTable(world, "Ada");
  const grace = await follow(world, ada.page);
  await sitDown(grace.page, "Grace");
  const third = await follow(world, ada.page);
  const pages = [ada.page, grace.page];
  await drop([...pages, third.page], "c", /^c1, stone of x/);
  // Who watches looks at a line of his own.
  await place(third.page, "d4").click();
  await atPly(third.page, 2);
  await table(grace.page).getByRole("button", { name: "Resign" }).click();
  const dialog = grace.page.getByRole("dialog", { name: "Resign the game?" });
  await dialog.waitFor();
  await audit(grace.page);
  await dialog.getByRole("button", { name: "Play on" }).click();
  await table(grace.page).getByRole("button", { name: "Resign" }).click();
  await dialog.getByRole("button", { name: "Resign" }).click();
  await allRead(pages, /^Ada wins by resignation\./);
  for (const page of [...pages, third.page]) {
    await table(page).getByText("Ada wins by resignation.").waitFor();
    assert.equal(await table(page).getByRole("button", { name: "Ask to take back" }).count(), 0);
  }
  for (const open of [ada, grace, third]) await closePage(open);
});

test("a table has a tree of its own, and one's own line is not the game", async () => {
  const ada = await makeTable(world, "Ada", undefined, `${BOARD}&moves=3.3.3`);
  const { page } = ada;
  await atPly(page, 0, 0);
  await table(page).getByText("Send the address to a friend.").waitFor();
  const grace = await follow(world, page);
  await sitDown(grace.page, "Grace");
  await drop([page, grace.page], "c", /^c1, stone of x, last move/);
  await page.keyboard.press(",");
  await atPly(page, 0, 1);
  await page.locator("#hint").filter({ hasText: "Not the position of the table" }).waitFor();
  await page.getByRole("button", { name: "Back to the table's position" }).click();
  await atPly(page, 1, 1);
  await page.locator("#hint").filter({ hasText: "Not the position" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Resign" }).click();
  const dialog = page.getByRole("dialog", { name: "Resign the game?" });
  await dialog.getByRole("button", { name: "Resign" }).click();
  await grace.page.getByRole("button", { name: "Ask to go on" }).click();
  await page.getByRole("button", { name: "Agree" }).click();
  await allRead([page, grace.page], /^Second \(o\) to move/);
  for (const open of [ada, grace]) await closePage(open);
});

test("a table that does not exist is told", async () => {
  const open = await openPage(world.browser, world.server.address);
  await open.page.goto(`${world.server.address}table/nobody`);
  await open.page.getByRole("alert").filter({ hasText: "There is no such table" }).waitFor();
  await audit(open.page);
  // In its place one may choose a game of one's own.
  await open.page.getByRole("region", { name: "Choose a game" }).waitFor();
  assert.equal(new URL(open.page.url()).pathname, "/");
  await closePage(open);
});
