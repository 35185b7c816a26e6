// The texts and the examples of the exact cover lab.

import { groupDigits } from "../base/labs_texts.js";
import { formatDuration } from "../base/strings.js";

export const C = {
  title: "Exact cover",
  lead: "Choose options so that they cover every item exactly once. The first line names the items; items after | may stay uncovered. Every other line is an option. A colour is written as item:colour.",
  text: "Items and options",
  examples: "Load an example",
  choose: "Choose …",
  file: "Choose a file",
  toLine: (/** @type {number} */ line) => `Go to line ${line}`,
  size: (/** @type {number} */ options, /** @type {number} */ primary, /** @type {number} */ secondary) =>
    `${options.toLocaleString("en")} options, ${primary} items${secondary ? `, ${secondary} secondary` : ""}`,
  method: "Method",
  methods: /** @type {[string, string][]} */ ([
    ["auto", "Chosen automatically"],
    ["dlx", "Dancing links"],
    ["bitset", "Bitsets"],
  ]),
  count: "Count",
  list: "List",
  searching: "Searching",
  progress: (/** @type {string} */ found, /** @type {number} */ nodes, /** @type {number} */ ms) =>
    `${groupDigits(found)} found · ${nodes.toLocaleString("en")} nodes · ${formatDuration(ms)}`,
  chosen: (/** @type {number} */ depth) => `Chosen so far (${depth})`,
  page: (/** @type {number} */ from, /** @type {number} */ to) => `Solutions ${from} to ${to}`,
  before: "Previous page",
  after: "Next page",
  wrongAddress: "it is not the text of a problem",
  noText: (/** @type {string} */ reason) => `This address cannot be read: ${reason}.`,
  none: "There is no solution.",
  covered: (/** @type {number} */ k) => `Option ${k}`,
  showSteps: "Show each step",
};

/** The name of each example, and a function that makes its text. @type {[string, () => string][]} */
export const EXAMPLES = [
  ["Knuth's first example", () => "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"],
  ["With colours", () => "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"],
  ["Langford's numbers to 8", () => langford(8)],
  ["Langford's numbers to 15 (takes a while)", () => langford(15)],
  ["Four queens", () => queens(4)],
  ["Eight queens", () => queens(8)],
  ["No solution: dominoes on a board without two corners", dominoes],
];

/** Examples that the engine makes: the name of each, and its text. @type {[string, string][]} */
export const ENGINE_EXAMPLES = [
  ["sudoku-4", "Sudoku, 4 × 4"],
  ["sudoku-9", "Sudoku, 9 × 9"],
  ["pentominoes", "Pentominoes in 3 × 20"],
];

/**
 * Langford's problem: place each number from 1 to n twice, so that k numbers lie between both
 * copies of k.
 * @param {number} n
 */
function langford(n) {
  const numbers = Array.from({ length: n }, (_, k) => k + 1);
  const lines = numbers.flatMap((k) => Array.from({ length: 2 * n - k - 1 }, (_, i) => `${k} s${i + 1} s${i + k + 2}`));
  return `${numbers.join(" ")} ${Array.from({ length: 2 * n }, (_, i) => `s${i + 1}`).join(" ")}\n${lines.join("\n")}\n`;
}

/**
 * N-Queens: a queen in each row and each column, and at most one queen on each diagonal.
 * @param {number} n
 */
function queens(n) {
  const names = (/** @type {string} */ name, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, k) => `${name}${k + 1}`).join(" ");
  const lines = Array.from({ length: n * n }, (_, k) => {
    const [row, column] = [Math.floor(k / n), k % n];
    return `r${row + 1} c${column + 1} a${row + column + 1} b${row - column + n}`;
  });
  return `${names("r", n)} ${names("c", n)} | ${names("a", 2 * n - 1)} ${names("b", 2 * n - 1)}\n${lines.join("\n")}\n`;
}

/** Cover a board of 4 x 4 cells without two opposite corners by dominoes. */
function dominoes() {
  const exists = (/** @type {number} */ r, /** @type {number} */ c) =>
    r < 4 && c < 4 && !(r === 0 && c === 0) && !(r === 3 && c === 3);
  const name = (/** @type {number} */ r, /** @type {number} */ c) => `${"abcd"[c]}${r + 1}`;
  const items = [];
  const lines = [];
  for (let k = 0; k < 16; k++) {
    const [r, c] = [Math.floor(k / 4), k % 4];
    if (!exists(r, c)) continue;
    items.push(name(r, c));
    if (exists(r, c + 1)) lines.push(`${name(r, c)} ${name(r, c + 1)}`);
    if (exists(r + 1, c)) lines.push(`${name(r, c)} ${name(r + 1, c)}`);
  }
  return `${items.join(" ")}\n${lines.join("\n")}\n`;
}
