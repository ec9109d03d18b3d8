// @ts-check
// Odds: how likely each outcome of chance is, and a fair choice among them.

/**
 * One of the outcomes, each as likely as its weight says.
 * @template {{weight?: number}} T
 * @param {T[]} outcomes
 * @param {() => number} random a number from 0 to 2 ** 32 - 1
 * @returns {T}
 */
export function fairly(outcomes, random = randomNumber) {
  const sum = outcomes.reduce((all, { weight = 1 }) => all + weight, 0);
  // Numbers beyond the last multiple of the sum would favour the first outcomes.
  const most = 2 ** 32 - (2 ** 32 % sum);
  let left = random();
  while (left >= most) left = random();
  left %= sum;
  const found = outcomes.find(({ weight = 1 }) => (left -= weight) < 0);
  return found ?? outcomes[0];
}

function randomNumber() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/**
 * How likely each outcome is, in per cent.
 * @param {{weight?: number}[]} outcomes
 * @returns {string[]}
 */
export function percents(outcomes) {
  const sum = outcomes.reduce((all, { weight = 1 }) => all + weight, 0);
  return outcomes.map(({ weight = 1 }) => `${((100 * weight) / sum).toFixed(1)} %`);
}
