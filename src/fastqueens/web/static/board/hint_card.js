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
 *   Pair[]}} LogicStep
 */
/**
 * An answer of the engine: either a logical step, or a wrong queen or mark.
 * @typedef {object} Hint
 * @property {LogicStep | null} [step]
 * @property {string} sentence
 * @property {Pair | null} [wrong]
 * @property {Pair | null} [correct_cell]
 * @property {boolean} [multiple_solutions]
 */

/** Returns the highlights of a whole logical step. @param {LogicStep} step @param {number} n */
export function stepHighlights(step, n) {
  const cell = pairToCell(n);
  return {
    units: step.units,
    dim: true,
    reason: step.cells.map(cell),
    target: step.placed.map(cell),
    eliminated: step.eliminated.map(cell),
  };
}

/**
 * Returns the number of the first part to show. If a wrong mark lies on the cell of a queen, the
 * wrong cell and the correct cell are the same. Then the part that only names the wrong cell is
 * skipped.
 * @param {Hint} hint
 */
export const firstPart = ({ wrong, correct_cell }) => (wrong && String(wrong) === String(correct_cell) ? 2 : 1);

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
 * Highlights one part of a hint on the board: part 1 shows the place, part 2 also the reason.
 * @param {import("./board_element.js").FqBoard} board
 * @param {Hint} hint
 * @param {number} part
 * @returns {string} the text of this part
 */
function highlightPart(board, { step, sentence, wrong, correct_cell }, part) {
  const { puzzle } = board;
  const cell = pairToCell(puzzle.n);
  if (step) {
    const { units, reason, ...rest } = stepHighlights(step, puzzle.n);
    board.highlight(part > 1 ? { units, reason, ...rest } : { units, dim: true, reason: units.length ? [] : reason });
    return part > 1 ? step.sentence : placeText(step, puzzle);
  }
  const at = cell(/** @type {Pair} */ (wrong));
  board.highlight({ wrong: at, correctCell: part > 1 && correct_cell ? cell(correct_cell) : null, dim: part > 1 });
  return part > 1 ? sentence : T.wrongHere(T.piece(puzzle.stars), cellName(at, puzzle.n));
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
  const { step } = hint;
  const text = highlightPart(board, hint, part);
  const title = step && part > 1 ? (T.rule[step.rule] ?? capitalize(step.rule)) : T.hint;
  const dots = [1, 2, 3].map((k) => h("i", { class: k <= part && "on" }));
  const label = part > 1 ? T.doIt : step ? T.why : T.whereTo;
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
        button(label, part > 1 ? "check" : "next", onNext, { class: "main" }),
        button(T.close, null, onClose),
      ),
    ],
  };
}

/**
 * Returns the changes that apply a hint, as pairs of cell and value.
 * @param {Hint} hint
 * @param {number} n
 * @param {Uint8Array} cells
 * @returns {[number, number][]}
 */
export function hintChanges({ step, wrong, correct_cell }, n, cells) {
  const cell = pairToCell(n);
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
