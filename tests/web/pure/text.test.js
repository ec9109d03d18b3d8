// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { textOf } from "../../../crates/web/page/model/text.js";

test("a file is read in the encoding that it has", () => {
  const text = "[White \"J\u00f6rg\"]\n1. 4 *\n";
  const units = Uint16Array.from(`\ufeff${text}`, (unit) => unit.charCodeAt(0));
  const wide = new Uint8Array(units.buffer);
  const turned = wide.map((_, at) => wide[at ^ 1]);
  for (const [bytes, note] of /** @type {[Uint8Array, RegExp][]} */ ([
    [new TextEncoder().encode(text), /^$/],
    [new TextEncoder().encode(`\ufeff${text}`), /^$/],
    [Uint8Array.from(text, (unit) => unit.charCodeAt(0)), /Windows-1252/],
    [wide, /UTF-16/],
    [turned, /UTF-16/],
  ])) {
    const found = textOf(bytes);
    assert.equal(found.text, text);
    assert.match(found.note, note);
  }
});

test("an end within a character spoils nothing", () => {
  assert.deepEqual(textOf(new TextEncoder().encode("4 \u00e9").slice(0, 3)), { text: "4 ", note: "" });
});
