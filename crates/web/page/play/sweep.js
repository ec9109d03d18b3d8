// @ts-check
// The sweep: every position of the line is analysed for a while, so that mistakes show.

import { parseReport } from "../model/report.js";
import { restart, stopAnalysis, isAllowed } from "./analysis.js";
import { look, positionLine, title } from "./game.js";
import {
  isDone, knownOf, learnBest, learnMove, learnPosition, showKnowledge,
} from "./knowledge.js";
import { analyst } from "./links.js";
import { state, update } from "./state.js";

/** @type {{stop: () => void}|null} */
let running = null;
let wished = false;

/**
 * Sweeps over the line that is shown, from its end to its beginning: what is proven late helps
 * early.
 * @param {number} movetime for each position, in milliseconds
 */
export async function sweep(movetime) {
  if (state.sweep || !isAllowed()) return;
  stopAnalysis();
  wished = true;
  const { tree } = state;
  const line = tree.line(state.node);
  update({ sweep: { done: 0, total: line.length } });
  let done = 0;
  for (const node of line.slice().reverse()) {
    if (!wished || tree !== state.tree) break;
    await judge(node, movetime);
    done += 1;
    if (tree === state.tree) update({ sweep: { done, total: line.length }, known: state.known });
  }
  wished = false;
  update({ sweep: null });
  restart();
}

/** Ends the sweep. What was found stays. */
export function stopSweep() {
  wished = false;
  running?.stop();
}

/**
 * Finds out what a position is worth.
 * @param {number} node
 * @param {number} movetime
 */
async function judge(node, movetime) {
  const { tree } = state;
  const moves = tree.moves(node);
  if (knownOf(node).count === 0) {
    const { board } = await look(moves);
    if (tree !== state.tree) return;
    learnPosition(node, board);
  }
  const { side, result } = knownOf(node);
  if (result !== "none" || side === "chance" || isDone(node)) return;
  const search = analyst().search({
    title: title(),
    options: { Strength: 100, MultiPV: 1 },
    lines: [positionLine(moves), `go movetime ${movetime}`],
    onInfo: (text) => {
      const report = parseReport(text);
      if (!report?.pv[0] || tree !== state.tree) return;
      learnBest(node, report);
      learnMove(node, report.pv[0], report);
      showKnowledge();
    },
  });
  running = search;
  await search.answered;
  running = null;
}
