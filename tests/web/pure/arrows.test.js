// @ts-check
// The arrows of the page point one way: which folder may know which, and that no scripts form a
// circle.

import test from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("../../../crates/web/page", import.meta.url));

/**
 * The folders, and which of them each may know. `main` is the script at the top, which joins the
 * parts. A folder stands below those that it may know.
 * @type {[string, string[]][]}
 */
const FOLDERS = [
  ["model", []],
  ["protocol", ["model"]],
  ["play", ["model", "protocol"]],
  ["views", ["model", "play"]],
  ["main", ["model", "play", "views"]],
];

/**
 * The scripts that each script imports.
 * @returns {Map<string, string[]>}
 */
function imports() {
  const scripts = readdirSync(PAGE, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"));
  return new Map(scripts.map((name) => {
    const text = readFileSync(join(PAGE, name), "utf8");
    const targets = [...text.matchAll(/^import\b[^"]*"([^"]+)"/gm)].map(([, target]) => target);
    // A comment may name a module for its types. That is an arrow too.
    targets.push(...[...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, target]) => target));
    const paths = targets.map((target) => join(dirname(name), target));
    return [plain(name), paths.map(plain)];
  }));
}

/** A path as addresses write it. @param {string} path */
function plain(path) {
  return relative(".", path).split(sep).join("/");
}

/** @param {string} script */
function folder(script) {
  return script.includes("/") ? script.split("/")[0] : "main";
}

test("folders know the folders below them", () => {
  const wrong = [];
  const used = new Set();
  const scripts = imports();
  assert.ok(scripts.size > 40, `${scripts.size} scripts`);
  for (const [script, targets] of scripts) {
    for (const target of targets) {
      assert.ok(scripts.has(target), `${script} imports ${target}, which is not of the page`);
      const [from, to] = [folder(script), folder(target)];
      used.add(`${from} ${to}`);
      const allowed = FOLDERS.find(([name]) => name === from)?.[1];
      if (from !== to && !allowed?.includes(to)) wrong.push(`${script} knows ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual([...new Set([...scripts.keys()].map(folder))].sort(),
    FOLDERS.map(([name]) => name).sort());
  FOLDERS.forEach(([name, others], index) => {
    for (const other of others) {
      const below = FOLDERS.slice(0, index).some(([folder]) => folder === other);
      assert.ok(below, `${name} stands below ${other} and may not know it`);
      assert.ok(used.has(`${name} ${other}`), `${name} does not know ${other}: strike it out`);
    }
  });
});

test("no scripts form a circle", () => {
  const scripts = imports();
  /** @param {string} script */
  const reachable = (script) => {
    const found = new Set();
    const waiting = [script];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const target of scripts.get(next) ?? []) {
        if (!found.has(target)) waiting.push(target);
        found.add(target);
      }
    }
    return found;
  };
  const circles = [...scripts.keys()].filter((script) => reachable(script).has(script));
  assert.deepEqual(circles, []);
});
