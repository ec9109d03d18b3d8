// @ts-check
// The scores of the moves on the board, and the expected line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage, openPage } from "../support/browser.js";
import {
  atPly, choosePlayer, makeSteps, OVER, place, placesInWords, sees, statusOf,
} from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** A score in words, at the end of what a place says. */
const SCORE = /, (win( in \d+)?|loss( in \d+)?|draw|at (least|most) a draw|opinion \u2212?\d+)$/;

/** @param {Page} page */
function analysis(page) {
  return page.getByRole("region", { name: "Analysis" });
}

/**
 * Waits until so many places have a score, and gives what all places say then.
 * @param {Page} page
 * @param {(places: string[]) => string[]} due the places that must have one
 */
function scored(page, due) {
  return until(() => placesInWords(page), (places) => {
    const wanted = due(places);
    return wanted.length > 0 && wanted.every((words) => SCORE.test(words));
  }, "the score of every move");
}

test("every position of a game of Connect Four shows the score of every move", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  for (let ply = 0; ; ply += 1) {
    await atPly(page, ply);
    if (OVER.test(await statusOf(page))) break;
    const places = await scored(page, (all) =>
      all.filter((words) => words.includes("empty") && !words.includes("leads to")));
    const columns = places.filter((words) => /^[a-e]4, empty/.test(words));
    assert.equal(places.filter((words) => SCORE.test(words) && !words.includes("leads to")).length,
      columns.length);
    await place(page, columns[(ply * 2) % columns.length].slice(0, 2)).click();
  }
  assert.ok(!(await placesInWords(page)).some((words) => SCORE.test(words)));
  await closePage(open);
});

test("every position of a game of Stonehenge shows the score of every tile and cell", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  for (let ply = 0; ; ply += 1) {
    await atPly(page, ply);
    if (OVER.test(await statusOf(page))) break;
    const mark = ply % 2 === 0 ? "x" : "o";
    const mine = new RegExp(`^\\w+ in the hand of ${mark}, \\d of ${mark}`);
    const places = await scored(page, (all) => all.filter((words) =>
      (/^\d+, empty/.test(words) || mine.test(words)) && !words.includes("leads to")));
    const tile = places.find((words) => mine.test(words)) ?? "";
    const cell = places.find((words) => /^\d+, empty/.test(words)) ?? "";
    await makeSteps(page, tile.split(",")[0], cell.split(",")[0]);
  }
  await closePage(open);
});

test("proof is told apart from opinion, on the board, in the list and in words", async () => {
  const open = await world.visit("#game=connect4&setup=7x6");
  const { page } = open;
  await page.getByRole("gridcell", { name: /^d1, empty, win in 41$/ }).waitFor();
  await page.getByRole("gridcell", { name: /^c1, empty, draw$/ }).waitFor();
  const proofs = analysis(page).getByRole("listitem");
  await proofs.filter({ hasText: /^\+41win in 41/ }).waitFor();
  await audit(page);
  await page.goto(`${world.server.address}#game=stonehenge`);
  await page.getByRole("gridcell", { name: /^1, empty, opinion/ }).waitFor();
  await proofs.filter({ hasText: /^\u2212?\d+opinion \u2212?\d+/ }).first().waitFor();
  const look = /^(\u2212?\d+opinion|\+\d+win|win|\u2212\d+loss|loss|=draw)/;
  await until(() => proofs.allTextContents(), (all) => all.every((text) => look.test(text)),
    "a score that says its kind in every line");
  await audit(page);
  await closePage(open);
});

test("the book is asked once, for the scores of all moves", async () => {
  const open = await openPage(world.browser, world.server.address);
  const { page } = open;
  /** @type {string[]} */
  const asked = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => asked.push(...String(payload).split("\n")));
  });
  await page.goto(`${world.server.address}#game=connect4&setup=7x6`);
  for (const column of "abcdefg") {
    await sees(page, new RegExp(`^${column}1, empty, (win|loss|draw)`));
  }
  assert.equal(asked.filter((line) => line === "query book").length, 1);
  assert.deepEqual(asked.filter((line) => line.startsWith("go ") && line !== "go infinite"), []);
  await closePage(open);
});

test("the end of the analysis is told", async () => {
  const open = await world.visit("#game=connect4&setup=4x4&moves=1.1.2.2.3.3");
  await analysis(open.page).getByText("The analysis is complete: every move is proven.").waitFor();
  await closePage(open);
});

test("one key hides the scores everywhere, until it is pressed again", async () => {
  const open = await world.visit("#game=connect4&setup=7x6");
  const { page } = open;
  await page.getByRole("gridcell", { name: /^d1, empty, win in 41$/ }).waitFor();
  await page.keyboard.press("h");
  const isHidden = async () => {
    await analysis(page).getByText("Scores are hidden.").waitFor();
    await place(page, "d1").waitFor();
    assert.ok(!(await placesInWords(page)).some((words) => SCORE.test(words)));
    assert.equal(await analysis(page).getByRole("listitem").count(), 0);
    assert.ok(await page.getByRole("button", { name: "Scores", pressed: false }).isVisible());
  };
  await isHidden();
  await audit(page);
  await page.reload();
  await isHidden();
  await page.keyboard.press("h");
  await page.getByRole("gridcell", { name: /^d1, empty, win in 41$/ }).waitFor();
  await closePage(open);
});

test("one steps into the expected line, leaves it, and takes it over", async () => {
  const open = await world.visit("#game=connect4&setup=7x6");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await page.getByRole("gridcell", { name: /^d1, empty, win in 41$/ }).waitFor();
  await page.keyboard.press("e");
  await page.getByRole("gridcell", { name: /^d1, stone of x, last move/ }).waitFor();
  await page.keyboard.press("e");
  await page.getByRole("gridcell", { name: /^d2, stone of o, last move/ }).waitFor();
  await analysis(page).getByText("Looking ahead: 4 4").waitFor();
  await audit(page);
  await page.keyboard.press("w");
  await page.getByRole("gridcell", { name: /^d1, stone of x, last move/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("gridcell", { name: /^d1, empty/ }).waitFor();
  await atPly(page, 0, 0);
  const on = page.getByRole("button", { name: "On in the line" });
  for (const stone of [/^d1, stone of x, last/, /^d2, stone of o, last/, /^d3, stone of x, last/]) {
    await on.click();
    await page.getByRole("gridcell", { name: stone }).waitFor();
  }
  await page.getByRole("button", { name: "Take over" }).click();
  await atPly(page, 3, 3);
  await page.getByRole("group", { name: "Tree of variations" }).getByText(/1\.\s+4\s+4\s+2\.\s+4/)
    .waitFor();
  await closePage(open);
});

test("while another game opens slowly, the old analysis says nothing of it", async () => {
  const open = await openPage(world.browser, world.server.address);
  const { page } = open;
  let [slow, report] = [false, ""];
  /** @type {import("playwright-core").WebSocketRoute[]} */
  const sockets = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    // The first connection asks for the boards; the analysis has one of its own.
    sockets.push(socket);
    const boards = sockets.length === 1;
    socket.connectToServer().onMessage((message) => {
      if (String(message).startsWith("info depth")) report = String(message);
      if (!boards || !slow) return socket.send(message);
      setTimeout(() => sockets[1].send(report), 150);
      setTimeout(() => socket.send(message), 300);
    });
  });
  await page.goto(`${world.server.address}#game=stonehenge&moves=6@1.5@2.4@9`);
  await sees(page, /^18, empty, opinion/);
  slow = true;
  await page.goto(`${world.server.address}#game=connect4&setup=5x4`);
  await sees(page, /^e1, empty, (win|loss|draw|opinion)/);
  await closePage(open);
});
