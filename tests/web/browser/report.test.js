// @ts-check
// The page of `sarsen report`, opened as a file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { audit, closePage, openPage, startBrowser } from "../support/browser.js";
import { SARSEN } from "../support/server.js";

/** The arguments of a report that takes no time. */
const SMALL = ["--games", "10", "--nodes", "100", "--pairs", "2", "--exact-nodes", "0"];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "sarsen-report-"));
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Makes a report and opens its page without network.
 * @param {string[]} game
 * @param {import("playwright-core").BrowserContextOptions} [like]
 */
async function report(game, like = {}) {
  const file = join(folder, "report.html");
  const text = execFileSync(SARSEN, ["report", ...game, ...SMALL, "--html", file]).toString();
  const address = pathToFileURL(file).href;
  const open = await openPage(browser, address, { offline: true, ...like });
  await open.page.goto(address);
  return { open, text };
}

test("a report is a page with plots, their numbers and all measures", async () => {
  const { open, text } = await report(["othello", "6x6"]);
  const { page } = open;
  await page.getByRole("heading", { level: 1, name: "othello 6x6" }).waitFor();
  for (const name of ["Who wins", "What more thought is worth", "How long games last",
    "What winners expected", "How much there is to choose from", "First moves",
    "Where things happen"]) {
    await page.getByRole("img", { name }).waitFor();
  }
  const measures = page.getByRole("region", { name: "All measures" }).getByRole("row");
  const told = text.split("\nMeasures\n")[1].trimEnd().split("\n");
  assert.equal(await measures.count(), 1 + told.length);
  await audit(page);
  // The numbers behind the plots are folded up.
  for (const summary of await page.locator("summary").all()) await summary.click();
  await page.getByRole("rowheader", { name: "d3", exact: true }).last().waitFor();
  await audit(page);
  await closePage(open);
});

test("it fits a phone, also with a game from a text", async () => {
  const { open } = await report(["games/clobber.rbg"], { viewport: { width: 320, height: 640 } });
  const { page } = open;
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
  await audit(page);
  await closePage(open);
});
