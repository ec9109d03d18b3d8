// @ts-check
// Game records out and in, and what `sarsen record` says of them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { audit, closePage } from "../support/browser.js";
import { atPly, choosePlayer, place, sees } from "../support/person.js";
import { SARSEN } from "../support/server.js";
import { share } from "../support/world.js";
import { until } from "../support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const world = share();
const folder = mkdtempSync(join(tmpdir(), "sarsen-records-"));
after(() => rmSync(folder, { recursive: true }));

const RECORD = `[Game "connect4 5x4"]
[First "Ada"]
[Second "Grace"]
[Result "*"]

1. 3 {the middle (1. 1 "to the edge" 2 2. 1) (1. 5)} 3 2. 2 {no hurry} 4 *
`;

/** @param {Page} page */
async function openRecord(page) {
  await page.getByRole("button", { name: "Record" }).click();
  return page.getByRole("dialog", { name: "Game record" });
}

/** @param {Page} page */
function tree(page) {
  return page.getByRole("group", { name: "Tree of variations" });
}

/**
 * Downloads the record, and gives the file's path.
 * @param {Page} page
 * @param {string} name
 */
async function download(page, name) {
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = join(folder, name);
  await (await started).saveAs(file);
  return file;
}

test("a record with variations and comments is read and written without a loss", async () => {
  const open = await world.visit("#game=connect4");
  const { page } = open;
  const dialog = await openRecord(page);
  await dialog.getByRole("textbox", { name: "The record" }).fill(RECORD);
  await audit(page);
  await dialog.getByRole("button", { name: "Read this record" }).click();
  await dialog.waitFor({ state: "hidden" });
  await atPly(page, 4, 4);
  const text = await until(async () => (await tree(page).textContent()) ?? "",
    (words) => words.includes("to the edge"), "the variations");
  for (const part of ["the middle", "no hurry"]) assert.ok(text.includes(part), text);
  await page.keyboard.press("h");
  await openRecord(page);
  await dialog.getByRole("checkbox", { name: "With the scores that are known" }).uncheck();
  const movetext = (/** @type {string} */ text) => text.slice(text.indexOf("\n1."));
  const again = await dialog.getByRole("textbox", { name: "The record" }).inputValue();
  assert.equal(movetext(again), movetext(RECORD));
  await closePage(open);
});

test("'sarsen record' reads what the page has written, with scores and variations", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=3.3.2.4");
  const { page } = open;
  await choosePlayer(page, "second", "Person");
  await page.keyboard.press(",");
  await sees(page, /^d1, empty, (win|loss|draw|opinion)/);
  await page.keyboard.press("<");
  await atPly(page, 0, 4);
  await place(page, "e1").click();
  await sees(page, /^e1, stone of x/);
  await openRecord(page);
  const file = await download(page, "written.txt");
  const written = readFileSync(file, "utf8");
  assert.match(written, /\[Game "connect4 5x4"\]/);
  assert.match(written, /\(1\. 5\)/);
  assert.match(written, /\{(win|loss|draw|eval)/);
  const read = JSON.parse(execFileSync(SARSEN, ["record", "--json", file], { encoding: "utf8" }));
  assert.deepEqual([read.game, read.plies ?? read.moves?.length], ["connect4 5x4", 4], read);
  await closePage(open);
});

test("a finished game has its result in the record, and a file is read", async () => {
  const open = await world.visit("#game=connect4&setup=5x4&moves=1.2.1.2.1.2.1");
  const { page } = open;
  await atPly(page, 7);
  const dialog = await openRecord(page);
  const file = await download(page, "won.txt");
  assert.match(readFileSync(file, "utf8"), /1-0\s*$/);
  execFileSync(SARSEN, ["record", file]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.goto(`${world.server.address}#game=stonehenge`);
  await sees(page, /^6 in the hand of x/);
  await openRecord(page);
  await page.getByLabel("Read a file").setInputFiles(file);
  await dialog.waitFor({ state: "hidden" });
  await sees(page, /^a4, stone of x, last move, part of/);
  await closePage(open);
});

for (const [text, words] of /** @type {const} */ ([
  ["", /a record is due/],
  ['[Game "connect4 5x4"]\n\n1. 3 9 *', /move 2/],
  ['[Game "chess"]\n\n1. e4 *', /chess/],
  ['[Game connect4 5x4]\n\n1. 3 *', /line 1: a tag/],
  ["1. 3 {never closed", /line 1/],
])) {
  test(`the record ${JSON.stringify(text)} is refused, and the game stays`, async () => {
    const open = await world.visit("#game=connect4&setup=5x4&moves=3.3");
    const { page } = open;
    const dialog = await openRecord(page);
    await dialog.getByRole("textbox", { name: "The record" }).fill(text);
    await dialog.getByRole("button", { name: "Read this record" }).click();
    const alert = dialog.getByRole("alert").filter({ hasText: words });
    await alert.waitFor();
    // Who does not know the form sees it.
    const unformed = !/move|chess/.test(String(words));
    const example = alert.filter({ hasText: 'A short record: [Game "connect4 5x4"] 1. 3 *' });
    assert.equal(await example.count(), unformed ? 1 : 0);
    await audit(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await sees(page, /^c2, stone of o, last move/);
    await closePage(open);
  });
}

test("a record with variations that cannot be played says how many were left out", async () => {
  const open = await world.visit("#game=connect4");
  const { page } = open;
  const file = join(folder, "odd.txt");
  writeFileSync(file, '[Game "connect4 5x4"]\n\n1. 3 {(1. 9)} 3 {(1... 4)} *');
  const dialog = await openRecord(page);
  await page.getByLabel("Read a file").setInputFiles(file);
  await dialog.getByRole("alert").filter({ hasText: "cannot be played: variations: 1." }).waitFor();
  await closePage(open);
});
