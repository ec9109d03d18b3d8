// @ts-check
// Gestures: how a person points out a move, place after place.

/**
 * @typedef {object} Picked
 * @property {Gesture} gesture
 * @property {string[]} complete the moves that are wholly pointed out
 * @property {boolean} more whether other moves need further places
 */

/**
 * A gesture that has not begun.
 * @param {MoveOnBoard[]} moves
 * @returns {Gesture}
 */
export function begin(moves) {
  const pointed = moves.filter((move) => move.gesture.length > 0);
  const candidates = pointed.map(({ move, gesture }) => ({ move, rest: gesture }));
  return { candidates, picked: [], before: null };
}

/**
 * Points at a place: of the next step, or else of a later one, so that a cell may be chosen before
 * its piece. `null` if no move goes through it. A place that is chosen comes again only as the next
 * step: otherwise, whoever points at it takes it back.
 * @param {Gesture} gesture
 * @param {number} place
 * @returns {Picked|null}
 */
export function pick(gesture, place) {
  const next = gesture.candidates.filter(({ rest }) => rest[0]?.includes(place));
  const found = next.length > 0
    ? next.map(({ move, rest }) => ({ move, rest: without(place, rest.slice(1)) }))
    : later(gesture, place);
  if (found.length === 0) return null;
  return {
    gesture: { candidates: found, picked: [...gesture.picked, place], before: gesture },
    complete: found.filter(({ rest }) => rest.length === 0).map(({ move }) => move),
    more: found.some(({ rest }) => rest.length > 0),
  };
}

/**
 * @param {Gesture} gesture
 * @param {number} place
 */
function later({ candidates, picked }, place) {
  if (picked.includes(place)) return [];
  return candidates.flatMap(({ move, rest }) => {
    const at = rest.findIndex((step) => step.includes(place));
    return at < 0 ? [] : [{ move, rest: without(place, rest.filter((_, step) => step !== at)) }];
  });
}

/**
 * Further steps. Where places are to choose from, none is chosen twice.
 * @param {number} place
 * @param {number[][]} rest
 */
function without(place, rest) {
  return rest.map((step) => step.length > 1 ? step.filter((other) => other !== place) : step);
}

/**
 * The moves that go through each place from here on. Where a step has several places, the moves
 * count for the one to point at.
 * @param {Gesture} gesture
 * @returns {Map<number, string[]>}
 */
export function through({ candidates }) {
  /** @type {Map<number, string[]>} */
  const moves = new Map();
  for (const { move, rest } of candidates) {
    for (const place of new Set(rest.map((step) => step[0]))) {
      moves.set(place, [...(moves.get(place) ?? []), move]);
    }
  }
  return moves;
}

/**
 * The places where moves end, each the one to point at.
 * @param {Gesture} gesture
 * @returns {Set<number>}
 */
export function ends({ candidates }) {
  return new Set(candidates.flatMap(({ rest }) => rest.slice(-1).map((step) => step[0])));
}

/**
 * All places at which one may point now.
 * @param {Gesture} gesture
 * @returns {Set<number>}
 */
export function open({ candidates }) {
  return new Set(candidates.flatMap(({ rest }) => rest.flat()));
}
