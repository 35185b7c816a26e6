// The texts of the widgets, in English.

export const W = {
  undo: "Undo",
  redo: "Redo",
  clear: "Clear",
  check: "Check",
  auto: "Auto",
  autoMarks: "Auto marks",
  tools: "Game",
  begin: "Click for a mark; click again for a queen. Drag to put marks.",
  standing: (/** @type {string} */ what, /** @type {number} */ k, /** @type {number} */ all) =>
    `${k} of ${all} ${what}s`,
  solved: "Solved!",
  solvedBy: "Here is the solution.",
  undone: (/** @type {string} */ where) => `Undone: ${where}.`,
  redone: (/** @type {string} */ where) => `Redone: ${where}.`,
  cells: (/** @type {number} */ k) => `${k} cells`,
  empty: "The board is empty.",
  thinking: "The kernel is thinking …",
  silent: "The kernel does not answer. It is busy or has stopped. You can continue to play.",
  stop: "Stop waiting",
  // sliding tiles
  tiles: (/** @type {number} */ rows, /** @type {number} */ columns) => `Sliding tiles, ${rows} by ${columns}`,
  tile: (/** @type {number} */ tile, /** @type {number} */ row, /** @type {number} */ column) =>
    `${tile}, row ${row + 1}, column ${column + 1}`,
  moves: "Moves",
  move: (/** @type {number} */ k, /** @type {number} */ all) => `move ${k} of ${all}`,
  start: "start",
  solve: "Solve",
  slid: (/** @type {number} */ tile, /** @type {string} */ direction) => `${tile} ${direction}`,
  directions: /** @type {Record<string, string>} */ ({ UP: "down", DOWN: "up", LEFT: "right", RIGHT: "left" }),
  howToSlide: "Click a tile beside the blank, or use the arrow keys.",
  movesLeft: (/** @type {number} */ k) => (k === 1 ? "1 move" : `${k} moves`),
  // packing
  pieces: "Pieces",
  piece: (/** @type {number} */ k, /** @type {number} */ all) => `${k} of ${all} pieces`,
  placed: (/** @type {string} */ name) => `piece ${name}`,
  packing: (/** @type {string} */ size) => `Packing, ${size}`,
  full: "All pieces are placed.",
  notYet: "No piece is placed yet.",
  // films
  film: "Film",
  frame: (/** @type {number} */ k) => `frame ${k.toLocaleString("en")}`,
  moreFrames: (/** @type {number} */ k) =>
    `These are the first ${k.toLocaleString("en")} frames; the film goes on. Ask for fewer frames with "every", or for more with "max_frames".`,
};
