// @ts-check
// A conversation with an engine: requests one after another. Each request says all that it needs,
// so after a lost connection it is simply sent again.

import { bytes, LineSocket, LONGEST } from "./socket.js";
import { parseRemark } from "../model/report.js";

/**
 * @typedef {object} Answer
 * @property {string[]} responses what stood after `response`
 * @property {string[]} errors what stood after `info string error:`
 * @property {string} bestmove "" if nothing was searched
 */

/**
 * @typedef {object} Request
 * @property {string} [title] the game and its setup; left out if any will do
 * @property {Record<string, string|number>} [options]
 * @property {string[]} lines a `go` stands last
 * @property {(line: string) => void} [onInfo] hears the other lines of a search
 */

/**
 * @typedef {object} Pending
 * @property {Request} request
 * @property {boolean} searches
 * @property {boolean} stopped
 * @property {boolean} sent
 * @property {Answer} answer
 * @property {(answer: Answer) => void} resolve
 */

/** @typedef {"connecting"|"open"|"lost"} Link */

export class Engine {
  /**
   * @param {string} path
   * @param {(link: Link, reason: string, wait: number) => void} onLink
   */
  constructor(path, onLink) {
    /** @type {Pending[]} */
    this.queue = [];
    /** The game that the other side has now. */
    this.title = "";
    /** The options that it has now. @type {Map<string, string>} */
    this.options = new Map();
    this.socket = new LineSocket(path, {
      open: () => {
        onLink("open", "", 0);
        this.pump();
      },
      line: (line) => this.hear(line),
      lost: (reason, wait) => {
        this.forget();
        onLink("lost", reason, wait);
      },
    });
  }

  /** Forgets what the other side knew: it is gone. What was asked is asked again. */
  forget() {
    this.title = "";
    this.options.clear();
    const [head] = this.queue;
    if (!head) return;
    if (head.stopped) {
      this.finish(head);
    } else {
      head.sent = false;
      head.answer = { responses: [], errors: [], bestmove: "" };
    }
  }

  /**
   * Asks, and waits for all answers.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    return this.enqueue(request, false).answered;
  }

  /**
   * Searches. `stop` ends the search, or drops it if it has not begun.
   * @param {Request} request
   */
  search(request) {
    const { pending, answered } = this.enqueue(request, true);
    return { answered, stop: () => this.stop(pending) };
  }

  /**
   * @param {Request} request
   * @param {boolean} searches
   */
  enqueue(request, searches) {
    /** @type {Answer} */
    const answer = { responses: [], errors: [], bestmove: "" };
    /** @type {Pending} */
    const pending = {
      request, searches, answer, stopped: false, sent: false, resolve: () => undefined,
    };
    /** @type {Promise<Answer>} */
    const answered = new Promise((resolve) => { pending.resolve = resolve; });
    if ([request.title ?? "", ...request.lines].some((line) => bytes(line) > LONGEST)) {
      // Sent again and again, it would end every connection.
      answer.errors.push(`this is too long: a line may have ${LONGEST / 1024} KiB`);
      pending.resolve(answer);
      return { pending, answered };
    }
    this.queue.push(pending);
    this.pump();
    return { pending, answered };
  }

  /** @param {Pending} pending */
  stop(pending) {
    if (pending.stopped || !this.queue.includes(pending)) return;
    pending.stopped = true;
    if (pending.sent) this.socket.send(["stop"]);
    else this.finish(pending);
  }

  /** Sends the first request of the queue. */
  pump() {
    const [head] = this.queue;
    if (!head || head.sent || !this.socket.isOpen) return;
    head.sent = true;
    this.socket.send(this.linesOf(head));
  }

  /** @param {Pending} pending */
  linesOf({ request: { title, options = {}, lines }, searches }) {
    const before = [];
    if (title !== undefined && title !== this.title) {
      before.push(`newgame ${title}`);
      this.title = title;
    }
    for (const [name, value] of Object.entries(options)) {
      if (this.options.get(name) === String(value)) continue;
      this.options.set(name, String(value));
      before.push(`setoption name ${name} value ${value}`);
    }
    const all = [...before, ...lines, ...(searches ? [] : ["isready"])];
    // A text from an address or a field is one line, whatever it holds.
    return all.map((line) => line.replace(/[\0\r\n]+/g, " "));
  }

  /** @param {string} line */
  hear(line) {
    const [head] = this.queue;
    if (!head?.sent) return;
    const { answer, searches, request } = head;
    if (line.startsWith("response ")) {
      answer.responses.push(line.slice("response ".length));
    } else if (searches ? line.startsWith("bestmove ") : line === "readyok") {
      answer.bestmove = searches ? line.split(/\s+/)[1] : "";
      this.finish(head);
    } else {
      const remark = parseRemark(line);
      if (remark?.error) {
        answer.errors.push(remark.text);
        // The error may be about the game or an option, so both are said again next time.
        this.title = "";
        this.options.clear();
      }
      request.onInfo?.(line);
    }
  }

  /** @param {Pending} pending */
  finish(pending) {
    this.queue.splice(this.queue.indexOf(pending), 1);
    pending.resolve(pending.answer);
    this.pump();
  }

  close() {
    this.socket.close();
  }
}
