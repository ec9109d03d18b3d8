// @ts-check
// Two moves that look the same on the board: the page asks which one is meant.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, closePage, openPage } from "../support/browser.js";
import { atPly, choosePlayer, place, plyOf, sees } from "../support/person.js";
import { share } from "../support/world.js";

const world = share();

test("the question which move is meant, and its answers", async () => {
  const open = await openPage(world.browser, world.server.address);
  const { page } = open;
  // No game that comes with the program has such moves. So the server's words are changed.
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const [, column] = /"move":"1","gesture":(\[\[.*?\]\])/.exec(String(message)) ?? [];
      const twice = `$1${column}`;
      socket.send(column
        ? String(message).replace(/("move":"2","gesture":)\[\[.*?\]\]/, twice)
        : message);
    });
  });
  await page.goto(`${world.server.address}#game=connect4&setup=5x4`);
  await sees(page, /^a1, empty/);
  await choosePlayer(page, "second", "Person");
  const dialog = page.getByRole("dialog", { name: "Which move?" });
  await place(page, "a4").click();
  await dialog.waitFor();
  await audit(page);
  await dialog.getByRole("button", { name: "None" }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.equal((await plyOf(page)).ply, 0);
  await page.locator("#hint").getByText("Choice taken back.").waitFor();
  await place(page, "a4").click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await place(page, "a4").click();
  await dialog.getByRole("button", { name: "2", exact: true }).click();
  await atPly(page, 1);
  await sees(page, /^b1, stone of x, last move/);
  await closePage(open);
});
