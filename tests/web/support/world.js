// @ts-check
// What the tests of a file share: one server and one browser.

import { after, before } from "node:test";
import { openPage, startBrowser } from "./browser.js";
import { startServer } from "./server.js";
import { keepNews } from "./news.js";
import { status } from "./person.js";

/** @typedef {Awaited<ReturnType<typeof openPage>>} Open */

/**
 * Starts the server and the browser before the first test, and ends both after the last.
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
      await status(open.page).filter({ hasText: /\S/ }).waitFor();
      return open;
    },
  };
  before(async () => {
    [world.server, world.browser] = await Promise.all([startServer(options), startBrowser()]);
  });
  after(async () => {
    await world.browser?.close();
    await world.server?.stop();
  });
  return world;
}
