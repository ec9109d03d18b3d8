// @ts-check
// What the tests of a file share: one server and one browser.

import { after, before, beforeEach } from "node:test";
import { openPage, startBrowser } from "./browser.js";
import { startServer } from "./server.js";
import { keepNews } from "./news.js";
import { statusOf } from "./person.js";
import { until } from "./until.js";

/** @typedef {Awaited<ReturnType<typeof openPage>>} Open */

/** How often a server is started on a port that somebody else may have for a moment. */
const TRIES = 20;

/**
 * Starts the server and the browser before the first test, and ends both after the last. A test
 * that has lost the server leaves none of the others without one.
 * @param {Parameters<typeof startServer>[0]} [options]
 */
export function share(options) {
  const world = {
    server: /** @type {Awaited<ReturnType<typeof startServer>>} */ (/** @type {unknown} */ (null)),
    browser: /** @type {import("playwright-core").Browser} */ (/** @type {unknown} */ (null)),
    /**
     * Opens the page, and waits until a game is on it.
     * @param {string} [where] the address after the server's, such as `#game=connect4`
     * @param {import("playwright-core").BrowserContextOptions} [like]
     */
    async visit(where = "", like = {}) {
      const open = await openPage(world.browser, world.server.address, like);
      await keepNews(open.page);
      await open.page.goto(world.server.address + where);
      await until(() => statusOf(open.page), (text) => /^(?!Connecting)\S/.test(text), "a game");
      return open;
    },
    /** Starts the server again where it was. */
    async restart() {
      const { port } = world.server;
      for (let tries = 1; !world.server.alive; tries += 1) {
        try {
          world.server = await startServer({ ...options, port });
        } catch (error) {
          if (tries === TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      }
    },
  };
  before(async () => {
    // One after the other: if one fails, the other is not left running.
    world.server = await startServer(options);
    world.browser = await startBrowser();
  });
  beforeEach(() => world.restart());
  after(async () => {
    await world.browser?.close();
    await world.server?.stop();
  });
  return world;
}
