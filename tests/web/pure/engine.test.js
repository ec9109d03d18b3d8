// @ts-check
// The conversation with an engine, over a socket that the test plays.

import test from "node:test";
import assert from "node:assert/strict";

/** A socket whose other end is the test. */
class Wire {
  static OPEN = 1;
  /** @type {Wire[]} */
  static all = [];

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.readyState = 0;
    /** @type {string[]} */
    this.sent = [];
    /** @type {() => void} */
    this.onopen = () => undefined;
    /** @type {(event: {data: string}) => void} */
    this.onmessage = () => undefined;
    /** @type {(event: {code: number, reason: string}) => void} */
    this.onclose = () => undefined;
    Wire.all.push(this);
  }

  open() {
    this.readyState = Wire.OPEN;
    this.onopen();
  }

  /** @param {string} message */
  send(message) {
    this.sent.push(...message.split("\n"));
  }

  /** @param {string[]} lines */
  say(...lines) {
    for (const data of lines) this.onmessage({ data });
  }

  close() {
    this.readyState = 3;
  }

  lose(reason = "", code = 1006) {
    this.readyState = 3;
    this.onclose({ code, reason });
  }

  /** What was sent since last asked. */
  take() {
    return this.sent.splice(0);
  }
}

Object.assign(globalThis, {
  WebSocket: Wire,
  location: { href: "https://host:1/#game=x" },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
const { Engine } = await import("../../../crates/web/page/protocol/engine.js");

/** A fresh conversation. */
function begin() {
  /** @type {string[]} */
  const links = [];
  const engine = new Engine("/ws", (link, reason) => void links.push(`${link} ${reason}`.trim()));
  const wire = Wire.all[Wire.all.length - 1];
  return { engine, wire, links };
}

const soon = () => new Promise((resolve) => { setImmediate(resolve); });

test("the address of the socket is that of the page, safe where the page is", () => {
  const { engine, wire } = begin();
  assert.equal(wire.url, "wss://host:1/ws");
  engine.close();
});

test("requests wait for the connection and for each other", async () => {
  const { engine, wire } = begin();
  const first = engine.ask({ title: "a 7x6", lines: ["query fen"] });
  const second = engine.ask({ title: "a 7x6", lines: ["query moves"] });
  assert.deepEqual(wire.take(), []);
  wire.open();
  assert.deepEqual(wire.take(), ["newgame a 7x6", "query fen", "isready"]);
  wire.say("response one", "readyok");
  assert.deepEqual((await first).responses, ["one"]);
  assert.deepEqual(wire.take(), ["query moves", "isready"]);
  wire.say("response two", "readyok");
  assert.deepEqual((await second).responses, ["two"]);
  engine.close();
});

test("an error belongs to its request, and the game is said again after it", async () => {
  const { engine, wire } = begin();
  wire.open();
  const asked = engine.ask({ title: "odd", lines: ["query fen"] });
  wire.take();
  wire.say("info string error: unknown game 'odd'", "response x", "readyok");
  assert.deepEqual((await asked).errors, ["unknown game 'odd'"]);
  void engine.ask({ title: "a", lines: ["query fen"] });
  assert.equal(wire.take()[0], "newgame a");
  engine.close();
});

test("options are said when they change, and a text is always one line", async () => {
  const { engine, wire } = begin();
  wire.open();
  const lines = ["position fen a\nquit", "go"];
  const search = () => engine.search({ options: { MultiPV: 2 }, lines });
  search();
  assert.deepEqual(wire.take(), ["setoption name MultiPV value 2", "position fen a quit", "go"]);
  wire.say("bestmove 4");
  await soon();
  search();
  assert.deepEqual(wire.take(), ["position fen a quit", "go"]);
  engine.close();
});

test("a search tells what it hears, and stops once", async () => {
  const { engine, wire } = begin();
  wire.open();
  /** @type {string[]} */
  const heard = [];
  const search = engine.search({ lines: ["go infinite"], onInfo: (line) => void heard.push(line) });
  const next = engine.ask({ lines: ["query fen"] });
  wire.take();
  wire.say("info depth 1 score eval 3 pv 4");
  search.stop();
  search.stop();
  assert.deepEqual(wire.take(), ["stop"]);
  wire.say("bestmove 4 ponder 3");
  assert.equal((await search.answered).bestmove, "4");
  assert.deepEqual(heard, ["info depth 1 score eval 3 pv 4"]);
  assert.deepEqual(wire.take(), ["query fen", "isready"]);
  wire.say("response x", "readyok");
  await next;
  search.stop();
  assert.deepEqual(wire.take(), []);
  engine.close();
});

test("a search that has not begun is dropped", async () => {
  const { engine, wire } = begin();
  wire.open();
  const first = engine.search({ lines: ["go infinite"] });
  const second = engine.search({ lines: ["go depth 1"] });
  second.stop();
  assert.equal((await second.answered).bestmove, "");
  first.stop();
  wire.take();
  wire.say("bestmove 1");
  await first.answered;
  assert.deepEqual(wire.take(), []);
  engine.close();
});

test("after a lost connection everything is asked again, with its game", async () => {
  const { engine, wire, links } = begin();
  wire.open();
  const asked = engine.ask({ title: "a", options: { Strength: 5 }, lines: ["query fen"] });
  wire.say("response half");
  wire.lose("overload");
  assert.deepEqual(links, ["open", "lost overload"]);
  engine.socket.connectNow();
  const again = Wire.all[Wire.all.length - 1];
  assert.notEqual(again, wire);
  again.open();
  const lines = ["newgame a", "setoption name Strength value 5", "query fen", "isready"];
  assert.deepEqual(again.take(), lines);
  again.say("response whole", "readyok");
  assert.deepEqual((await asked).responses, ["whole"]);
  engine.close();
});

test("a stopped search is not asked again, and does not wait for ever", async () => {
  const { engine, wire } = begin();
  wire.open();
  const search = engine.search({ lines: ["go infinite"] });
  search.stop();
  wire.lose();
  assert.equal((await search.answered).bestmove, "");
  engine.close();
});

test("the waits between tries grow and are bounded", () => {
  const { engine } = begin();
  const waits = Array.from({ length: 12 }, () => engine.socket.nextWait());
  assert.ok(waits[0] < 600 && waits[11] > 10000 && Math.max(...waits) <= 18750, String(waits));
  engine.close();
});

test("a long request goes line by line", () => {
  const { engine, wire } = begin();
  wire.open();
  /** @type {string[]} */
  const messages = [];
  wire.send = (message) => void messages.push(message);
  void engine.ask({ lines: [`position startpos moves ${"4 ".repeat(20000)}`, "query fen"] });
  assert.equal(messages.length, 3);
  engine.close();
});

test("what is too long for the server is refused, and nothing else is disturbed", async () => {
  const { engine, wire } = begin();
  wire.open();
  const { errors } = await engine.ask({ lines: [`position fen ${"\u20ac".repeat(21000)}`] });
  assert.match(errors[0], /too long/);
  assert.deepEqual(wire.take(), []);
  void engine.ask({ lines: ["query fen"] });
  assert.deepEqual(wire.take(), ["query fen", "isready"]);
  engine.close();
});
