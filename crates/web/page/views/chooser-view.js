// @ts-check
// The choice of a game and its setup, a new game, and the settings of the page.

import { openGame } from "../play/game.js";
import { rollIfDue } from "../play/dice.js";
import { goOn } from "../play/opponent.js";
import { storeSettings } from "../play/storage.js";
import { onOffer, state, update, watch } from "../play/state.js";
import { announce, messageOf } from "../play/news.js";
import { at, el, fill, input, select } from "./dom.js";

/** Shows the games to choose from. */
function showGames() {
  const { games, layout } = state;
  fill(select("game"), games.map(({ name, title }) => el("option", { value: name }, title)));
  select("game").value = layout?.game ?? games[0]?.name ?? "";
  input("setup").value = layout?.setup ?? "";
  showSetups();
}

/** Suggests setups of the chosen game. */
function showSetups() {
  const setups = onOffer(select("game").value)?.setups ?? [];
  fill(at("setups"), setups.map((value) => el("option", { value })));
}

/**
 * Opens a game of the chosen kind: a new one, or as it was left.
 * @param {boolean} fresh
 */
async function open(fresh) {
  const [game, setup] = [select("game").value, input("setup").value.trim()];
  try {
    await openGame({ game, setup, position: "", moves: [], ply: 0 }, undefined, fresh);
    announce(`${fresh ? "A new game" : "The game is"}: ${state.layout?.title}.`);
    goOn();
  } catch (error) {
    showGames();
    update({ trouble: messageOf(error) });
  }
}

/**
 * Sets an attribute of the whole page, or removes it.
 * @param {string} name
 * @param {string} value "" to remove it
 */
function mark(name, value) {
  if (value) document.documentElement.setAttribute(name, value);
  else document.documentElement.removeAttribute(name);
}

/** Light, dark, or as the system says; and how boards look. */
function showLook() {
  const { theme, look } = state.settings;
  mark("data-theme", theme === "auto" ? "" : theme);
  mark("data-look", look === "plain" ? look : "");
}

/** Changes a setting. @param {Partial<Settings>} changes */
export function set(changes) {
  update({ settings: { ...state.settings, ...changes } });
  storeSettings();
}

/** Shows the settings. */
function showSettings() {
  const { settings } = state;
  showLook();
  select("theme").value = settings.theme;
  select("look").value = settings.look;
  input("set-motion").checked = settings.motion;
  input("set-threats").checked = settings.threats;
  input("set-confirm").checked = settings.confirm;
  input("set-keys").checked = settings.keys;
  input("set-dice").checked = settings.dice;
  input("set-forced").checked = settings.forced;
}

export function startChooser() {
  watch(["games", "layout"], showGames);
  watch(["settings"], showSettings);
  select("game").addEventListener("change", () => {
    input("setup").value = onOffer(select("game").value)?.setups[0] ?? "";
    showSetups();
    void open(false);
  });
  at("setup").addEventListener("focusout", ({ relatedTarget }) => {
    // The button opens a new game itself.
    const isNew = input("setup").value.trim() !== state.layout?.setup;
    if (isNew && !(relatedTarget instanceof HTMLButtonElement)) void open(false);
  });
  at("chooser").addEventListener("submit", (event) => {
    event.preventDefault();
    void open(true);
  });
  at("theme").addEventListener("change", () => {
    const { value } = select("theme");
    set({ theme: value === "light" || value === "dark" ? value : "auto" });
  });
  at("look").addEventListener("change", () => {
    const { value } = select("look");
    set({ look: value === "plain" ? value : "rich" });
  });
  // Ink is for what has to be read.
  addEventListener("beforeprint", () => mark("data-look", "plain"));
  addEventListener("afterprint", showLook);
  for (const name of /** @type {const} */ (["threats", "confirm", "keys", "dice", "forced", "motion"])) {
    const field = input(`set-${name}`);
    field.addEventListener("change", () => {
      set({ [name]: field.checked });
      if (name === "dice") rollIfDue();
    });
  }
  showSettings();
}
