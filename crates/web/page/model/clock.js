// @ts-check
// Clocks of a table: what they show now.

/**
 * The time that a player has left, so many milliseconds after the server's word.
 * @param {Clock} clock
 * @param {Side} side
 * @param {number} since
 */
export function left(clock, side, since) {
  return Math.max(0, clock[side] - (clock.running === side ? Math.max(0, since) : 0));
}

/**
 * A time as clocks show it: `5:00`, `1:02:03`, and tenths in the last ten seconds.
 * @param {number} ms
 */
export function formatTime(ms) {
  if (ms < 10000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * A time in words, for those who hear it.
 * @param {number} ms
 */
export function timeInWords(ms) {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const one = (/** @type {number} */ n, /** @type {string} */ word) =>
    `${n} ${word}${n === 1 ? "" : "s"}`;
  if (minutes === 0) return one(seconds, "second");
  const rest = seconds % 60;
  return one(minutes, "minute") + (rest > 0 ? ` ${one(rest, "second")}` : "");
}
