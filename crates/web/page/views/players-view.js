// @ts-check
// The two players: who they are, and how the engine plays for them.

import { levelOf } from "../model/levels.js";
import { setPlayer } from "../play/opponent.js";
import { onlyPerson } from "../play/pointing.js";
import { SIDES, state, watch } from "../play/state.js";
import { at, el, fill } from "./dom.js";

/**
 * The name of a side.
 * @param {Side} side
 */
export function nameOf(side) {
  const { mark, name } = state.layout?.players[SIDES.indexOf(side)] ?? {};
  if (name) return name;
  const place = side === "first" ? "First" : "Second";
  return mark ? `${place} (${mark})` : place;
}

/**
 * A labelled field.
 * @param {string} text
 * @param {HTMLElement} field
 */
function labelled(text, field) {
  return el("label", {}, el("span", {}, text), field);
}

/**
 * What people count, such as `3 of 15 lines, 8 win`, or `150 pips, 17 ahead`.
 * @param {Side} side
 */
export function countsOf(side) {
  const { tallies = [] } = state.preview?.board ?? state.board ?? {};
  return tallies.map(({ name, counts, all, to_win: most, fewer_leads: leads }) => {
    const own = counts[SIDES.indexOf(side)];
    const lead = leads ? Math.max(...counts) - own : 0;
    return [`${own}${all ? ` of ${all}` : ""} ${name}`, most && `${most} win`,
      lead > 0 && `${lead} ahead`].filter(Boolean).join(", ");
  }).join("; ");
}

/**
 * Builds the fields of a side once.
 * @param {Side} side
 */
function build(side) {
  const choose = el("select", { "aria-label": `Who plays ${side}`, onchange: () => {
    setPlayer(side, { kind: choose.value === "engine" ? "engine" : "person" });
  } }, el("option", { value: "person" }, "Person"), el("option", { value: "engine" }, "Engine"));
  const strength = el("input", { type: "range", min: 0, max: 100, step: 5, oninput: () => {
    setPlayer(side, { strength: Number(strength.value) });
  } });
  const limit = el("select", { "aria-label": "The unit", onchange: () => {
    const depth = limit.value === "depth";
    setPlayer(side, { limit: depth ? "depth" : "movetime", amount: depth ? 8 : 1000 });
  } }, el("option", { value: "movetime" }, "seconds a move"),
  el("option", { value: "depth" }, "plies deep"));
  const amount = el("input", { type: "number", "aria-label": "How much", onchange: () => {
    const number = Number(amount.value);
    const depth = limit.value === "depth";
    const least = depth ? 1 : 0.01;
    const value = Math.max(least, Math.min(depth ? 1000 : 86400, number || least));
    setPlayer(side, { amount: Math.round(depth ? value : value * 1000) });
  } });
  const summary = el("summary", {});
  const details = el("details", { class: "engine-settings" }, summary, el("div", { class: "pop" },
    labelled("Strength", strength), el("div", { class: "row" }, amount, limit)));
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    // The focus leaves the field, so that it counts, before the field is hidden.
    summary.focus();
    details.open = false;
    event.stopPropagation();
  });
  details.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !details.contains(relatedTarget)) details.open = false;
  });
  const name = el("span", { class: "player-name" });
  const counts = el("small", {});
  fill(at(side), [
    el("span", { class: `swatch ${side}`, "aria-hidden": "true" }),
    el("span", { class: "names" }, name, counts),
    el("span", { class: "clock", id: `${side}-clock`, role: "timer", hidden: true }),
    el("span", { class: "seat", id: `${side}-seat` }),
    el("span", { class: "who" }, choose, details),
  ]);
  return () => {
    const { kind, strength: power, limit: unit, amount: much } = state.players[side];
    const depth = unit === "depth";
    const toMove = state.board?.to_move === side;
    at(side).classList.toggle("to-move", toMove);
    name.textContent = `${nameOf(side)}${onlyPerson() === side ? ", you" : ""}`;
    counts.textContent = countsOf(side);
    choose.value = kind;
    details.hidden = kind !== "engine";
    strength.value = String(power);
    strength.setAttribute("aria-valuetext", levelOf(power));
    limit.value = unit;
    amount.min = depth ? "1" : "0.01";
    amount.step = depth ? "1" : "any";
    if (document.activeElement !== amount) amount.value = String(depth ? much : much / 1000);
    const time = depth ? `depth ${much}` : `${much / 1000} s`;
    const thinks = state.thinking && toMove ? ", thinking" : "";
    summary.textContent = `${levelOf(power)}, ${time}${thinks}`;
  };
}

export function startPlayersView() {
  for (const side of SIDES) {
    watch(["players", "board", "preview", "layout", "thinking", "table"], build(side));
  }
  document.addEventListener("click", ({ target }) => {
    for (const details of document.querySelectorAll("details.engine-settings[open]")) {
      if (target instanceof Node && !details.contains(target)) details.removeAttribute("open");
    }
  });
}
