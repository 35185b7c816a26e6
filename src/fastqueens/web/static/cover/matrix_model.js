// The state of an exact cover search after a number of steps. This module uses no DOM.

/**
 * A problem and the steps of its search, as the engine sends them. Option k has the entries start[k] to
 * start[k + 1] - 1.
 * @typedef {object} CoverSteps
 * @property {string[]} items
 * @property {number} primary
 * @property {number[]} start
 * @property {number[]} item the item of each entry
 * @property {(number | null)[]} colour the colour of each entry
 * @property {[number, number | null, number | null, number, boolean, string][]} steps the options taken back, the
 *   chosen option, its item, the options that this item had left, whether this is a solution, and the sentence
 * @property {boolean} complete whether these are all steps
 */
/**
 * @typedef {object} MatrixState
 * @property {number[]} chosen the chosen options
 * @property {Uint8Array} struck for each option, whether it is excluded or chosen
 * @property {Uint8Array} covered for each item, whether it is covered
 * @property {number | null} item the item of the last choice
 * @property {number} left the number of options that are neither chosen nor excluded
 */

/**
 * Returns the state after the first `k` steps.
 * @param {CoverSteps} problem
 * @param {number} k
 * @returns {MatrixState}
 */
export function stateAfter({ items, start, item, colour, steps }, k) {
  /** @type {number[]} */
  const chosen = [];
  for (const [back, option] of steps.slice(0, k)) {
    chosen.length -= back;
    if (option !== null) chosen.push(option);
  }
  const covered = new Uint8Array(items.length);
  const colours = new Map(); // the colour of each covered item
  for (const option of chosen)
    for (let e = start[option]; e < start[option + 1]; e++) {
      covered[item[e]] = 1;
      colours.set(item[e], colour[e] || null);
    }
  const struck = new Uint8Array(start.length - 1);
  for (let option = 0; option < struck.length; option++)
    for (let e = start[option]; e < start[option + 1]; e++)
      if (covered[item[e]] && !(colour[e] && colours.get(item[e]) === colour[e])) struck[option] = 1;
  for (const option of chosen) struck[option] = 1;
  return { chosen, struck, covered, item: k ? steps[k - 1][2] : null, left: struck.reduce((sum, x) => sum + 1 - x, 0) };
}
