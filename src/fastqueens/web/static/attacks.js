// Which cells queens attack, by the rule of a variant. No DOM here.

const LINES = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [y, x])).filter(([y, x]) => y || x);
const KNIGHT = [-2, -1, 1, 2]
  .flatMap((y) => [-2, -1, 1, 2].map((x) => [y, x]))
  .filter(([y, x]) => Math.abs(y * x) === 2);

/**
 * How many queens attack each cell; a queen does not attack its own.
 * @param {number} n
 * @param {string} variant
 * @param {number[]} queens cells
 * @param {number[]} [pawns] they block lines
 */
export function attacks(n, variant, queens, pawns = []) {
  const found = new Uint16Array(n * n);
  const blocked = new Set(pawns);
  const marked = new Uint32Array(variant.startsWith("toroidal") ? n * n : 0);
  let marks = 0;
  for (const queen of queens) {
    const [row, column] = [Math.floor(queen / n), queen % n];
    const hit = (/** @type {number} */ y, /** @type {number} */ x) => {
      if (y < 0 || x < 0 || y >= n || x >= n || blocked.has(y * n + x)) return false;
      found[y * n + x]++;
      return true;
    };
    if (variant.startsWith("toroidal")) {
      // A cell in which two lines meet is attacked once.
      const mark = ++marks;
      const once = (/** @type {number} */ cell) => {
        if (marked[cell] !== mark) found[cell]++;
        marked[cell] = mark;
      };
      for (let k = 1; k < n; k++) {
        once(row * n + ((column + k) % n));
        once(((row + k) % n) * n + column);
        once(((row + k) % n) * n + ((column - k + n) % n));
        if (variant === "toroidal") once(((row + k) % n) * n + ((column + k) % n));
      }
      continue;
    }
    for (const [y, x] of LINES) {
      const most = variant === "hertzsprung" && y && x ? 1 : n;
      for (let k = 1; k <= most && hit(row + k * y, column + k * x); k++);
    }
    if (variant === "superqueens") for (const [y, x] of KNIGHT) hit(row + y, column + x);
  }
  return found;
}
