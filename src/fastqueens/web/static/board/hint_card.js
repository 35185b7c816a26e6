// Shows one part of a hint: highlights it on the board and explains it in a card. The page and the notebook widget
// share this file.

import { button, h } from "../base/dom.js";
import { T, capitalize, cellName, joinAnd } from "../base/strings.js";
import { unitName } from "./board_style.js";
import { EMPTY, MARK, QUEEN, pairToCell } from "./rules.js";

/** @typedef {import("./rules.js").Puzzle} Puzzle */
/** @typedef {[number, number]} Pair the row and the column of a cell */
/**
 * @typedef {{rule: string, sentence: string, units: [string, number][], cells: Pair[], placed: Pair[], eliminated:
 *   Pair[], chain: {forced: Pair[], failed: [string, number][]} | null}} LogicStep
 */
/**
 * An answer of the engine: either logical steps, or a mistake of the player.
 * @typedef {object} Hint
 * @property {string | null} kind
 * @property {LogicStep[]} steps
 * @property {string} sentence
 * @property {Pair[]} conflict queens that attack each other
 * @property {Pair | null} [wrong]
 * @property {Pair | null} [correct_cell]
 * @property {boolean} [multiple_solutions]
 */

/** Counts the hints that the player has got for a position, so that the next question gets the next hint. */
export class HintCounter {
  position = "";
  told = 0;

  /** Returns the number of hints for this position. @param {object} position */
  count(position) {
    const now = JSON.stringify(position);
    if (now !== this.position) this.told = 0;
    this.position = now;
    return this.told;
  }

  /** Counts a hint, once its reason or its part of a mistake is shown. @param {Hint} hint @param {number} part */
  add(hint, part) {
    if (part > 1 || !hint.steps.length) this.told++;
  }
}

/** Returns whether an answer has something to show on the board. @param {Hint} hint */
export const hasParts = ({ kind, steps = [] }) => steps.length > 0 || kind === "correction";

/**
 * Returns the number of the part to show first. Each part of a mistake is an answer of its own.
 * @param {Hint} hint
 * @param {number} told the number of hints that the player has got before
 */
export const firstPart = ({ steps }, told) => (steps.length ? 1 : Math.min(told, 2) + 1);

/** Returns whether the button of a part applies the hint. @param {Hint} hint @param {number} part */
export const isLastPart = ({ steps }, part) => part >= (steps.length ? 2 : 3);

/** Returns the highlights of a whole logical step. @param {LogicStep} step @param {number} n */
export function stepHighlights(step, n) {
  const cell = pairToCell(n);
  // The sentences of chains and of counting name further regions by their letters.
  if (step.chain)
    return {
      units: step.chain.failed,
      dim: true,
      named: true,
      reason: [],
      ghosts: step.chain.forced.map(cell),
      eliminated: step.eliminated.map(cell),
    };
  return {
    units: step.units,
    dim: true,
    named: step.rule === "bounds",
    reason: step.cells.map(cell),
    target: step.placed.map(cell),
    eliminated: step.eliminated.map(cell),
  };
}

/**
 * Returns the text that names the place of a step, without the reason.
 * @param {LogicStep} step
 * @param {Puzzle} puzzle
 */
function placeText({ units, cells, placed }, puzzle) {
  const cell = pairToCell(puzzle.n);
  const names = units.length
    ? units.map((unit) => unitName(puzzle, unit))
    : [...cells, ...placed].slice(0, 3).map((pair) => cellName(cell(pair), puzzle.n));
  return T.lookAt(joinAnd(names));
}

/**
 * Highlights one part of a hint on the board: part 1 of a step shows the place, part 2 also the reason.
 * @param {import("./board_element.js").FqBoard} board
 * @param {Hint} hint
 * @param {number} part
 * @returns {string} the text of this part
 */
function highlightPart(board, { steps, sentence, conflict, wrong, correct_cell }, part) {
  const { puzzle } = board;
  const cell = pairToCell(puzzle.n);
  const step = steps.at(-1);
  if (step) {
    const { units, reason, ...rest } = stepHighlights(step, puzzle.n);
    const shown = step.units.length ? [] : step.cells.map(cell);
    board.highlight(part > 1 ? { units, reason, ...rest } : { units: step.units, dim: true, reason: shown });
    return part > 1 ? step.sentence : placeText(step, puzzle);
  }
  const moved = correct_cell && String(correct_cell) !== String(wrong);
  board.highlight({
    mistakes: conflict.map(cell),
    wrong: wrong ? cell(wrong) : null,
    correctCell: moved ? cell(correct_cell) : null,
    dim: part > 2,
  });
  return sentence;
}

/**
 * Shows one part of a hint.
 * @param {import("./board_element.js").FqBoard} board
 * @param {Hint} hint
 * @param {number} part
 * @param {() => void} onNext called by the button that shows the next part or applies the hint
 * @param {() => void} onClose
 * @returns {{text: string, content: import("../base/dom.js").Child[]}} the content of the card, and its text for screen readers
 */
export function showHint(board, hint, part, onNext, onClose) {
  const step = hint.steps.at(-1);
  const text = highlightPart(board, hint, part);
  const title = step && part > 1 ? (T.rule[step.rule] ?? capitalize(step.rule)) : T.hint;
  const dots = [1, 2, 3].map((k) => h("i", { class: k <= part && "on" }));
  const last = isLastPart(hint, part);
  const label = last ? T.doIt : step ? T.why : part > 1 ? T.more : T.which;
  return {
    text,
    content: [
      h(
        "div",
        { class: "pair" },
        h("h2", {}, title),
        h("div", { class: "dots", role: "img", "aria-label": T.hintStep(part) }, dots),
      ),
      h("p", {}, text),
      hint.multiple_solutions && h("small", {}, capitalize(T.severalSolutions)),
      h(
        "div",
        { class: "row" },
        button(label, last ? "check" : "next", onNext, { class: "main" }),
        button(T.close, null, onClose),
      ),
    ],
  };
}

/**
 * Returns the text that says what a hint has changed.
 * @param {[number, number][]} changes pairs of cell and value
 * @param {Puzzle} puzzle
 */
export function changesText(changes, { n, stars }) {
  const last = [...new Map(changes)]; // A cell can be emptied first and then get a queen.
  const names = (/** @type {number} */ wanted) =>
    last.filter(([, value]) => value === wanted).map(([cell]) => cellName(cell, n));
  const pieces = names(QUEEN).map((name) => T.pieceAt(T.piece(stars), name));
  return T.hintDone(pieces, names(EMPTY), names(MARK));
}

/**
 * Returns the changes that apply a hint, as pairs of cell and value.
 * @param {Hint} hint
 * @param {number} n
 * @param {Uint8Array} cells
 * @returns {[number, number][]}
 */
export function hintChanges({ steps, wrong, correct_cell }, n, cells) {
  const cell = pairToCell(n);
  const step = steps.at(-1);
  if (!step) {
    /** @type {[number, number][]} */
    const changes = [[cell(/** @type {Pair} */ (wrong)), EMPTY]];
    if (correct_cell) changes.push([cell(correct_cell), QUEEN]);
    return changes;
  }
  return [
    ...step.placed.map((pair) => /** @type {[number, number]} */ ([cell(pair), QUEEN])),
    ...step.eliminated
      .map((pair) => /** @type {[number, number]} */ ([cell(pair), MARK]))
      .filter(([at]) => cells[at] === EMPTY),
  ];
}
