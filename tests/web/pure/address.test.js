// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { formatAddress, parseAddress } from "../../../crates/web/page/model/address.js";

test("a plain game has a plain address", () => {
  const address = { game: "connect4", setup: "7x6", position: "", moves: ["4", "4", "3"], ply: 3 };
  assert.equal(formatAddress(address), "#game=connect4&setup=7x6&moves=4.4.3");
  assert.deepEqual(parseAddress("#game=connect4&setup=7x6&moves=4.4.3"), address);
  assert.equal(formatAddress({ ...address, ply: 1 }), "#game=connect4&setup=7x6&moves=4.4.3&ply=1");
});

test("every text comes back", () => {
  const moves = ["6@7", "a.b", "x&y=z", "#%", "\u00e9\u{1d11e}", "1/2-3"];
  const address = { game: "g & h", setup: "a=b", position: "7/7 x & <b>", moves, ply: 2 };
  assert.deepEqual(parseAddress(formatAddress(address)), address);
  assert.match(formatAddress(address), /moves=6@7\.a%2Eb\./);
});

test("a move is one word, or a word that no game knows", () => {
  for (const space of ["%20", "%0A", "%00", "%C2%A0"]) {
    const { moves, ply } = parseAddress(`#game=connect4&moves=4.4${space}3.2`);
    assert.deepEqual([moves, ply], [["4", "4\ufffd3", "2"], 3]);
  }
});

test("a broken address is read as far as it goes", () => {
  const none = { game: "", setup: "", position: "", moves: [], ply: 0 };
  assert.deepEqual(parseAddress(""), none);
  assert.deepEqual(parseAddress("#"), none);
  assert.deepEqual(parseAddress("#&&=&game"), none);
  assert.deepEqual(parseAddress("#game=%E0%A4%A&ply=-1"), { ...none, game: "%E0%A4%A" });
  assert.deepEqual(parseAddress("#moves=..4..&ply=99"), { ...none, moves: ["4"], ply: 1 });
});
