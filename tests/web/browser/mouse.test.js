// @ts-check
// Whole games against the engine by mouse, and what the page says on the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage, openPage } from "../support/browser.js";
import { newsOf, resultIsTold } from "../support/news.js";
import {
  atPly, choosePlayer, limitEngine, makeSteps, place, placesInWords, playOut, says, sees,
} from "../support/person.js";
import { until } from "../support/until.js";
import { share } from "../support/world.js";

const world = share();

/**
 * The first of these columns of Connect Four that has room.
 * @param {string[]} places
 * @param {string} columns
 * @param {number} top the number of the highest row
 */
function roomIn(places, columns, top) {
  const column = [...columns].find((name) =>
    places.some((words) => words.startsWith(`${name}${top}, empty`)));
  return `${column}${top}`;
}

/**
 * The beginning of the first place that says this.
 * @param {string[]} places
 * @param {RegExp} what
 */
function firstOf(places, what) {
  return places.flatMap((words) => what.exec(words)?.[0] ?? [])[0];
}

/**
 * The result is announced, and the pieces that won are named.
 * @param {import("playwright-core").Page} page
 * @param {string} result
 * @param {number} row how many pieces win
 */
async function isTold(page, result, row) {
  await resultIsTold(page, result);
  const won = (await placesInWords(page)).filter((words) => words.includes("part of what won"));
  if (!result.includes("draw")) assert.ok(won.length >= row, `${result} ${won}`);
}

test("Connect Four of the usual size, to the end", async () => {
  const open = await world.visit("#game=connect4&setup=7x6");
  const { page } = open;
  await audit(page);
  await limitEngine(page, "second", "seconds a move", 0.05);
  const result = await playOut(page, "First", (places) =>
    place(page, roomIn(places, "dcebfag", 6)).click());
  await isTold(page, result, 4);
  await audit(page);
  await closePage(open);
});

test("Connect Four of a small size, chosen by hand, where the engine begins", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await choosePlayer(page, "first", "Engine");
  await limitEngine(page, "first", "seconds a move", 0.05);
  await page.getByRole("combobox", { name: "Game" }).selectOption("connect4");
  await sees(page, /^g6, empty/);
  await page.getByRole("combobox", { name: "Setup" }).fill("5x4");
  await page.getByRole("button", { name: "New game" }).click();
  await until(async () => (await placesInWords(page)).length, (n) => n === 20, "20 places");
  const result = await playOut(page, "Second", (places) =>
    place(page, roomIn(places, "abcde", 4)).click());
  await isTold(page, result, 4);
  await closePage(open);
});

test("a move of the engine does not undo the choice of another game", async () => {
  const open = await openPage(world.browser, world.server.address);
  const { page } = open;
  /** What the server says while it is held up: of the boards, and of the moves chosen. */
  const held = {
    boards: /** @type {(() => void)[]} */ ([]), moves: /** @type {(() => void)[]} */ ([]),
  };
  const isHeld = { boards: false, moves: false };
  let connections = 0;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    // The first connection asks for the boards; the engine plays on one of its own.
    connections += 1;
    const asksBoards = connections === 1;
    socket.connectToServer().onMessage((message) => {
      const send = () => socket.send(message);
      if (isHeld.boards && asksBoards) held.boards.push(send);
      else if (isHeld.moves && String(message).startsWith("bestmove")) held.moves.push(send);
      else send();
    });
  });
  await page.goto(`${world.server.address}#game=stonehenge`);
  await sees(page, /^1, empty/);
  isHeld.boards = isHeld.moves = true;
  await choosePlayer(page, "first", "Engine");
  await page.getByRole("combobox", { name: "Game" }).selectOption("connect4");
  await until(async () => held.boards.length > 0 && held.moves.length > 0, Boolean, "both");
  isHeld.moves = false;
  for (const send of held.moves) send();
  // The page hears of the move while the other game is still on its way.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  isHeld.boards = false;
  for (const send of held.boards) send();
  await sees(page, /^g6, empty/);
  await closePage(open);
});

test("Stonehenge, with a tile and then a cell", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  await limitEngine(page, "second", "plies deep", 1);
  await audit(page);
  const result = await playOut(page, "First", async (places) => {
    const tile = firstOf(places, /^\w+ in the hand of x(?=, \d of x)/);
    await makeSteps(page, tile, firstOf(places, /^\d+(?=, empty)/));
  });
  assert.match(result, /^(First|Second) \([xo]\) wins/);
  await isTold(page, result, 0);
  await page.getByText(/^([89]|1\d) of 15 lines, 8 win$/).waitFor();
  await audit(page);
  await closePage(open);
});

test("each step of a move is explained, and what leads nowhere, too", async () => {
  const open = await world.visit("#game=stonehenge");
  const { page } = open;
  const hint = page.locator("#hint");
  const said = async (/** @type {string} */ words) => {
    await hint.getByText(words).waitFor();
    await until(() => newsOf(page), (news) => news.includes(words), words);
  };
  await choosePlayer(page, "second", "Person");
  await place(page, "6 in the hand of x").click();
  await said("6 chosen: now a place on the board, or the same again to undo.");
  await place(page, "6 in the hand of x").click();
  await said("Choice taken back.");
  await place(page, "7").click();
  await said("7 chosen: now a place in the hand, or the same again to undo.");
  await place(page, "line1").click();
  await said("line1: no move goes there.");
  await place(page, "6 in the hand of x").click();
  await atPly(page, 1);
  await hint.getByText("Point at a piece, then where it goes.").waitFor();
  await closePage(open);
});

test("the engine says that it waits or thinks, and nobody moves after the end", async () => {
  const open = await world.visit("#game=connect4&setup=4x4&moves=1.2.1.2.1&ply=5");
  const { page } = open;
  const hint = page.locator("#hint");
  const engineMove = page.getByRole("button", { name: "Engine move" });
  await limitEngine(page, "second", "plies deep", 1);
  await hint.getByText(/^The engine waits: press .Engine move. .g., or play for it\.$/).waitFor();
  await engineMove.click();
  await atPly(page, 6);
  await page.goto(`${world.server.address}#game=connect4&setup=12x9&moves=1`);
  await place(page, "l9").waitFor();
  await limitEngine(page, "second", "seconds a move", 600);
  await engineMove.click();
  await says(page, /is thinking/);
  await place(page, "d9").click();
  await hint.getByText("The engine is thinking: wait, or take back.").waitFor();
  await atPly(page, 1);
  await choosePlayer(page, "second", "Person");
  await page.goto(`${world.server.address}#game=connect4&setup=4x4&moves=1.2.1.2.1.2.1&ply=7`);
  await says(page, /^First \(x\) wins/);
  await place(page, "d4").click();
  await hint.getByText("The game is over.").waitFor();
  assert.ok(await engineMove.isDisabled());
  await closePage(open);
});

test("a message about what went wrong does not move the board", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  const before = await page.getByRole("grid").boundingBox();
  await page.getByRole("textbox", { name: "Type a move" }).fill("zz");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("alert").getByText("zz").waitFor();
  assert.deepEqual(await page.getByRole("grid").boundingBox(), before);
  await audit(page);
  await closePage(open);
});

test("another setup is there as soon as it is chosen", async () => {
  const open = await world.visit("#game=connect4&setup=5x4");
  const { page } = open;
  const setup = page.getByRole("combobox", { name: "Setup" });
  await setup.fill("6x5");
  await setup.blur();
  await place(page, "f5").waitFor();
  await closePage(open);
});
