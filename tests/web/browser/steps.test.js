// @ts-check
// Moves that are made step by step, as with two dice; drag and drop; dice that are thrown and held
// by pointing at them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { atPly, choosePlayer, makeSteps, place, says, sees } from "../support/person.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();

/** The first player has thrown 6 and 2. */
const THROWN = "#game=backgammon&moves=31.8%2F5%2B6%2F5.65.24%2F13.62";

/**
 * Both players are people, so that nothing happens by itself.
 * @param {string} where
 * @param {import("playwright-core").BrowserContextOptions} [like]
 */
async function visit(where, like) {
  const open = await world.visit(where, like);
  for (const side of /** @type {const} */ (["first", "second"])) {
    await choosePlayer(open.page, side, "Person");
  }
  return open;
}

/**
 * Where the highest piece of a place is seen, beside the middle of the cell of a place.
 * @param {Page} page
 * @param {string} name
 */
async function middleOf(page, name) {
  const box = await place(page, name).boundingBox();
  assert.ok(box, name);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * How many pieces are seen within the cell of a place, wherever they were drawn.
 * @param {Page} page
 * @param {string} name
 */
async function seenAt(page, name) {
  const box = await place(page, name).boundingBox();
  assert.ok(box, name);
  return page.locator("#picture .piece").evaluateAll((pieces, { x, y, width, height }) => {
    const all = pieces.flatMap((piece) => {
      const units = [...piece.querySelectorAll(":scope > .unit")];
      return units.length > 0 ? units : [piece];
    });
    return all.filter((piece) => {
      if (getComputedStyle(piece).visibility === "hidden") return false;
      const own = piece.getBoundingClientRect();
      const [across, down] = [own.x + own.width / 2 - x, own.y + own.height / 2 - y];
      return across > 0 && across < width && down > 0 && down < height;
    }).length;
  }, box);
}

/**
 * Drags from the middle of a place to that of another one.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
async function drag(page, from, to) {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y + 5);
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

test("half a move is seen, is undone, and is made in any order", async () => {
  const open = await visit(THROWN);
  const { page } = open;
  await makeSteps(page, "24", "18");
  await sees(page, /^18, .*one has come/);
  await until(() => seenAt(page, "18"), (count) => count === 1, "a checker on 18");
  assert.equal(await seenAt(page, "24"), 1);
  await page.locator("#hint", { hasText: /^24 to 18\. Now the rest/ }).waitFor();
  await audit(page);
  // The board has not changed: it is the move that is taken back, not a move.
  await page.getByRole("button", { name: "Take back" }).click();
  await until(() => seenAt(page, "24"), (count) => count === 2, "two checkers on 24");
  assert.equal(await seenAt(page, "18"), 0);
  await atPly(page, 5);
  await makeSteps(page, "13", "11", "24", "18");
  await atPly(page, 7);
  await closePage(open);
});

test("one checker goes with both dice at once, or stops at either point", async () => {
  for (const steps of [["24", "16"], ["24", "18", "18", "16"], ["24", "22", "22", "16"]]) {
    const open = await visit(THROWN);
    await makeSteps(open.page, ...steps);
    await atPly(open.page, 7);
    const { page } = open;
    await page.getByRole("button", { name: "24/16", exact: true }).first().waitFor();
    await closePage(open);
  }
});

test("a checker on the bar comes first, and one that is hit is taken away at once", async () => {
  /** @param {string} text the position */
  const at = (text) => `#game=backgammon&position=${encodeURIComponent(text)}`;
  const entering = await visit(at("-a-A---a-----A----------aA 1 64"));
  await place(entering.page, "13").click();
  await entering.page.locator("#hint", { hasText: /^13: no move goes there/ }).waitFor();
  await closePage(entering);
  const open = await visit(at("-a-A---a-----A----------a- 1 64"));
  const { page } = open;
  await makeSteps(page, "13", "7");
  await until(() => seenAt(page, "7"), (count) => count === 1, "the checker that hit");
  await page.keyboard.press("Escape");
  await until(() => seenAt(page, "13"), (count) => count === 1, "the checker where it was");
  assert.equal(await seenAt(page, "7"), 1);
  await closePage(open);
});

test("a checker that leaves a tall stack leaves the rest as tall as it is seen", async () => {
  const position = encodeURIComponent("-a---G-A----A-----------a- 1 61");
  const open = await visit(`#game=backgammon&position=${position}`);
  const { page } = open;
  const numbers = () => page.locator("#picture .unit text").allTextContents();
  assert.deepEqual(await numbers(), ["7"]);
  await makeSteps(page, "5", "4");
  await until(() => seenAt(page, "4"), (count) => count === 1, "the checker on 4");
  assert.equal(await seenAt(page, "5"), 5);
  assert.deepEqual(await numbers(), ["6"]);
  await page.keyboard.press("u");
  await until(() => seenAt(page, "4"), (count) => count === 0, "nobody on 4");
  assert.deepEqual(await numbers(), ["7"]);
  assert.equal(await seenAt(page, "5"), 5);
  await closePage(open);
});

test("whoever plays against the engine keeps the numbers of the own side", async () => {
  const open = await world.visit("#game=backgammon&moves=31.8%2F5%2B6%2F5.65.24%2F13");
  const { page } = open;
  const first = () => page.locator("#picture .label").first().textContent();
  // Black has the numbers that begin at the lower right, whoever is to roll.
  assert.equal(await first(), "1");
  await atPly(page, 4);
  await page.keyboard.press("ArrowLeft");
  await atPly(page, 3);
  assert.equal(await first(), "1");
  // The engine's move stays marked while its dice are on the board.
  await page.keyboard.press("ArrowLeft");
  await atPly(page, 2);
  await page.keyboard.press("ArrowRight");
  await atPly(page, 3);
  await until(() => page.locator(".mark.trail").count(), (count) => count === 2, "the way of the move");
  await closePage(open);
});

test("points have the numbers of the player whose turn it is", async () => {
  const open = await visit("#game=backgammon&moves=31.8%2F5%2B6%2F5.65");
  const { page } = open;
  const labels = () => page.locator("#picture .label").allTextContents();
  assert.equal((await labels())[0], "24");
  await sees(page, /^24, 2 of o/);
  await makeSteps(page, "24", "13");
  await until(labels, (all) => all[0] === "1", "the first player's numbers");
  await closePage(open);
});

test("checkers are dragged, and one that is dropped nowhere goes back", async () => {
  const open = await visit(THROWN);
  const { page } = open;
  await drag(page, "24", "1");
  await until(() => seenAt(page, "24"), (count) => count === 2, "two checkers on 24");
  await atPly(page, 5);
  await drag(page, "24", "18");
  await until(() => seenAt(page, "18"), (count) => count === 1, "a checker on 18");
  await drag(page, "18", "16");
  await atPly(page, 7);
  await closePage(open);
});

test("a drag begins the part again, and whatever else happens ends it", async () => {
  const open = await visit(THROWN);
  const { page } = open;
  // Pointed at, 6 would be where the checker of 8 goes.
  await place(page, "8").click();
  await sees(page, /^8, .*chosen/);
  await drag(page, "6", "4");
  await page.locator("#hint", { hasText: /^6 to 4\. Now the rest/ }).waitFor();
  const [start, end] = [await middleOf(page, "24"), await middleOf(page, "18")];
  for (const key of ["Escape", "u", ","]) {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 3 });
    await until(() => seenAt(page, "24"), (count) => count === 1, "one checker in the air");
    await page.keyboard.press(key);
    if (key === ",") await atPly(page, 4);
    else await until(() => seenAt(page, "24"), (count) => count === 2, `both there after ${key}`);
    await page.mouse.up();
    // What was chosen is taken back first, and the half move before it stays.
    const halves = await page.getByRole("gridcell", { name: /one has come/ }).count();
    assert.equal(halves, key === "," ? 0 : 1, key);
  }
  await page.keyboard.press(".");
  await atPly(page, 5);
  assert.equal(await seenAt(page, "24"), 2);
  await drag(page, "24", "18");
  await page.locator("#hint", { hasText: /^24 to 18\. Now the rest/ }).waitFor();
  await closePage(open);
});

test("pieces of other games are dragged, too, and a click still chooses", async () => {
  const open = await visit("#game=checkers");
  const { page } = open;
  await drag(page, "11", "15");
  await atPly(page, 1);
  await place(page, "23").click();
  await sees(page, /^23, .*chosen/);
  await drag(page, "23", "19");
  await atPly(page, 2);
  await closePage(open);
});

test("a chosen group is dragged as one, and what is put down where it was stays chosen", async () => {
  const open = await visit("#game=abalone");
  const { page } = open;
  await place(page, "c5").click();
  await sees(page, /^c5, .*chosen/);
  const { x, y } = await middleOf(page, "c5");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 9, y, { steps: 3 });
  await page.mouse.up();
  await sees(page, /^c5, .*chosen/);
  await place(page, "c3").click();
  await sees(page, /^c3, .*chosen/);
  await drag(page, "c3", "d3");
  await atPly(page, 1);
  // The engine may think the move doubtful, which is a part of the button's name.
  await page.getByRole("button", { name: /^c3c5d3/ }).first().waitFor();
  await closePage(open);
});

test("a finger drags a piece, and does not scroll the page", async () => {
  const open = await visit("#game=checkers", { hasTouch: true, viewport: { width: 390, height: 700 } });
  const { page } = open;
  const client = await page.context().newCDPSession(page);
  const [start, end] = [await middleOf(page, "11"), await middleOf(page, "15")];
  const touch = (/** @type {string} */ type, /** @type {{x: number, y: number}[]} */ points) =>
    client.send("Input.dispatchTouchEvent", /** @type {any} */ ({ type, touchPoints: points }));
  await touch("touchStart", [start]);
  for (const part of [0.2, 0.5, 0.8, 1]) {
    const along = (/** @type {"x"|"y"} */ axis) => start[axis] + part * (end[axis] - start[axis]);
    await touch("touchMove", [{ x: along("x"), y: along("y") }]);
  }
  await touch("touchEnd", []);
  await atPly(page, 1);
  assert.equal(await page.evaluate(() => scrollY), 0);
  // Any other piece can be dragged while one is chosen.
  await place(page, "23").click();
  await sees(page, /^23, .*chosen/);
  const other = place(page, "24");
  assert.equal(await other.evaluate((cell) => getComputedStyle(cell).touchAction), "none");
  await closePage(open);
});

test("a die is thrown and points are held by pointing at them", async () => {
  const open = await visit("#game=pig&setup=100");
  const { page } = open;
  await place(page, "die").click();
  await atPly(page, 2);
  await audit(page);
  // A 1 ends the turn.
  const words = await page.getByRole("gridcell", { name: /^turn,/ }).getAttribute("aria-label");
  if (words?.includes("total")) {
    await place(page, "turn").click();
    await atPly(page, 3);
  }
  await sees(page, /^die, die of 2/);
  await closePage(open);
});

test("what is forced is played at once, if that is wanted", async () => {
  const open = await visit("#game=deckpig");
  const { page } = open;
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Play forced moves at once").check();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await atPly(page, 0);
  // The first card of a turn is a duty.
  await place(page, "card").click();
  await says(page, /to move/);
  await page.getByRole("gridcell", { name: /^turn,/ }).waitFor();
  const total = await page.getByRole("gridcell", { name: /^turn, total/ }).count();
  if (total > 0) {
    await place(page, "turn").click();
    await until(async () => Number(/(\d+) \/ /.exec(await page.locator("#ply").textContent() ?? "")?.[1]),
      (ply) => ply >= 5, "the first card of the next turn");
  }
  await closePage(open);
});
