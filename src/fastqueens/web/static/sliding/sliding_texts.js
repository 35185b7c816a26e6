// The texts of the sliding tiles.

import { T, formatDuration, plural } from "../base/strings.js";

const DIRECTIONS = /** @type {Record<string, string>} */ ({ UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right" });

export const S = {
  ...T,
  title: "Sliding tiles",
  lead: "Put the numbers in order: click, drag or swipe tiles, or use the arrow keys. If you click a tile far from the blank, all tiles between them move too.",
  board: (/** @type {number} */ rows, /** @type {number} */ columns) => `Tiles, ${rows} by ${columns}`,
  tile: (
    /** @type {number} */ tile,
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {boolean} */ home,
  ) => `${tile}, row ${row + 1}, column ${column + 1}${home ? ", in place" : ""}`,
  rowsRead: (/** @type {number[][]} */ rows) =>
    rows.map((row, k) => `Row ${k + 1}: ${row.map((x) => x || "blank").join(", ")}.`).join(" "),
  slid: (/** @type {number[]} */ tiles, /** @type {string} */ direction) => `${tiles.join(", ")} ${direction}`,
  directions: /** @type {Record<string, string>} */ ({ UP: "down", DOWN: "up", LEFT: "right", RIGHT: "left" }),
  arrows: /** @type {Record<string, string>} */ ({ UP: "↑", DOWN: "↓", LEFT: "←", RIGHT: "→" }),
  state: (/** @type {number} */ made, /** @type {number} */ home, /** @type {number} */ all) =>
    `${plural(made, "move")} · ${home} of ${all} in place`,
  noWay: "No tile can move there.",
  won: (/** @type {number} */ made, /** @type {number} */ least) =>
    `Solved in ${plural(made, "move")}.${made > least ? ` The shortest solution has at least ${least}.` : " No solution is shorter."}`,
  reset: "Reset",
  resetDone: "Back at the start.",
  puzzle: "Puzzle",
  columns: "Columns",
  make: "Kind",
  kinds: /** @type {Record<string, string>} */ ({ random: "Random", scrambled: "Scrambled", impossible: "Impossible" }),
  depth: "Moves",
  seed: "Seed",
  seedNote: "New puzzle uses the seed that you type; otherwise a random seed.",
  fresh: "New puzzle",
  file: "Choose a file",
  type: "Type it",
  typeTitle: "Type a puzzle",
  typeHow:
    "Write one line per row and 0 for the blank: 2 to 5 rows and columns. You can also paste a game id of Simon Tatham's Fifteen (4x4:1,2,...) or a saved solution.",
  typeGo: "Use it",
  typeText: "Tiles",
  invalid: (/** @type {string} */ why) => `Invalid file. ${why}`,
  badLink: (/** @type {string} */ why) =>
    `This link contains no puzzle: ${why.replace(/\.$/, "")}. ${T.shownInstead("a random puzzle")}`,
  unsolvable: "This puzzle is unsolvable.",
  swap: (/** @type {number} */ a, /** @type {number} */ b) => `Swap ${a} and ${b} to make it solvable`,
  swapped: "Two tiles were swapped. The puzzle can be solved now.",
  solveTitle: "Solve",
  method: "Method",
  heuristic: "Heuristic",
  visited: "A position is marked as visited",
  visitedHow: /** @type {Record<string, string>} */ ({
    "expanded-again": "when it is expanded; copies are expanded again (as in the 15-puzzle report)",
    "expanded-once": "when it is expanded; copies are dropped",
    generated: "when it is generated",
  }),
  seconds: "Time limit (s)",
  nodes: "Node limit",
  any: "no limit",
  solve: "Solve",
  visualise: "Visualise",
  details: "Details",
  methods: /** @type {Record<string, string>} */ ({
    ida: "IDA*",
    "a-star": "A*",
    "branch-and-bound": "Branch and bound",
    anytime: "Anytime: a short solution, then shorter ones",
  }),
  heuristics: /** @type {Record<string, string>} */ ({
    misplaced: "Misplaced tiles",
    manhattan: "Manhattan distance",
    "linear-conflict": "Linear conflict",
    "walking-distance": "Walking distance",
    pdb: "Pattern databases",
  }),
  building: "Building the pattern databases. The next search reuses them.",
  searching: (/** @type {number} */ nodes, /** @type {number | null} */ bound, /** @type {number} */ ms) =>
    `${nodes.toLocaleString("en")} nodes in ${formatDuration(ms)}${bound === null ? "" : ` · at least ${plural(bound, "move")}`}`,
  begun: "Searching",
  solved: (/** @type {number} */ moves, /** @type {boolean} */ shortest) =>
    `${plural(moves, "move")}${shortest ? ", and no solution is shorter" : ""}`,
  solvedAtLeast: (/** @type {number} */ moves, /** @type {number} */ bound) =>
    `${plural(moves, "move")}, at least ${bound} are needed`,
  improving: (
    /** @type {number} */ moves,
    /** @type {number} */ bound,
    /** @type {number} */ nodes,
    /** @type {number} */ ms,
  ) =>
    `${plural(moves, "move")}, at least ${bound} are needed · looking for fewer, ${nodes.toLocaleString("en")} nodes in ${formatDuration(ms)}`,
  already: "The tiles are already in order.",
  gaveUp: (/** @type {string} */ why, /** @type {number} */ bound) =>
    `Not solved: ${why}. A solution needs at least ${plural(bound, "move")}.`,
  facts: /** @type {Record<string, string>} */ ({
    moves: "Moves",
    bound: "Lower bound",
    nodes: "Nodes",
    expanded: "Expanded",
    iterations: "Iterations",
    ms: "Time",
    method: "Method",
    bounds: "Lower bounds without a search",
  }),
  replay: "Replay",
  at: (/** @type {number} */ k, /** @type {number} */ all, /** @type {string} */ move) =>
    move ? `Move ${k} of ${all}: blank ${DIRECTIONS[move]}` : `Start, ${plural(all, "move")} to go`,
  of: (/** @type {number} */ k, /** @type {number} */ all) => `${k} of ${all}`,
  moves: "Moves of the blank",
  saveAs: "Save the moves",
  saveFormats: /** @type {[string, string][]} */ ([
    ["txt", "Text, with the Kurang table and each board"],
    ["json", "JSON"],
    ["svg", "Filmstrip (SVG)"],
    ["png", "Filmstrip (PNG)"],
    ["gif", "Animation (GIF)"],
  ]),
  kurang: "Can it be solved?",
  detailsOf: "These are the details of the puzzle that was solved: the tiles at the start of the replay.",
  wrongTiles: (/** @type {number} */ found, /** @type {number} */ expected) =>
    `it has ${plural(found, "tile")}, expected ${expected} with the blank`,
  kurangHow:
    "Each tile and the blank have the number of their cell in the goal. KURANG(i) counts the smaller numbers that follow i, row by row. X is 1 if the blank is an odd number of moves from its goal cell. Each move changes the sum and X so that their total stays even or stays odd.",
  tileHead: "Tile",
  blank: "blank",
  total: (/** @type {{sum: number, x: number, total: number, solvable: boolean}} */ k) =>
    `Sum ${k.sum} + X ${k.x} = ${k.total}, ${k.solvable ? "even: it can be solved." : "odd: it cannot be solved."}`,
  compare: "Compare all methods",
  compareHow: "Compare runs every method with every heuristic on this position, each for at most five seconds.",
  compareGo: "Compare",
  trying: (/** @type {string} */ what) => `Trying ${what}`,
  compared: (/** @type {number} */ k) => `${plural(k, "search", "searches")} compared.`,
  columnsOf: ["Method", "Heuristic", "Moves", "Nodes", "Time"],
  atLeast: (/** @type {number} */ bound) => `≥ ${bound}`,
  between: (/** @type {number} */ length, /** @type {number} */ bound) => `${length} (≥ ${bound})`,
};
