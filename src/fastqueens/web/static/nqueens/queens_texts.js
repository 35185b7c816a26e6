// The texts of the N-Queens lab.

import { groupDigits } from "../base/labs_texts.js";
import { T, columnName, plural } from "../base/strings.js";

/** @param {number} cell @param {number} n as b3 */
export const square = (cell, n) => columnName(cell % n) + (Math.floor(cell / n) + 1);

/** @param {string} name as b3 @param {number} n @returns {number} its cell, -1 for what is none */
export function cellOf(name, n) {
  const [, letters, digits] = /^([a-z]{1,3})([0-9]{1,4})$/.exec(name) ?? [];
  if (!letters) return -1;
  const column = [...letters].reduce((sum, x) => 26 * sum + x.charCodeAt(0) - 96, 0) - 1;
  const row = Number(digits) - 1;
  return row >= 0 && row < n && column < n ? row * n + column : -1;
}

export const Q = {
  ...T,
  title: "N-Queens",
  lead: "Put queens where no other attacks them. Shaded cells are attacked; the number of ways to go on is counted as you play.",
  board: (/** @type {number} */ n) => `Board of ${n} rows`,
  cell: (/** @type {number} */ cell, /** @type {number} */ n, /** @type {string} */ what) =>
    `row ${Math.floor(cell / n) + 1}, column ${columnName(cell % n)}, ${what}`,
  what: { queen: "queen", wrong: "queen, attacked", pawn: "pawn", attacked: "attacked", free: "free" },
  put: (/** @type {string} */ where) => `Queen on ${where}.`,
  taken: (/** @type {string} */ where) => `${where} is empty.`,
  placed: (/** @type {number} */ k, /** @type {number} */ wrong) =>
    `${plural(k, "queen")}${wrong ? `, ${wrong} attacked` : ""}`,
  counting: "Counting …",
  completions: (/** @type {string} */ k, /** @type {boolean} */ exact) =>
    `${exact ? "" : "at least "}${groupDigits(k)} ${k === "1" ? "completion" : "completions"}`,
  none: "no completion",
  solved: "A solution!",
  queensOn: "Queens on",
  queensHow: "a1 e2 h3 …",
  noCell: (/** @type {string} */ name, /** @type {number} */ n) =>
    `"${name}" is no cell of ${n} rows: a letter and a number, as in b3.`,
  n: "Rows",
  variant: "Rule",
  variants: /** @type {[string, string][]} */ ([
    ["queens", "Queens"],
    ["toroidal", "Toroidal: diagonals go round"],
    ["toroidal_semiqueens", "Toroidal semi-queens: one diagonal"],
    ["superqueens", "Superqueens: knights, too"],
    ["hertzsprung", "Touching only, no diagonals"],
    ["plus_k", "n + k queens and k pawns"],
  ]),
  pawns: "k",
  fill: "Fill in",
  random: "Random",
  construct: "Constructed",
  notDrawn: (/** @type {number} */ n) =>
    `A board of ${n} rows is too large to be drawn here (200 at most). Its counts and its density are below.`,
  tooLarge: "Completions are counted on boards of 64 rows at most.",

  count: "Count and list",
  which: "Solutions",
  whichOnes: { all: "All", fundamental: "Those that differ, turned and mirrored" },
  countGo: "Count",
  listGo: "List",
  progress: (/** @type {number} */ share, /** @type {string} */ found, /** @type {number | null} */ left) =>
    `${Math.round(share * 100)} % · ${groupDigits(found)} found${left === null || left < 1 ? "" : ` · about ${Math.ceil(left)} s left`}`,
  beyond: (/** @type {number} */ n) =>
    `Counting a board of ${n} rows takes minutes, hours or days. Let it run in a terminal:`,
  counted: (/** @type {string} */ sentence, /** @type {number | null} */ nodes, /** @type {number} */ ms) =>
    `${sentence} ${nodes === null ? "" : `${plural(nodes, "node")} in `}${ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`}.`,
  page: (/** @type {number} */ from, /** @type {number} */ to) => `Solutions ${from} to ${to}`,
  before: "Page before",
  after: "Next page",
  noSolutions: "There is no solution.",
  listStopped: "The time of this page is over; the command line lists all: fastqueens nqueens N --all.",
  solution: (/** @type {string} */ cells) => `Queens on ${cells}.`,
  images: (/** @type {number} */ k) => (k === 1 ? "its own image" : plural(k, "image")),
  orbit: (/** @type {number} */ k) => `Solution ${k} and its images`,
  orbitHow: "The same solution as the board is turned and mirrored. A symmetric one has fewer than eight.",
  use: "Put it on the board",

  watch: "Watch a search",
  watchHow:
    "Each step of a method, forwards and backwards. Crossed cells are ruled out; the framed one was tried last.",
  method: "Method",
  methods: /** @type {[string, string][]} */ ([
    ["backtracking", "Backtracking"],
    ["backtracking-memo", "Backtracking that remembers"],
    ["forward-checking", "Forward checking"],
    ["mac", "Maintaining arc consistency"],
    ["list", "Row by row (the engine's own)"],
    ["permutation", "All permutations"],
    ["permutation-skip", "Permutations, skipping"],
    ["tuples", "All n^n placements"],
    ["combinations", "All C(n², n) placements"],
    ["min-conflicts", "Min-conflicts"],
  ]),
  all: "All solutions, not the first alone",
  every: "Steps a frame",
  auto: "auto",
  watchGo: "Search",
  watching: "Searching",
  back: "Back to my queens",
  film: "Search",
  frame: (/** @type {number} */ work, /** @type {string} */ unit, /** @type {number} */ found) =>
    `${plural(work, unit)}${found ? `, ${found} found` : ""}`,
  at: (/** @type {number} */ work, /** @type {number | null} */ total) =>
    total === null ? work.toLocaleString("en") : `${work.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  watchTooLarge: "Searches are watched on boards of 32 rows at most.",
  long: "This search is long: what you see is its beginning.",
  short: (/** @type {number} */ total, /** @type {string} */ unit, /** @type {number} */ every) =>
    `${plural(total, unit)}${every > 1 ? `, shown every ${every.toLocaleString("en")}` : ""}.`,

  growth: "How the search spaces grow",
  growthHow: "Ways to put n queens, by how much of the rules is built in, beside what backtracking visits.",
  growthGo: "Draw",
  growthRows: "Up to rows",
  growthBusy: (/** @type {number} */ n) => `${n} rows done`,
  growthKinds: /** @type {[string, string][]} */ ([
    ["combinations", "C(n², n): any n cells"],
    ["tuples", "nⁿ: a queen a row"],
    ["permutations", "n!: a queen a row and column"],
    ["nodes", "nodes of backtracking"],
    ["solutions", "solutions"],
  ]),
  growthShort: /** @type {string[]} */ (["n", "C(n², n)", "nⁿ", "n!", "Nodes", "Solutions", "Milliseconds"]),
  chart: "The table below on a logarithmic scale",
  chartAcross: "rows of the board",
  power: (/** @type {number} */ x) =>
    `10${[...String(Math.round(Math.log10(x)))].map((k) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(k)]).join("")}`,

  large: "Large boards",
  largeHow: "One solution of a board of up to a million rows, found at random or written down.",
  largeN: "Rows",
  seed: "Seed",
  largeGo: "Make",
  largeKind: "Kind",
  largeBusy: "Placing the queens",
  density: (
    /** @type {number} */ n,
    /** @type {number} */ fine,
    /** @type {number} */ least,
    /** @type {number} */ most,
  ) =>
    n <= fine
      ? `Each dark square is one of ${plural(n, "queen")}.`
      : `${fine} × ${fine} squares of about ${Math.round(n / fine).toLocaleString("en")} rows and columns each; ${least} to ${plural(most, "queen")} in a square.`,
  numbers: (/** @type {number[]} */ first, /** @type {number} */ n, /** @type {number[]} */ last) =>
    `Columns, row by row: ${first.map((x) => x + 1).join(" ")}${n > first.length ? ` … ${last.map((x) => x + 1).join(" ")}` : ""}`,
  save: "Save all columns (.txt)",
};
