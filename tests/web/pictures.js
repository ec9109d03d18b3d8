// @ts-check
// Pictures of the page, to be looked at: every game in three positions, light and dark, rich and
// plain, on a phone and on a desk.
//
//   node tests/web/pictures.js FOLDER [GAME...]
//
// Each look becomes one sheet, `FOLDER/desk-light-rich.png`. `SARSEN` and `CHROMIUM` name the
// programs.

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openPage, startBrowser } from "./support/browser.js";
import { says } from "./support/person.js";
import { SARSEN, startServer } from "./support/server.js";

/** @typedef {{name: string, sample: string}} Offer */

const SCREENS = {
  desk: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 780 }, hasTouch: true },
};
const THEMES = /** @type {const} */ (["light", "dark"]);
const LOOKS = /** @type {const} */ (["rich", "plain"]);

/** A game goes on for so many plies after its sample, to be seen in its middle. */
const FURTHER = 24;

/** How long a page may take to find scores, in milliseconds. */
const THINKS = 700;

/** An engine at a pipe, asked line by line. */
class Asked {
  constructor() {
    this.child = spawn(SARSEN, [], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /**
   * The first line that begins so, after a line was sent.
   * @param {string} line
   * @param {string} start
   */
  async ask(line, start = "response ") {
    this.child.stdin.write(`${line}\n`);
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`no answer to ${line}`);
      if (value.startsWith(start)) return value.slice(start.length);
    }
  }

  /**
   * Three lines of moves: none, the sample, and the sample played on.
   * @param {Offer} game
   */
  async positions({ name, sample }) {
    const moves = sample.split(" ").filter(Boolean);
    const further = [...moves];
    this.child.stdin.write(`newgame ${name}\nsetoption name Strength value 60\n`);
    for (let ply = 0; ply < FURTHER; ply += 1) {
      const position = `position startpos moves ${further.join(" ")}`.replace(/ moves $/, "");
      const board = JSON.parse(await this.ask(`${position}\nquery board`));
      if (board.result !== "none") break;
      const outcome = board.moves[(ply * 7) % Math.max(1, board.moves.length)]?.move;
      const best = board.to_move === "chance" ? outcome
        : (await this.ask("go nodes 2000", "bestmove ")).split(" ")[0];
      further.push(best);
    }
    return [[], moves, further];
  }
}

const [folder = "pictures", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const engine = new Asked();
/** @type {Offer[]} */
const games = JSON.parse(await engine.ask("query games"));
const chosen = games.filter(({ name }) => only.length === 0 || only.includes(name));
const all = [];
for (const game of chosen) all.push({ ...game, lines: await engine.positions(game) });
engine.child.stdin.end("quit\n");

const server = await startServer();
const browser = await startBrowser();
for (const [screen, like] of Object.entries(SCREENS)) {
  for (const colorScheme of THEMES) {
    for (const look of LOOKS) {
      /** @type {string[]} */
      const pictures = [];
      const { context, page, complaints } =
        await openPage(browser, server.address, { ...like, colorScheme });
      await context.addInitScript((wanted) => {
        if (location.protocol === "about:") return;
        localStorage.setItem("sarsen.settings", JSON.stringify({ look: wanted }));
      }, look);
      for (const { name, lines } of all) {
        for (const line of lines) {
          await page.goto("about:blank");
          const moves = line.map(encodeURIComponent).join(".");
          await page.goto(`${server.address}#game=${name}&moves=${moves}`);
          await says(page, /to move|wins|draw|due|rolls|thinking/i);
          await page.waitForTimeout(THINKS);
          pictures.push((await page.screenshot()).toString("base64"));
        }
      }
      const width = like.viewport.width / 2;
      const sheet = await browser.newPage({ viewport: { width: 3 * width + 24, height: 800 } });
      const images = pictures.map((data) =>
        `<img style="width:100%" src="data:image/png;base64,${data}">`);
      const grid = "display:grid;grid-template-columns:repeat(3,1fr);gap:4px;margin:4px";
      await sheet.setContent(`<body style="${grid}">${images.join("")}`);
      await sheet.screenshot({ path: join(folder, `${screen}-${colorScheme}-${look}.png`),
        fullPage: true });
      await sheet.close();
      await context.close();
      for (const complaint of complaints) console.error(complaint);
    }
  }
}
await browser.close();
await server.stop();
