// @ts-check
// The grammar that colours files of rules in editors, as an editor reads it: all of every file of
// the collection has a colour, and the right one.

import test from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const TOP = new URL("../../../", import.meta.url);
const SCOPE = "source.rbg";

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, TOP), "utf8");

/** What editors read grammars with. Null if the packages are missing. */
function packages() {
  const require = createRequire(import.meta.url);
  try {
    const wasm = require.resolve("vscode-oniguruma/release/onig.wasm");
    return { textmate: require("vscode-textmate"), onig: require("vscode-oniguruma"), wasm };
  } catch {
    return null;
  }
}

const known = packages();
const skip = known ? false : "its packages are missing: run 'npm ci' in tests/web";

/** The grammar. */
async function load() {
  assert(known);
  const { textmate, onig, wasm } = known;
  await onig.loadWASM(readFileSync(wasm));
  const onigLib = Promise.resolve({
    createOnigScanner: (/** @type {string[]} */ patterns) => new onig.OnigScanner(patterns),
    createOnigString: (/** @type {string} */ text) => new onig.OnigString(text),
  });
  const path = "docs/editor/rbg.tmLanguage.json";
  const loadGrammar = async () => textmate.parseRawGrammar(read(path), path);
  return new textmate.Registry({ onigLib, loadGrammar }).loadGrammar(SCOPE);
}

const grammar = known ? await load() : null;

/**
 * The parts of a text that are not blank, each with its line and its innermost scope.
 * @param {string} text
 * @returns {{ text: string, line: number, scopes: string[] }[]}
 */
function parts(text) {
  let state = null;
  const found = [];
  for (const [number, line] of text.split("\n").entries()) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const part = line.slice(startIndex, endIndex).trim();
      if (part) found.push({ text: part, line: number + 1, scopes });
    }
  }
  return found;
}

/** The parts that have no colour: a region alone gives none. */
const plain = (/** @type {string} */ text) =>
  parts(text).filter(({ scopes }) => {
    const last = scopes.at(-1) ?? "";
    return last === SCOPE || last.startsWith("meta.") || last.startsWith("invalid.");
  });

const files = readdirSync(new URL("games", TOP)).filter((name) => name.endsWith(".rbg"));

test("everything in a file of rules has a colour", { skip }, () => {
  assert(files.length >= 10);
  for (const file of files) assert.deepEqual(plain(read(`games/${file}`)), [], file);
  const blocks = read("docs/rules-as-text.md").split("```rbg\n").slice(1);
  for (const block of blocks) assert.deepEqual(plain(block.split("```")[0]), []);
});

test("each kind of word and sign has its own colour", { skip }, () => {
  const text = `//@ title Race
// Words /* within
#players = white(100), black(100)
#pieces = e, men(w)
#variables = turns(200)
#board = rectangle(up, down, left, right, [e, w] [ , e]) /* a
comment */
#line(way; what) = way {what} (way {e, my~P})*
#rules = ->white line(up; e)^2 {? up [w]} {! left}
  ->> [$ turns = turns + 1] ({$ turns < 200} . + {$ w != 3}) ->black`;
  const scopes = new Map();
  for (const part of parts(text)) scopes.set(`${part.line} ${part.text}`, part.scopes.at(-1));
  const wanted = {
    "1 //@": "punctuation.definition.mark",
    "1 title": "keyword.other.mark",
    "1 Race": "string.unquoted.mark",
    "2 Words /* within": "comment.line.double-slash",
    "3 players": "keyword.other.section",
    "3 white": "entity.name.type.player",
    "3 100": "constant.numeric.integer",
    "4 e": "constant.other.piece",
    "4 men": "entity.name.function.call",
    "5 turns": "variable.other",
    "6 rectangle": "support.function.board",
    "6 up": "variable.other",
    "6 e": "constant.other.piece",
    "7 comment": "comment.block",
    "8 line": "entity.name.function.macro",
    "8 way": "variable.other",
    "8 what": "constant.other.piece",
    "8 my": "constant.other.piece",
    "8 ~": "keyword.operator.paste",
    "8 *": "keyword.operator.repeat",
    "9 rules": "keyword.other.section",
    "9 ->": "keyword.control.turn",
    "9 white": "entity.name.type.player",
    "9 line": "entity.name.function.call",
    "9 ^": "keyword.operator.power",
    "9 {?": "keyword.control.check.begin",
    "9 {!": "keyword.control.check.begin",
    "9 w": "constant.other.piece",
    "10 ->>": "keyword.control.turn.rules",
    "10 [$": "keyword.control.assignment.begin",
    "10 =": "keyword.operator.assignment",
    "10 {$": "keyword.control.comparison.begin",
    "10 <": "keyword.operator.comparison",
    "10 !=": "keyword.operator.comparison",
    "10 .": "keyword.operator.nothing",
    "10 +": "keyword.operator.choice",
    "10 black": "entity.name.type.player",
  };
  for (const [part, scope] of Object.entries(wanted)) {
    assert.equal(scopes.get(part), `${scope}.rbg`, part);
  }
  const parameters = parts(text).filter(({ scopes }) => scopes.at(-1)?.startsWith("variable.param"));
  assert.deepEqual(parameters.map((part) => part.text), ["way", "what"]);
});

test("what means nothing is marked, and an open bracket ends with its section", { skip }, () => {
  const text = '#rules = ->white {? up "a_b" ([w\n#next = {w}';
  const wrong = plain(text).map((part) => part.text);
  assert.deepEqual(wrong, ['"', "_", '"']);
  const last = parts(text).at(-2);
  assert.deepEqual(last?.scopes, [
    SCOPE, "meta.macro.rbg", "meta.pieces.here.rbg", "constant.other.piece.rbg",
  ]);
});
