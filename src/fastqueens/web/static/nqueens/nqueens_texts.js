// The texts of the N-Queens lab.

import { groupDigits } from "../base/labs_texts.js";
import { T, formatDuration, plural } from "../base/strings.js";

/** Returns the cell with a name such as b3, or -1. @param {string} name @param {number} n */
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
  lead: "Place queens so that no queen attacks another. Attacked cells are shaded. The number of ways to complete the board is counted as you play.",
  board: (/** @type {number} */ n) => `Board of ${n} rows`,
  cell: (/** @type {number} */ cell, /** @type {number} */ n, /** @type {string} */ content) =>
    `${T.cell(cell, n)}, ${content}`,
  contents: { queen: "queen", wrong: "queen, attacked", pawn: "pawn", attacked: "attacked", free: "free" },
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
    `"${name}" is not a cell of a board of ${n} rows. Write a letter and a number, such as b3.`,
  n: "Rows",
  variant: "Rule",
  variants: /** @type {[string, string][]} */ ([
    ["queens", "Queens"],
    ["toroidal", "Toroidal: diagonals wrap around"],
    ["toroidal_semiqueens", "Toroidal semi-queens: one diagonal"],
    ["superqueens", "Superqueens: also move as knights"],
    ["hertzsprung", "Diagonals reach one cell only"],
    ["plus_k", "n + k queens and k pawns"],
  ]),
  pawns: "k",
  fill: "Fill in",
  random: "Random",
  construct: "Constructed",
  notDrawn: (/** @type {number} */ n) =>
    `A board of ${n} rows is too large to be drawn here (at most 200 rows). You can count and make large boards below.`,
  tooLarge: "Completions are counted on boards of at most 64 rows.",

  count: "Count and list",
  solutions: "Solutions",
  symmetries: { all: "All", fundamental: "Without turned and mirrored copies" },
  countGo: "Count",
  listGo: "List",
  progress: (/** @type {number} */ share, /** @type {string} */ found, /** @type {number | null} */ left) =>
    `${Math.round(share * 100)} % · ${groupDigits(found)} found${left === null || left < 1 ? "" : ` · about ${Math.ceil(left)} s left`}`,
  useTerminal: (/** @type {number} */ n) =>
    `Counting the solutions for ${n} rows takes minutes, hours or days. Run this in a terminal:`,
  counted: (/** @type {string} */ sentence, /** @type {number | null} */ nodes, /** @type {number} */ ms) =>
    `${sentence} ${nodes === null ? "" : `${plural(nodes, "node")} in `}${formatDuration(ms)}.`,
  page: (/** @type {number} */ from, /** @type {number} */ to) => `Solutions ${from} to ${to}`,
  before: "Previous page",
  after: "Next page",
  noSolutions: "There is no solution.",
  listStopped: (/** @type {number} */ n) =>
    `Time limit reached. The command line lists all solutions: fastqueens nqueens ${n} --all.`,
  solution: (/** @type {string} */ cells) => `Queens on ${cells}.`,
  images: (/** @type {number} */ k) => plural(k, "image"),
  orbit: (/** @type {number} */ k) => `Solution ${k} and its images`,
  orbitHow: "The same solution, turned and mirrored. A symmetric solution has fewer than eight images.",
  use: "Put it on the board",

  watch: "Watch a search",
  watchHow:
    "Watch each step of a method, forwards and backwards. Crossed cells are ruled out; the framed cell was tried last.",
  method: "Method",
  methods: /** @type {[string, string][]} */ ([
    ["backtracking", "Backtracking"],
    ["backtracking-memo", "Backtracking with memory"],
    ["forward-checking", "Forward checking"],
    ["mac", "Maintaining arc consistency"],
    ["list", "Row by row (the method of the engine)"],
    ["permutation", "All permutations"],
    ["permutation-skip", "Permutations, skipping"],
    ["tuples", "All n^n placements"],
    ["combinations", "All C(n², n) placements"],
    ["min-conflicts", "Min-conflicts"],
  ]),
  all: "Search for all solutions, not only the first",
  every: "Steps per frame",
  auto: "auto",
  watchGo: "Search",
  watching: "Searching",
  back: "Back to my queens",
  film: "Search",
  frame: (/** @type {number} */ work, /** @type {string} */ unit, /** @type {number} */ found) =>
    `${plural(work, unit)}${found ? `, ${found} found` : ""}`,
  at: (/** @type {number} */ work, /** @type {number | null} */ total) =>
    total === null ? work.toLocaleString("en") : `${work.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  watchTooLarge: "You can watch searches on boards of at most 32 rows.",
  long: "This search is long. Only its beginning is shown.",
  short: (/** @type {number} */ total, /** @type {string} */ unit, /** @type {number} */ every) =>
    `${plural(total, unit)}${every > 1 ? `, one frame per ${every.toLocaleString("en")}` : ""}.`,

  tree: "The tree of a search",
  treeHow:
    "Each box is a queen that the method placed. The boxes below a box are the queens that the method placed next. A grey box has no solution below it. A red box is a queen that the method ruled out at once. A cross is a dead end. A thick green frame is a solution.",
  treeNodes: "Largest number of boxes",
  treeText: "The tree as text",

  growth: "How the search spaces grow",
  growthHow:
    "The table and the first chart show how many placements each method searches and how many nodes backtracking visits. The second chart shows common orders of growth.",
  growthGo: "Draw",
  growthRows: "Largest number of rows",
  growthBusy: (/** @type {number} */ n) => `${n} rows done`,
  growthKinds: /** @type {[string, string][]} */ ([
    ["combinations", "C(n², n): any n cells"],
    ["tuples", "nⁿ: one queen per row"],
    ["permutations", "n!: one queen per row and column"],
    ["nodes", "nodes of backtracking"],
    ["solutions", "solutions"],
  ]),
  orders: "Orders of growth",
  orderKinds: /** @type {[string, string][]} */ ([
    ["logarithm", "log₂ n"],
    ["n", "n"],
    ["n_logarithm", "n log₂ n"],
    ["square", "n²"],
    ["exponential", "2ⁿ"],
    ["factorial", "n!"],
  ]),
  growthShort: /** @type {string[]} */ (["n", "C(n², n)", "nⁿ", "n!", "Nodes", "Solutions", "Time"]),
  chart: "Search spaces on a logarithmic scale",
  ordersChart: "Orders of growth on a logarithmic scale",
  chartAcross: "rows of the board",
  power: (/** @type {number} */ x) =>
    `10${[...String(Math.round(Math.log10(x)))].map((k) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(k)]).join("")}`,

  large: "Large boards",
  largeHow: "One solution for up to a million rows: a random one, or one built from a formula.",
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
  columnList: (/** @type {number[]} */ first, /** @type {number} */ n, /** @type {number[]} */ last) =>
    `Columns, row by row: ${first.map((x) => x + 1).join(" ")}${n > first.length ? ` … ${last.map((x) => x + 1).join(" ")}` : ""}`,
  save: "Save all columns (.txt)",
};
