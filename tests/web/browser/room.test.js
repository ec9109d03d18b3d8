// @ts-check
// Scores hide no piece and no other score, on screens of every width.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closePage } from "../support/browser.js";
import { share } from "../support/world.js";

const world = share();

/** The widths of a phone, a large phone, a tablet, a laptop, a desktop, in pixels. */
const WIDTHS = [360, 480, 768, 1024, 1440];

/** Positions with many scores, in games of every kind of board. */
const POSITIONS = [
  "#game=connect4&moves=4.4.4.4.3.5.3.5.6",
  "#game=stonehenge&moves=6@7.5@8.4@13",
  "#game=othello&setup=8x8&moves=d3.c3.c4.c5.b4.d2.c2.a4.b5.b3",
  "#game=checkers&moves=9-14.24-20.10-15.22-18",
  "#game=abalone&setup=belgian&moves=b3a3.i5h4",
  "#game=nuba&setup=row-ready",
  "#game=einstein&moves=1@a5.2@b5",
  "#game=backgammon&setup=single&moves=31.8/5%2B6/5.42",
  "#game=pig&moves=roll.4",
  "#game=deckpig&moves=draw.3.draw.4",
];

/** What is hidden by a score: a piece, or another score. Runs in the page. */
function hidden() {
  const box = (/** @type {Element} */ element) => element.getBoundingClientRect();
  const badges = [...document.querySelectorAll(".marks .score rect")].map(box);
  const discs = [...document.querySelectorAll("#picture .piece .body")].map(box);
  const texts = [...document.querySelectorAll(".marks .score text")].map(box);
  const found = [];
  badges.forEach((badge, at) => {
    for (const other of badges.slice(at + 1)) {
      const apart = other.left >= badge.right - 0.5 || other.right <= badge.left + 0.5 ||
        other.top >= badge.bottom - 0.5 || other.bottom <= badge.top + 0.5;
      if (!apart) found.push("a score");
    }
    for (const disc of discs) {
      const [x, y] = [disc.left + disc.width / 2, disc.top + disc.height / 2];
      const [dx, dy] = [Math.max(0, badge.left - x, x - badge.right),
        Math.max(0, badge.top - y, y - badge.bottom)];
      if (Math.hypot(dx, dy) < disc.width / 2 - 0.5) found.push("a piece");
    }
    // The figures lie inside their badge, and can be read.
    const text = texts[at];
    if (text.left < badge.left - 0.5 || text.right > badge.right + 0.5) found.push("its figures");
  });
  return { found, count: badges.length };
}

for (const hash of POSITIONS) {
  test(`nothing is hidden in ${hash}`, async () => {
    const open = await world.visit(hash);
    const { page } = open;
    await page.locator(".marks .score").first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() =>
        requestAnimationFrame(() => done(null)))));
      const { found, count } = await page.evaluate(hidden);
      assert.deepEqual(found, [], `${width} pixels`);
      assert.ok(count > 0, `${width} pixels`);
    }
    await closePage(open);
  });
}
