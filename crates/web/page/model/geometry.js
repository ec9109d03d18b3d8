// @ts-check
// The geometry of a board for the keyboard: which place lies in a direction, and the rows.

/** @type {Record<string, [number, number]>} */
export const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * A place this much aside of the way counts as this much further. Left and right stay in the row.
 * Up and down come to the next row, even if none of its places is straight ahead.
 */
const ASIDE = { inRow: 1.5, toRow: 0.9 };

/**
 * The nearest place in a direction, or -1. Places within 45 degrees come first. Of two places that
 * are as near, it is now the left one and now the right one, so that a way up stays upright.
 * @param {Place[]} places
 * @param {number} from
 * @param {[number, number]} direction
 * @returns {number}
 */
export function neighbour(places, from, [dx, dy]) {
  const start = places[from];
  if (!start) return -1;
  const left = Math.min(...places.map(({ x, area }) => (area === start.area ? x : Infinity)));
  let best = -1;
  let least = Infinity;
  places.forEach((place, at) => {
    const [x, y] = [place.x - start.x, place.y - start.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (at === from || along < 0.05 || aside > 4 * along) return;
    const further = aside * (dy === 0 ? ASIDE.inRow : ASIDE.toRow);
    const turn = Math.round((start.x - left) / Math.abs(x)) % 2 === 0 ? 1 : -1;
    const wanted = dy !== 0 && x * turn > 0 ? 0.001 : 0;
    const cost = along + further - wanted + (aside > along + 0.01 ? 1000 : 0);
    if (cost < least - 1e-9) [best, least] = [at, cost];
  });
  return best;
}

/**
 * The rectangle that a place and its stack take.
 * @param {Place} place
 */
export function extent({ x, y, width = 1, stack }) {
  const steps = stack ? stack.most - 1 : 0;
  const [dx, dy] = [steps * (stack?.dx ?? 0), steps * (stack?.dy ?? 0)];
  return {
    left: x + Math.min(dx, 0) - width / 2, top: y + Math.min(dy, 0) - width / 2,
    width: width + Math.abs(dx), height: width + Math.abs(dy),
  };
}

/**
 * Where the pieces of a place stand, the lowest first.
 * @param {Place} place
 * @param {number} [count] how many there are
 * @returns {{x: number, y: number}[]}
 */
export function levels({ x, y, stack }, count = 1) {
  const drawn = Math.max(1, Math.min(count, stack?.most ?? 1));
  return Array.from({ length: drawn }, (_, level) => (
    { x: x + level * (stack?.dx ?? 0), y: y + level * (stack?.dy ?? 0) }));
}

/** The order in which the areas of a board are read. */
const AREAS = ["board", "first", "second", "beside"];

/**
 * The places in rows, from the top and from the left, area after area.
 * @param {Place[]} places
 * @returns {number[][]}
 */
export function rows(places) {
  const others = [...new Set(places.map((place) => place.area))].filter((a) => !AREAS.includes(a));
  return [...AREAS, ...others].flatMap((area) => {
    const inside = places.flatMap((place, at) => (place.area === area ? [at] : []));
    inside.sort((a, b) => places[a].y - places[b].y || places[a].x - places[b].x);
    /** @type {number[][]} */
    const found = [];
    for (const at of inside) {
      const row = found[found.length - 1];
      if (row && places[at].y - places[row[0]].y < 0.3) row.push(at);
      else found.push([at]);
    }
    for (const row of found) row.sort((a, b) => places[a].x - places[b].x);
    return found;
  });
}
