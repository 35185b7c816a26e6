// The texts of the exact covers.

import { groupDigits } from "../base/labs_texts.js";

export const C = {
  title: "Exact cover",
  lead: "Choose options so that every item is covered exactly once. The first line names the items, after | those that may stay uncovered; every other line is an option. Colours are written item:colour.",
  text: "Items and options",
  examples: "Load an example",
  choose: "Choose …",
  file: "Choose a file",
  toLine: (/** @type {number} */ line) => `Go to line ${line}`,
  size: (/** @type {number} */ options, /** @type {number} */ primary, /** @type {number} */ secondary) =>
    `${options.toLocaleString("en")} options, ${primary} items${secondary ? `, ${secondary} secondary` : ""}`,
  method: "Method",
  methods: /** @type {[string, string][]} */ ([
    ["auto", "What suits the size"],
    ["dlx", "Dancing links"],
    ["bitset", "Bitsets"],
  ]),
  count: "Count",
  list: "List",
  searching: "Searching",
  progress: (/** @type {string} */ found, /** @type {number} */ nodes, /** @type {number} */ ms) =>
    `${groupDigits(found)} found · ${nodes.toLocaleString("en")} nodes · ${(ms / 1000).toFixed(1)} s`,
  chosen: (/** @type {number} */ depth) => `Chosen so far (${depth})`,
  page: (/** @type {number} */ from, /** @type {number} */ to) => `Solutions ${from} to ${to}`,
  before: "Page before",
  after: "Next page",
  none: "There is no solution.",
  covered: (/** @type {number} */ k) => `Option ${k}`,
};

/** Examples, each made when it is asked for. @type {[string, () => string][]} */
export const EXAMPLES = [
  ["Knuth's first example", () => "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"],
  ["With colours", () => "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"],
  ["Langford's numbers to 8", () => langford(8)],
  ["Langford's numbers to 15, which takes a while", () => langford(15)],
  ["Eight queens", () => queens(8)],
  ["No solution: dominoes on a board without two corners", dominoes],
];

/** The numbers 1 to n twice each, k places between the two k. @param {number} n */
function langford(n) {
  const numbers = Array.from({ length: n }, (_, k) => k + 1);
  const lines = numbers.flatMap((k) => Array.from({ length: 2 * n - k - 1 }, (_, i) => `${k} s${i + 1} s${i + k + 2}`));
  return `${numbers.join(" ")} ${Array.from({ length: 2 * n }, (_, i) => `s${i + 1}`).join(" ")}\n${lines.join("\n")}\n`;
}

/** Rows and columns exactly once, diagonals at most once. @param {number} n */
function queens(n) {
  const each = (/** @type {string} */ name, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, k) => `${name}${k + 1}`).join(" ");
  const lines = Array.from({ length: n * n }, (_, k) => {
    const [row, column] = [Math.floor(k / n), k % n];
    return `r${row + 1} c${column + 1} a${row + column + 1} b${row - column + n}`;
  });
  return `${each("r", n)} ${each("c", n)} | ${each("a", 2 * n - 1)} ${each("b", 2 * n - 1)}\n${lines.join("\n")}\n`;
}

/** 4 x 4 cells but two opposite corners. */
function dominoes() {
  const there = (/** @type {number} */ r, /** @type {number} */ c) =>
    r < 4 && c < 4 && !(r === 0 && c === 0) && !(r === 3 && c === 3);
  const name = (/** @type {number} */ r, /** @type {number} */ c) => `${"abcd"[c]}${r + 1}`;
  const items = [];
  const lines = [];
  for (let k = 0; k < 16; k++) {
    const [r, c] = [Math.floor(k / 4), k % 4];
    if (!there(r, c)) continue;
    items.push(name(r, c));
    if (there(r, c + 1)) lines.push(`${name(r, c)} ${name(r, c + 1)}`);
    if (there(r + 1, c)) lines.push(`${name(r, c)} ${name(r + 1, c)}`);
  }
  return `${items.join(" ")}\n${lines.join("\n")}\n`;
}
