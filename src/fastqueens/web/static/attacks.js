// Which cells queens attack, by the rule of a variant. No DOM here.

const LINES = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [y, x])).filter(([y, x]) => y || x);
const KNIGHT = [-2, -1, 1, 2].flatMap((y) => [-2, -1, 1, 2].map((x) => [y, x])).filter(([y, x]) => Math.abs(y * x) === 2);

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
  for (const queen of queens) {
    const [row, column] = [Math.floor(queen / n), queen % n];
    const hit = (/** @type {number} */ y, /** @type {number} */ x) => {
      if (y < 0 || x < 0 || y >= n || x >= n || blocked.has(y * n + x)) return false;
      found[y * n + x]++;
      return true;
    };
    if (variant.startsWith("toroidal")) {
      /** @type {Set<number>} a cell that two lines meet in is attacked once */
      const hits = new Set();
      for (let k = 1; k < n; k++) {
        hits.add(row * n + ((column + k) % n));
        hits.add(((row + k) % n) * n + column);
        hits.add(((row + k) % n) * n + ((column - k + n) % n));
        if (variant === "toroidal") hits.add(((row + k) % n) * n + ((column + k) % n));
      }
      for (const cell of hits) found[cell]++;
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
