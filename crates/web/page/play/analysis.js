// @ts-check
// The analysis of the position on the board: the score of every move, as long as it is shown.

import { parseBook, parseRemark, parseReport } from "../model/report.js";
import { isProof } from "../model/score.js";
import { onShown, positionLine, title } from "./game.js";
import { isDone, knownOf, learnBest, learnMove, showKnowledge } from "./knowledge.js";
import { analyst } from "./links.js";
import { state, update, watch } from "./state.js";

/** The options of every analysis. */
const STRONG = { Strength: 100 };

/** Numbers such as 1.2 million. @type {Intl.NumberFormatOptions} */
const COMPACT = { notation: "compact", compactDisplay: "long" };

/** What the analysis says at its end. */
const COMPLETE = "The analysis is complete: every move is proven.";

/** The search that runs now. @type {{stop: () => void}|null} */
let running = null;

/** Counts the analyses, so that an old one knows that it is over. */
let generation = 0;

/** How many lines the engine can report, once it was asked. @type {Promise<number>|null} */
let mostLines = null;

/** The number of lines, if the engine does not say how many it can report. */
const LINES = 500;

/** Whether the analysis may run: not for those who play at a table. */
export function isAllowed() {
  const { table } = state;
  return !(table?.you && table.result === "none" && !table.end);
}

/** Whether scores are to be seen. */
export function showsScores() {
  return state.settings.scores && isAllowed();
}

/** Ends the running analysis. What was found stays. */
export function stopAnalysis() {
  generation += 1;
  running?.stop();
  running = null;
}

/** Begins to analyse what is on the board, if that is wanted. */
export function restart() {
  stopAnalysis();
  const { board, settings, node, sweep } = state;
  if (!board || sweep || document.hidden) return;
  if (!settings.scores || !isAllowed()) {
    update({ analysis: isAllowed() ? "" : "No analysis while you play at the table." });
  } else if (board.result !== "none" || board.moves.length === 0) {
    update({ analysis: "The game is over." });
  } else if (isDone(node)) {
    update({ analysis: COMPLETE });
  } else {
    void analyse(node, generation);
  }
}

/**
 * @param {number} node
 * @param {number} number
 */
async function analyse(node, number) {
  update({ analysis: "The analysis begins." });
  const moves = state.tree.moves(node);
  if (!knownOf(node).probed) {
    await askBook(node, moves, number);
    if (number !== generation) return;
    knownOf(node).probed = true;
    if (isDone(node)) return restart();
  }
  mostLines ??= askMostLines();
  const most = await mostLines;
  if (number !== generation) return;
  const MultiPV = Math.min(most, state.board?.moves.length ?? 1);
  const search = analyst().search({
    title: title(),
    options: { ...STRONG, MultiPV },
    lines: [positionLine(moves), "go infinite"],
    onInfo: (line) => number === generation && hear(line, node),
  });
  running = search;
  const { errors } = await search.answered;
  if (number === generation && errors.length > 0) update({ analysis: errors[0] });
}

/**
 * @param {string} line
 * @param {number} node
 */
function hear(line, node) {
  const report = parseReport(line);
  if (!report) {
    const remark = parseRemark(line);
    if (remark) update({ analysis: remark.text });
    return;
  }
  const { score, pv, depth, rank, nodes } = report;
  const found = { score, pv, depth };
  if (rank === 1) learnBest(node, found);
  if (pv[0]) learnMove(node, pv[0], found);
  if (isDone(node, isProof)) update({ analysis: "Every move is proven." });
  else if (rank === 1) {
    update({ analysis: `Depth ${depth}, ${nodes.toLocaleString("en", COMPACT)} positions.` });
  }
  if (isDone(node)) {
    update({ analysis: COMPLETE });
    running?.stop();
  }
  showKnowledge();
}

/** Asks how many lines the engine can report. */
async function askMostLines() {
  /** @type {string[]} */
  const said = [];
  const onInfo = (/** @type {string} */ line) => void said.push(line);
  await analyst().ask({ lines: ["ugi"], onInfo });
  const option = said.find((line) => /^option name MultiPV /.test(line));
  return Number(/ max (\d+)/.exec(option ?? "")?.[1] ?? LINES);
}

/**
 * Learns what the book proves of a position and its moves.
 * @param {number} node
 * @param {string[]} moves
 * @param {number} number
 */
async function askBook(node, moves, number) {
  const lines = [positionLine(moves), "query book"];
  const { responses, errors } = await analyst().ask({ title: title(), lines });
  if (number !== generation || errors.length > 0) return;
  const { best, moves: proven } = parseBook(responses[0]);
  if (best) learnBest(node, best);
  for (const { move, line } of proven) learnMove(node, move, line);
  showKnowledge();
}

/** Keeps the analysis at the position that is shown. */
export function startAnalysis() {
  onShown(restart);
  // Another game opens: what is still said of the old one is not about its tree.
  watch(["layout"], stopAnalysis);
  let wanted = true;
  watch(["settings", "table"], () => {
    if (showsScores() === wanted) return;
    wanted = !wanted;
    restart();
  });
  document.addEventListener("visibilitychange", restart);
}
