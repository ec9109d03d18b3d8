// @ts-check
// The bar beside the board: who stands better. It is only seen; the scores say the same in words.

import { odds } from "../model/judge.js";
import { showsScores } from "../play/analysis.js";
import { scale, worthForFirst } from "../play/curve.js";
import { state, watch } from "../play/state.js";
import { at } from "./dom.js";

/** Shows how likely the first player wins. */
function showBalance() {
  const score = showsScores() && !state.preview ? worthForFirst(state.node) : null;
  const share = score && odds(score, scale());
  at("balance").hidden = share === null;
  if (share !== null) at("balance").style.setProperty("--share", `${100 * share}%`);
}

export function startBalanceView() {
  watch(["node", "tree", "known", "settings", "preview", "table", "layout"], showBalance);
}
