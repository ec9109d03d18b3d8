// @ts-check
// The analysis of the position on the board: the score of every move, as long as it is shown.

import { parseRemark, parseReport } from "../model/report.js";
import { isProof, turned } from "../model/score.js";
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

/** After so many positions in a row that no book has, the book is not asked any more. */
const MISSES = 6;

/** The search that runs now. @type {{stop: () => void}|null} */
let running = null;

/** Counts the analyses, so that an old one knows that it is over. */
let generation = 0;

/** How many lines the engine can report. */
let mostLines = 500;

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
 * @param {number} mine
 */
async function analyse(node, mine) {
  update({ analysis: "The analysis begins." });
  const moves = state.tree.moves(node);
  if (!knownOf(node).probed) {
    await askBook(node, moves, mine);
    if (mine !== generation) return;
    knownOf(node).probed = true;
    if (isDone(node)) return restart();
  }
  await findLimits();
  if (mine !== generation) return;
  const MultiPV = Math.min(mostLines, state.board?.moves.length ?? 1);
  const search = analyst().search({
    title: title(),
    options: { ...STRONG, MultiPV },
    lines: [positionLine(moves), "go infinite"],
    onInfo: (line) => mine === generation && hear(line, node),
  });
  running = search;
  const { errors } = await search.answered;
  if (mine === generation && errors.length > 0) update({ analysis: errors[0] });
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

/** Asks once how many lines the engine can report. */
async function findLimits() {
  if (limitsAsked) return;
  limitsAsked = true;
  /** @type {string[]} */
  const said = [];
  const onInfo = (/** @type {string} */ line) => void said.push(line);
  await analyst().ask({ lines: ["ugi"], onInfo });
  const option = said.find((line) => /^option name MultiPV /.test(line));
  mostLines = Number(/ max (\d+)/.exec(option ?? "")?.[1] ?? mostLines);
}

let limitsAsked = false;

/**
 * Asks the engine for what it knows at once: if its book has the position, then often its
 * successors too, and each is a proof for the move that leads there.
 * @param {number} node
 * @param {string[]} moves
 * @param {number} mine
 */
async function askBook(node, moves, mine) {
  const root = await glance(moves, mine);
  if (!root || root.nodes > 0 || !isProof(root.score) || mine !== generation) return;
  learnBest(node, root);
  if (root.pv[0]) learnMove(node, root.pv[0], root);
  showKnowledge();
  let misses = 0;
  for (const { move } of state.board?.moves ?? []) {
    const known = knownOf(node).moves.get(move);
    if (known && isProof(known.score)) continue;
    const after = await glance([...moves, move], mine);
    if (mine !== generation || misses > MISSES) return;
    misses = after?.nodes === 0 ? 0 : misses + 1;
    if (after && isProof(after.score)) learnAfter(node, move, after);
  }
}

/**
 * Learns the score of a move from the position after it.
 * @param {number} node
 * @param {string} move
 * @param {Glance} after
 */
function learnAfter(node, move, { score, pv, depth, side }) {
  const later = turned(score, 1);
  const mine = side === knownOf(node).side ? turned(later) : later;
  learnMove(node, move, { score: mine, pv: [move, ...pv], depth: depth + 1 });
  showKnowledge();
}

/** @typedef {import("../model/report.js").Report & {side: Side}} Glance */

/**
 * What the engine knows of a position without thinking. Nothing where chance acts.
 * @param {string[]} moves
 * @param {number} mine
 * @returns {Promise<Glance|null>}
 */
async function glance(moves, mine) {
  /** @type {import("../model/report.js").Report[]} */
  const reports = [];
  const search = analyst().search({
    title: title(),
    options: { ...STRONG, MultiPV: 1 },
    lines: [positionLine(moves), "query p1turn", "go movetime 1"],
    onInfo: (line) => {
      const report = parseReport(line);
      if (report) reports.push(report);
    },
  });
  running = search;
  const { responses } = await search.answered;
  const last = reports.at(-1);
  if (mine !== generation || !last) return null;
  return { ...last, side: responses[0] === "true" ? "first" : "second" };
}

/** Whether the analysis was wanted when last looked. */
let wanted = true;

/** Keeps the analysis at the position that is shown. */
export function startAnalysis() {
  onShown(restart);
  // Another game opens: what is still said of the old one is not about its tree.
  watch(["layout"], stopAnalysis);
  watch(["settings", "table"], () => {
    const now = showsScores();
    if (now !== wanted) restart();
    wanted = now;
  });
  document.addEventListener("visibilitychange", restart);
}
