// The texts of the sliding tiles.

import { T, plural } from "../base/strings.js";

const WAYS = /** @type {Record<string, string>} */ ({ UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right" });

export const S = {
  ...T,
  title: "Sliding tiles",
  lead: "Bring the numbers into order: click, drag or swipe tiles, or use the arrow keys. A tile further off takes its whole row along.",
  board: (/** @type {number} */ rows, /** @type {number} */ columns) => `Tiles, ${rows} by ${columns}`,
  tile: (
    /** @type {number} */ tile,
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {boolean} */ home,
  ) => `${tile}, row ${row + 1}, column ${column + 1}${home ? ", in place" : ""}`,
  rowsRead: (/** @type {number[][]} */ rows) =>
    rows.map((row, k) => `Row ${k + 1}: ${row.map((x) => x || "blank").join(", ")}.`).join(" "),
  slid: (/** @type {number[]} */ tiles, /** @type {string} */ way) => `${tiles.join(", ")} ${way}`,
  ways: /** @type {Record<string, string>} */ ({ UP: "down", DOWN: "up", LEFT: "right", RIGHT: "left" }),
  arrows: /** @type {Record<string, string>} */ ({ UP: "↑", DOWN: "↓", LEFT: "←", RIGHT: "→" }),
  state: (/** @type {number} */ made, /** @type {number} */ home, /** @type {number} */ all) =>
    `${plural(made, "move")} · ${home} of ${all} in place`,
  noWay: "No tile can go there.",
  won: (/** @type {number} */ made, /** @type {number} */ least) =>
    `Solved in ${plural(made, "move")}.${made > least ? ` No way is shorter than ${least}.` : " No way is shorter."}`,
  reset: "Reset",
  resetDone: "Back at the start.",
  puzzle: "Puzzle",
  columns: "Columns",
  make: "Kind",
  kinds: /** @type {Record<string, string>} */ ({ random: "Random", scrambled: "Scrambled", impossible: "Impossible" }),
  depth: "Moves",
  seed: "Seed",
  fresh: "New puzzle",
  file: "Choose a file",
  type: "Type it",
  typeTitle: "Type a puzzle",
  typeHow:
    "A line for each row, 0 for the blank: 2 to 5 rows and columns. A game of Fifteen (4x4:1,2,...) or the file of a solution can be pasted, too.",
  typeGo: "Use it",
  typeText: "Tiles",
  invalid: (/** @type {string} */ why) => `Invalid file. ${why}`,
  badLink: (/** @type {string} */ why) => `This link holds no puzzle. ${why}`,
  unsolvable: "This puzzle is unsolvable.",
  swap: (/** @type {number} */ a, /** @type {number} */ b) => `Swap ${a} and ${b} to make it solvable`,
  swapped: "Two tiles were swapped: now it can be solved.",
  solveTitle: "Solve",
  method: "Method",
  heuristic: "Heuristic",
  visited: "A board is visited",
  visitedHow: { generated: "when generated", expanded: "when expanded" },
  seconds: "Seconds at most",
  nodes: "Nodes at most",
  any: "no limit",
  solve: "Solve",
  visualise: "Visualise",
  details: "Details",
  methods: /** @type {Record<string, string>} */ ({
    ida: "IDA*",
    "a-star": "A*",
    "branch-and-bound": "Branch and bound",
  }),
  heuristics: /** @type {Record<string, string>} */ ({
    misplaced: "Misplaced tiles",
    manhattan: "Manhattan distance",
    "linear-conflict": "Linear conflict",
    "walking-distance": "Walking distance",
    pdb: "Pattern databases",
  }),
  building: "Building the pattern databases. The next search will have them at once.",
  searching: (/** @type {number} */ nodes, /** @type {number | null} */ bound, /** @type {number} */ ms) =>
    `${nodes.toLocaleString("en")} nodes in ${(ms / 1000).toFixed(1)} s${bound === null ? "" : ` · at least ${plural(bound, "move")}`}`,
  begun: "Searching",
  solved: (/** @type {number} */ moves, /** @type {boolean} */ shortest) =>
    `${plural(moves, "move")}${shortest ? ", and no way is shorter" : ""}`,
  already: "It is in order already.",
  gaveUp: (/** @type {string} */ why, /** @type {number} */ bound) =>
    `Not solved: ${why}. It needs ${plural(bound, "move")} at least.`,
  work: /** @type {Record<string, string>} */ ({
    moves: "Moves",
    bound: "Lower bound",
    nodes: "Nodes",
    expanded: "Expanded",
    iterations: "Iterations",
    ms: "Milliseconds",
    method: "Method",
    bounds: "Lower bounds without a search",
  }),
  replay: "Replay",
  at: (/** @type {number} */ k, /** @type {number} */ all, /** @type {string} */ move) =>
    move ? `Move ${k} of ${all}: blank ${WAYS[move]}` : `Start, ${plural(all, "move")} to go`,
  of: (/** @type {number} */ k, /** @type {number} */ all) => `${k} of ${all}`,
  moves: "Moves of the blank",
  saveAs: "Save the moves",
  saves: /** @type {[string, string][]} */ ([
    ["txt", "Text, as the report has it"],
    ["json", "JSON"],
    ["svg", "Filmstrip (SVG)"],
    ["png", "Filmstrip (PNG)"],
    ["gif", "Animation (GIF)"],
  ]),
  kurang: "Can it be solved?",
  kurangHow:
    "Tiles and blank are numbered by their cells in the goal. KURANG(i) counts the smaller numbers after i, row by row. X is 1 if the blank is an odd number of moves from its cell. A move changes sum and X together: their total stays even or odd.",
  tileHead: "Tile",
  blank: "blank",
  total: (/** @type {{sum: number, x: number, total: number, solvable: boolean}} */ k) =>
    `Sum ${k.sum} + X ${k.x} = ${k.total}, ${k.solvable ? "even: it can be solved." : "odd: it cannot be solved, whatever is moved."}`,
  compare: "Compare all methods",
  compareHow: "Every method with every heuristic on this position, five seconds each at most.",
  compareGo: "Compare",
  trying: (/** @type {string} */ what) => `Trying ${what}`,
  compared: (/** @type {number} */ k) => `${plural(k, "way")} compared.`,
  columnsOf: ["Method", "Heuristic", "Moves", "Nodes", "Milliseconds"],
  atLeast: (/** @type {number} */ bound) => `≥ ${bound}`,
};
