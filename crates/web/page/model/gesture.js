// @ts-check
// Gestures: how a person points out a move, place after place.

/**
 * @typedef {object} Picked
 * @property {Gesture} gesture
 * @property {string[]} complete the moves that are wholly pointed out
 * @property {boolean} more whether other moves need further places
 */

/**
 * A gesture that has not begun, on a board.
 * @param {Board} board
 * @param {Place[]} [places]
 */
export function beginOn({ moves, pieces, to_move: mover }, places) {
  return begin(moves, pieces.filter(({ owner }) => owner === mover), places);
}

/**
 * A gesture that has not begun. Where moves are made of steps, each of them is a part, and so are
 * steps of one piece after another.
 * @param {MoveOnBoard[]} moves
 * @param {{place: number, count?: number}[]} [pieces] the mover's
 * @param {Place[]} [places]
 * @returns {Gesture}
 */
export function begin(moves, pieces = [], places = []) {
  const counts = new Map(pieces.map(({ place, count = 1 }) => [place, count]));
  const hands = new Set(places.flatMap(({ area }, at) =>
    (area === "first" || area === "second" ? [at] : [])));
  const candidates = moves.flatMap(({ move, gesture, steps = [] }) => {
    if (steps.length > 0) return steps.flatMap((way) => parts(move, way, counts, hands));
    return gesture.length > 0 ? [{ move, rest: gesture }] : [];
  });
  return { candidates, picked: [], before: null, start: null, done: [], counts, hands };
}

/**
 * What may come next of a way to make a move: each piece that it takes from somewhere, as far as it
 * goes on. A piece that has yet to arrive cannot be taken. Pieces in a hand come first.
 * @param {string} move
 * @param {Step[]} way
 * @param {Map<number, number>} counts the mover's pieces at each place
 * @param {Set<number>} hands the places in hands
 * @returns {Candidate[]}
 */
function parts(move, way, counts, hands) {
  /** @type {Candidate[]} */
  const found = [];
  /** @param {number} from @param {number} at @param {Step[]} left */
  const extend = (from, at, left) => {
    const seen = new Set();
    left.forEach(([start, to], index) => {
      if (start !== at || seen.has(to)) return;
      seen.add(to);
      const others = left.filter((_, other) => other !== index);
      found.push({ move, rest: [[from], [to]], part: [from, to], left: others });
      extend(from, to, others);
    });
  };
  const starts = [...new Set(way.map(([start]) => start))];
  const inHand = starts.filter((start) => hands.has(start));
  for (const from of inHand.length > 0 ? inHand : starts) {
    if ((counts.get(from) ?? 0) > 0) extend(from, from, way);
  }
  return found;
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
    ? next.map(({ rest, ...more }) => ({ ...more, rest: without(place, rest.slice(1)) }))
    : later(gesture, place);
  if (found.length === 0) return null;
  if (found.some(({ rest, left }) => left && rest.length === 0)) {
    return nextPart(gesture, found);
  }
  return {
    gesture: { ...gesture, candidates: found, picked: [...gesture.picked, place], before: gesture,
      start: restart(gesture) },
    complete: found.filter(({ rest }) => rest.length === 0).map(({ move }) => move),
    more: found.some(({ rest }) => rest.length > 0),
  };
}

/**
 * A part of a move is made: another one may come.
 * @param {Gesture} gesture
 * @param {Candidate[]} found
 * @returns {Picked}
 */
function nextPart(gesture, found) {
  const before = restart(gesture);
  const [from, to] = /** @type {Step} */ (found[0].part);
  const counts = new Map(before.counts);
  counts.set(from, (counts.get(from) ?? 0) - 1);
  counts.set(to, (counts.get(to) ?? 0) + 1);
  /** @type {Map<string, Candidate>} */
  const candidates = new Map();
  for (const { move, left = [] } of found) {
    for (const part of parts(move, left, counts, before.hands)) candidates.set(JSON.stringify(part), part);
  }
  const complete = new Set(found.flatMap(({ move, left }) => left?.length === 0 ? [move] : []));
  return {
    gesture: { candidates: [...candidates.values()], picked: [], before, start: null,
      done: [...before.done, [from, to]], counts, hands: before.hands },
    complete: [...complete],
    more: candidates.size > 0,
  };
}

/**
 * Where a gesture goes on if something else is pointed at: at the beginning of the part.
 * @param {Gesture} gesture
 */
export function restart(gesture) {
  return gesture.start ?? gesture;
}

/**
 * @param {Gesture} gesture
 * @param {number} place
 */
function later({ candidates, picked }, place) {
  if (picked.includes(place)) return [];
  return candidates.flatMap(({ rest, ...more }) => {
    const at = rest.findIndex((step) => step.includes(place));
    if (at < 0) return [];
    return [{ ...more, rest: without(place, rest.filter((_, step) => step !== at)) }];
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
