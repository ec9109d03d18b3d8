// @ts-check
// Which of the moves that were played are those that were written: passes may have been left out.

/**
 * The places, among the moves that were played, of those that were written, in order. The game may
 * write a move in another way, so the places are those where the fewest texts differ.
 * @param {string[]} written
 * @param {string[]} played all of these, and the passes between them
 * @returns {number[]}
 */
export function places(written, played) {
  const most = Math.max(0, played.length - written.length);
  const same = written.map((text) => text.toLowerCase());
  // How many texts differ at least, with this number of passes before the last move.
  let least = Array.from({ length: most + 1 }, () => 0);
  /** The number of passes before the move before. @type {number[][]} */
  const before = [];
  same.forEach((text, at) => {
    /** @type {number[]} */
    const from = [];
    let best = 0;
    least = least.map((_, passes) => {
      if (least[passes] < least[best]) best = passes;
      from.push(best);
      return least[best] + (played[at + passes]?.toLowerCase() === text ? 0 : 1);
    });
    before.push(from);
  });
  let passes = least.indexOf(Math.min(...least));
  const found = [];
  for (let at = written.length - 1; at >= 0; at -= 1) {
    found.push(at + passes);
    passes = before[at][passes];
  }
  return found.reverse();
}
