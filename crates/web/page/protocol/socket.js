// @ts-check
// A connection that carries lines and comes back when it is lost.

/**
 * @typedef {object} SocketEvents
 * @property {() => void} open
 * @property {(line: string) => void} line
 * @property {(reason: string, wait: number, code: number) => void} lost with the milliseconds until
 *   the next try
 */

/** A message has at most so many bytes; longer requests go line by line. */
const MESSAGE = 32 * 1024;

/** The server closes a connection that sends a longer line, in bytes. */
export const LONGEST = 60 * 1024;

/**
 * How long a text is when it is sent.
 * @param {string} text
 */
export function bytes(text) {
  return new TextEncoder().encode(text).length;
}

/** The first and the longest wait before the next try, in milliseconds. */
const WAITS = { first: 400, longest: 15000 };

/** A connection that has lived this long counts as a good one. */
const GOOD = 5000;

export class LineSocket {
  /**
   * @param {string} path
   * @param {SocketEvents} events
   */
  constructor(path, events) {
    const url = new URL(path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    this.url = url.href;
    this.events = events;
    this.closed = false;
    this.failures = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.retry = () => this.connectNow();
    addEventListener("online", this.retry);
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    let since = Infinity;
    socket.onopen = () => {
      since = performance.now();
      this.events.open();
    };
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string" || this.socket !== socket) return;
      for (const line of data.split("\n")) if (line) this.events.line(line);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.closed) return;
      if (performance.now() - since > GOOD) this.failures = 0;
      const wait = this.nextWait();
      this.timer = setTimeout(() => this.connect(), wait);
      this.events.lost(reason || (code === 1013 ? "the server is overloaded" : ""), wait, code);
    };
  }

  /** Doubles the wait after each failure, and mixes the tries of many pages. */
  nextWait() {
    const wait = Math.min(WAITS.longest, WAITS.first * 2 ** this.failures);
    this.failures += 1;
    return Math.round(wait * (0.75 + Math.random() / 2));
  }

  /** Ends the waiting for the next try. */
  connectNow() {
    if (this.socket || this.closed) return;
    clearTimeout(this.timer);
    this.connect();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends lines, if the connection stands.
   * @param {string[]} lines
   */
  send(lines) {
    if (!this.isOpen || lines.length === 0) return;
    const whole = lines.join("\n");
    for (const message of bytes(whole) <= MESSAGE ? [whole] : lines) this.socket?.send(message);
  }

  /** Ends the connection for good. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.retry);
    this.socket?.close(1000);
  }
}
