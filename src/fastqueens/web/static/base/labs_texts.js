// The texts of the labs: the page with their doors, and what all of them say.

export const L = {
  labs: "Labs",
  lead: "Watch the methods at work, let them race, and take the other puzzles of the engine apart.",
  doors: /** @type {[string, string, string][]} */ ([
    ["watch", "Watch", "Any method on any board, step by step, forwards and backwards."],
    ["race", "Race", "Up to four methods on one board with one clock, then their table and chart."],
    ["queens", "N-Queens", "Place queens, see what they attack, count, list and grow the boards."],
    ["pack", "Packing", "Pieces into boxes, flat or as a pyramid: by hand or by the engine."],
    ["slide", "Sliding tiles", "The 15-puzzle and its kin: play, solve in the fewest moves, replay."],
    ["cover", "Exact cover", "Knuth's text in, all solutions out, and the choices while it searches."],
  ]),
  stopped: "Stopped.",
  stop: "Stop",
  limits: /** @type {Record<string, string>} */ ({
    time: "the time is over",
    nodes: "the limit of nodes is reached",
    memory: "it would need more memory",
    iterations: "the iterations are used up",
  }),
};

/** @param {string} digits "1234567" as "1,234,567" */
export const groupDigits = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");
