// @ts-check
// The rules of the game, as the game tells them: paragraphs and lists, nothing else.

import { onOffer, state, watch } from "../play/state.js";
import { at, el, fill, show } from "./dom.js";

/**
 * The paragraphs of a text: blank lines stand between them, `- ` begins an item.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).flatMap((block) => {
    /** @type {HTMLElement[]} */
    const parts = [];
    for (const line of block.split("\n")) {
      const last = parts.at(-1);
      if (line.startsWith("- ")) {
        const item = el("li", {}, line.slice(2));
        if (last?.localName === "ul") last.append(item);
        else parts.push(el("ul", {}, item));
      } else if (last?.localName === "ul" && /^\s+\S/.test(line)) {
        last.lastElementChild?.append(` ${line.trim()}`);
      } else if (last?.localName === "p") {
        last.append(` ${line.trim()}`);
      } else if (line.trim()) {
        parts.push(el("p", {}, line.trim()));
      }
    }
    return parts;
  });
}

export function startRulesView() {
  watch(["rules", "layout", "games"], () => {
    const { rules, layout } = state;
    at("rules-title").textContent = `The rules of ${onOffer(layout?.game)?.title ?? "the game"}`;
    fill(at("rules-text"), rules ? paragraphs(rules) : [
      el("p", {}, "This game does not tell its rules. The legal moves are on the board."),
    ]);
    show("open-rules", rules !== "");
  });
}
