// @ts-check
// Two processes behind the proxy of `examples/serving`: encrypted, each table at its home.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { closePage, openPage, startBrowser } from "../support/browser.js";
import { NAME, freePort, missing, startProxy } from "../support/proxy.js";
import { SARSEN, startServer } from "../support/server.js";

/**
 * Speaks with a socket from inside a page, and returns what it has heard when a line begins with
 * `end`. The socket stays open as long as the page.
 * @param {import("playwright-core").Page} page
 * @param {{path: string, lines: string[], end: string}} talk
 * @returns {Promise<string[]>}
 */
function talk(page, { path, lines, end }) {
  return page.evaluate(
    ([url, said, last]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(/** @type {string} */ (url));
        /** @type {string[]} */
        const heard = [];
        socket.onopen = () => /** @type {string[]} */ (said).forEach((line) => socket.send(line));
        socket.onclose = (event) => reject(new Error(`closed: ${event.code} ${event.reason}`));
        socket.onmessage = ({ data }) => {
          heard.push(data);
          if (!data.startsWith(last)) return;
          socket.onclose = null;
          resolve(heard);
        };
      }),
    /** @type {const} */ ([new URL(path, page.url()).href.replace(/^http/, "ws"), lines, end]),
  );
}

test("two processes behind the proxy", { skip: missing() ?? false }, async () => {
  const place = mkdtempSync(join(tmpdir(), "sarsen-tables-"));
  // The proxy's port is not the usual one, so the origin of its pages has a port.
  const secure = await freePort();
  const hosts = ["--host", NAME, "--host", `${NAME}:${secure}`];
  const start = (/** @type {string} */ name) =>
    startServer({
      args: ["--behind-proxy", "--name", name, "--store", join(place, `${name}.db`), ...hosts],
    });
  const [a, b] = await Promise.all([start("a"), start("b")]);
  const proxy = await startProxy({ a: a.port, b: b.port, secure });
  const browser = await startBrowser([`--host-resolver-rules=MAP ${NAME} 127.0.0.1`]);
  try {
    const open = await openPage(browser, proxy.address, { ignoreHTTPSErrors: true });
    await open.page.goto(`${proxy.address}#game=connect4`);
    await open.page.getByRole("grid").first().waitFor();
    // Tables are made by either process: a new connection goes where fewer are open. Each table is
    // found again by its address.
    /** @type {Map<string, string>} */
    const homes = new Map();
    for (let tries = 0; tries < 20 && homes.size < 2; tries += 1) {
      const lines = ["create connect4 7x6", "sit first Ada", "isready"];
      const heard = await talk(open.page, { path: "/table/ws", lines, end: "readyok" });
      const id = heard.find((line) => line.startsWith("created "))?.slice("created ".length);
      assert.ok(id, heard.join("\n"));
      homes.set(id[0], id);
    }
    assert.deepEqual([...homes.keys()].sort(), ["a", "b"]);
    for (const id of homes.values()) {
      const heard = await talk(open.page, {
        path: `/table/${id}/ws`,
        lines: ["sit second Bob", "isready"],
        end: "readyok",
      });
      assert.ok(heard.some((line) => line.startsWith("seat second ")), heard.join("\n"));
      await open.page.goto(new URL(`/table/${id}`, proxy.address).href);
      await open.page.getByText("Ada").first().waitFor();
    }
    await closePage(open);
    // Without encryption people are sent on.
    const location = await new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port: proxy.plain, headers: { Host: NAME } };
      get(options, (answer) => resolve(answer.headers.location)).on("error", reject);
    });
    assert.equal(location, `https://${NAME}/`);
    // Another name is nobody's.
    await assert.rejects(
      (await browser.newContext({ ignoreHTTPSErrors: true }))
        .newPage()
        .then((page) => page.goto(`https://127.0.0.1:${secure}/`)),
    );
  } finally {
    await browser.close();
    await proxy.stop();
    await Promise.all([a.stop(), b.stop()]);
    rmSync(place, { recursive: true });
  }
});

test("the unit for systemd", (context) => {
  try {
    execFileSync("systemd-analyze", ["--version"], { stdio: "ignore" });
  } catch {
    return context.skip("there is no systemd-analyze");
  }
  const place = mkdtempSync(join(tmpdir(), "sarsen-unit-"));
  const unit = readFileSync("examples/serving/sarsen@.service", "utf8");
  const file = join(place, "sarsen@a.service");
  writeFileSync(file, unit.replaceAll("/usr/local/bin/sarsen", resolve(SARSEN)));
  const faults = execFileSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
  assert.equal(faults, "");
  // All its options exist.
  const words = /** @type {RegExpMatchArray} */ (unit.match(/ExecStart=((?:.*\\\n)*.*)/))[1];
  const options = words.match(/--[a-z-]+/g) ?? [];
  const help = execFileSync(SARSEN, ["serve", "--help"], { encoding: "utf8" });
  for (const option of options) assert.match(help, new RegExp(`${option}\\b`));
  rmSync(place, { recursive: true });
});
