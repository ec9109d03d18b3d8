// @ts-check
// What moves between two positions: found from the ways of the last move, and from what differs.

/**
 * What a piece does. A piece that goes or leaves has a way of places. One that comes, turns over or
 * tumbles stays at the last place of its way.
 * @typedef {{kind: "go"|"come"|"leave"|"turn"|"tumble", way: number[]}} Motion
 */

/** What is at a place: how many pieces, of which look. @typedef {{key: string, count: number}} Heap */

/**
 * The motions from one position to the next one, or back to the one before.
 * @param {Layout} layout
 * @param {Board} before
 * @param {Board} after
 * @returns {Motion[]}
 */
export function motions(layout, before, after) {
  const step = after.ply - before.ply;
  const change = new Change(layout, before, after);
  const ways = step === 1 ? after.ways
    : step === -1 ? before.ways.map((way) => [...way].reverse()) : [];
  const led = ways.flatMap((way) => change.lead(way));
  return [...led, ...change.rest()];
}

/** What two positions do not share, until it is explained. */
class Change {
  /**
   * @param {Layout} layout
   * @param {Board} before
   * @param {Board} after
   */
  constructor(layout, before, after) {
    this.places = layout.places;
    this.before = heaps(layout, before.pieces);
    this.after = heaps(layout, after.pieces);
    /** Pieces that are no longer where they were, and new ones. @type {Map<number, number>} */
    this.lost = new Map();
    /** @type {Map<number, number>} */
    this.gained = new Map();
    for (const place of new Set([...this.before.keys(), ...this.after.keys()])) {
      const [was, is] = [this.before.get(place), this.after.get(place)];
      const shared = was?.key === is?.key ? Math.min(was?.count ?? 0, is?.count ?? 0) : 0;
      this.lost.set(place, (was?.count ?? 0) - shared);
      this.gained.set(place, (is?.count ?? 0) - shared);
    }
  }

  /**
   * Explains what a way does.
   * @param {number[]} way
   * @returns {Motion[]}
   */
  lead(way) {
    const [from, to] = [way[0], way[way.length - 1]];
    const arrives = take(this.gained, to);
    if (way.length === 1) return arrives ? [{ kind: "come", way }] : [];
    const departs = take(this.lost, from);
    // Of a row of equal pieces, only the ends differ, but each of them goes.
    const goes = arrives || isLike(this.before.get(from), this.after.get(to));
    if (goes) return [{ kind: "go", way }];
    return departs ? [{ kind: "leave", way }] : [];
  }

  /** Explains what no way has led to. @returns {Motion[]} */
  rest() {
    /** @type {Motion[]} */
    const found = [];
    const pieces = (/** @type {Map<number, number>} */ counts) =>
      [...counts].flatMap(([place, count]) => Array(count).fill(place));
    for (const place of pieces(this.gained)) {
      if (this.places[place].shape === "die") {
        take(this.lost, place);
        found.push({ kind: "tumble", way: [place] });
        continue;
      }
      const from = this.nearest(place);
      if (from >= 0) take(this.lost, from);
      if (from >= 0) found.push({ kind: "go", way: [from, place] });
      else found.push({ kind: take(this.lost, place) ? "turn" : "come", way: [place] });
    }
    return [...found, ...pieces(this.lost)
      .filter((place) => this.places[place].shape !== "die")
      .map((place) => ({ kind: /** @type {const} */ ("leave"), way: [place] }))];
  }

  /**
   * The nearest place that has lost such a piece as another has gained, or -1.
   * @param {number} place
   */
  nearest(place) {
    const key = this.after.get(place)?.key;
    const far = (/** @type {number} */ other) => Math.hypot(
      this.places[other].x - this.places[place].x, this.places[other].y - this.places[place].y);
    const others = [...this.lost]
      .filter(([other, count]) => count > 0 && this.before.get(other)?.key === key)
      .map(([other]) => other);
    return others.sort((a, b) => far(a) - far(b))[0] ?? -1;
  }
}

/**
 * What is at each place.
 * @param {Layout} layout
 * @param {Piece[]} pieces
 * @returns {Map<number, Heap>}
 */
function heaps({ places }, pieces) {
  return new Map(pieces.map(({ place, owner, kind, count = 1 }) => {
    // The kind of a stack is its height.
    const key = places[place].stack ? `${owner}` : `${owner} ${kind}`;
    return [place, { key, count }];
  }));
}

/**
 * @param {Heap|undefined} one
 * @param {Heap|undefined} other
 */
function isLike(one, other) {
  return !!one && one.key === other?.key;
}

/**
 * Takes one of what is left at a place. Whether there was one.
 * @param {Map<number, number>} left
 * @param {number} place
 */
function take(left, place) {
  const count = left.get(place) ?? 0;
  if (count > 0) left.set(place, count - 1);
  return count > 0;
}
