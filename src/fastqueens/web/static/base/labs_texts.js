// The texts that all labs share, and the texts of the menu of labs.

export const L = {
  labs: "Labs",
  lead: "Watch how methods search, let them race, and try the other puzzles of the engine.",
  doors: /** @type {[string, string, string][]} */ ([
    ["watch", "Watch", "See any method on any board, step by step, forwards and backwards."],
    ["race", "Race", "Let up to four methods race on one board, then see their table and chart."],
    ["queens", "N-Queens", "Place queens, see which cells they attack, count and list solutions."],
    ["pack", "Packing", "Put pieces into boxes or a pyramid, by hand or by the engine."],
    [
      "slide",
      "Sliding tiles",
      "Play puzzles like the 15-puzzle, solve them in the fewest moves, and replay the moves.",
    ],
    ["cover", "Exact cover", "Enter a problem in Knuth's format, list all solutions, and watch the search."],
  ]),
  stopped: "Stopped.",
  stop: "Stop",
  limits: /** @type {Record<string, string>} */ ({
    time: "the time limit was reached",
    nodes: "the node limit was reached",
    memory: "the search needs more memory",
    iterations: "the iteration limit was reached",
  }),
};

/** Returns digits in groups, such as "1,234,567". @param {string} digits */
export const groupDigits = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");
