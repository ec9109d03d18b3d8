// @ts-check
// A real browser, and pages in it that are watched: nothing is fetched from elsewhere, the console
// stays empty, and axe-core finds nothing in light or dark.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The browser's program. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** How long the browser may take for anything, in milliseconds. The machine may be busy. */
const PATIENCE = 60_000;

/** What axe-core has to find fulfilled. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Starts the browser. @param {string[]} [args] more arguments of its program */
export function startBrowser(args = []) {
  const executablePath = CHROMIUM;
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...args], timeout: PATIENCE });
}

/**
 * A page of its own, as a person without a past has it. `complaints` has what went wrong so far.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address the server's
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const { host } = new URL(request.url());
    if (host !== new URL(address).host) complaints.push(`a request to ${request.url()}`);
  });
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  return { context, page, complaints };
}

/**
 * Closes a page, which must have had nothing to complain of.
 * @param {{context: import("playwright-core").BrowserContext, complaints: string[]}} open
 */
export async function closePage({ context, complaints }) {
  await context.close();
  assert.deepEqual(complaints, []);
}

/** What the browser itself says of a server that is not there, or goes while it answers. */
const REFUSED = new RegExp("^(failed: .*|console: WebSocket connection to .* failed.*|" +
  "console: Failed to load resource: net::ERR_(CONNECTION_[A-Z]+|EMPTY_RESPONSE))$", "s");

/**
 * Forgets what the browser itself has said of a server that was away for a while.
 * @param {{complaints: string[]}} open
 */
export function forgive({ complaints }) {
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !REFUSED.test(text)));
}

/**
 * What axe-core finds on a page as it is, in light and in dark, must be nothing.
 * @param {import("playwright-core").Page} page
 */
export async function audit(page) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Evaluated through the debugger, because the page's policy allows no foreign script.
    if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
    const found = await page.evaluate(
      (rules) => /** @type {any} */ (globalThis).axe.run({
        runOnly: rules, resultTypes: ["violations"],
      }),
      RULES,
    );
    const problems = found.violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join(" | ")}`,
    );
    assert.deepEqual(problems, [], colorScheme);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}
