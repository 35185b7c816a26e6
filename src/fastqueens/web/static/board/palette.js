// Colours: the themes of palette.json, and the choice of a fill for each region of a board. The page chooses fills also
// while no engine answers, so this module repeats the rule of fastqueens/canvas/themes.py; a test
// compares both. This module uses no DOM.

/** @typedef {import("./rules.js").Puzzle} Puzzle */
/**
 * @typedef {object} Theme
 * @property {string} name
 * @property {string[]} fills
 * @property {string} ink
 * @property {string} page
 * @property {string} line
 * @property {string} conflict
 * @property {string} solved the colour of queens that the engine put
 * @property {string} target
 * @property {[string, number]} pattern the colour and the opacity of the strokes
 * @property {number[][]} apart the distance of each pair of fills, for the kind of colour vision
 *   that sees the smallest difference
 */

const FILL_COUNT = 12;
/**
 * @typedef {object} Sheets the layout of printed sheets, the same as in PDF files of the package
 * @property {number[]} columns the boards side by side on a page of 1, 2, 3, ... boards
 * @property {number} solutions the solutions on a page
 * @property {number} solution_columns the solutions side by side
 */
/** @type {{themes: Record<string, Theme>, patterns: [string, string][], sheets: Sheets} | null} */
let palette = null;

/** Sets the palette. @param {any} document the content of palette.json */
export function setPalette(document) {
  palette = document;
  for (const [name, theme] of Object.entries(document.themes)) /** @type {Theme} */ (theme).name = name;
}

/** Returns the layout of printed sheets. */
export function getSheets() {
  if (!palette) throw new Error("the palette has not been set");
  return palette.sheets;
}

/** @param {string} name */
export function getTheme(name) {
  if (!palette) throw new Error("the palette has not been set");
  return palette.themes[name];
}

/**
 * Returns the path of the pattern of each fill; the first fill has no lines. A tile of the
 * pattern has the size 1, which is a quarter of the side of a cell.
 */
export const patternPaths = () => palette?.patterns.map(([, path]) => path) ?? [];

/**
 * The colours of the system, for readers whose system forces its colours on all pages. Regions
 * differ by pattern and letter.
 */
export const FORCED_THEME = /** @type {Theme} */ ({
  name: "forced",
  fills: Array(FILL_COUNT).fill("Canvas"),
  ink: "CanvasText",
  page: "Canvas",
  line: "CanvasText",
  conflict: "LinkText",
  solved: "Highlight",
  target: "Highlight",
  pattern: ["GrayText", 0.6],
});

/** Rounds a cost, so that equal costs compare as equal. @param {number} x */
const roundCost = (x) => Math.round(x * 1e9) / 1e9;

/**
 * Returns two weights for each pair of regions: `near` counts if the regions touch, `far` counts if
 * both regions have the same fill.
 * @param {ArrayLike<number>} cells
 * @param {number} n
 * @param {number} count
 */
function regionWeights(cells, n, count) {
  const zeros = () => Array.from({ length: count }, () => new Float64Array(count));
  const border = zeros();
  const touch = zeros();
  const near = zeros();
  const far = zeros();
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      for (const [down, right] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
      ]) {
        if (r + down >= n || c + right < 0 || c + right >= n) continue;
        const a = cells[r * n + c];
        const b = cells[(r + down) * n + c + right];
        touch[a][b] = touch[b][a] = 1;
        if (down + right === 1 && down * right === 0) {
          border[a][b]++;
          border[b][a]++;
        }
      }
    }
  }
  for (let a = 0; a < count; a++) {
    touch[a][a] = 0;
    const met = touch[a].reduce((/** @type {number[]} */ all, x, i) => (x ? [...all, i] : all), []);
    for (let b = 0; b < count; b++) {
      near[a][b] = touch[a][b] * (1 + Math.min(border[a][b], 6) / 6);
      far[a][b] = a === b ? 0 : !touch[a][b] && met.some((k) => touch[k][b]) ? 9 : 1;
    }
  }
  return { near, far };
}

/**
 * Chooses a fill for each region, so that neighbours are easy to distinguish. Up to 12 regions all get different fills.
 * The same board always gets the same fills.
 * @param {ArrayLike<number>} cells the region of each cell
 * @param {number} n
 * @param {number[][]} apart
 * @returns {number[]} the number of the fill of each region
 */
export function chooseFills(cells, n, apart) {
  const count = Array.from(cells).reduce((a, b) => Math.max(a, b), 0) + 1;
  const { near, far } = regionWeights(cells, n, count);
  const clash = apart.map((row) => row.map((d) => 400 / (d + 1) ** 2));
  const fill = /** @type {number[]} */ (Array(count).fill(-1));

  /** Returns the cost of each fill for a region, while the other regions keep their fills. @param {number} region */
  const costs = (region) => {
    const cost = new Float64Array(FILL_COUNT);
    for (let other = 0; other < count; other++) {
      const chosen = fill[other];
      if (chosen < 0 || other === region) continue;
      const weight = near[region][other];
      if (weight) for (let f = 0; f < FILL_COUNT; f++) cost[f] += weight * clash[chosen][f];
      cost[chosen] += far[region][other];
    }
    return cost;
  };
  /**
   * Returns the cheapest fill.
   * @param {Float64Array} cost
   * @param {(f: number) => boolean} allowed
   */
  const cheapest = (cost, allowed) => {
    let best = -1;
    for (let f = 0; f < FILL_COUNT; f++) {
      if (allowed(f) && (best < 0 || roundCost(cost[f]) < roundCost(cost[best]))) best = f;
    }
    return best;
  };

  // The next region is the region with the largest weight towards the regions that have a fill.
  // Weights are counted in whole sixths, so that a sum does not depend on the order of its terms.
  const sixths = near.map((row) => row.map((x) => Math.round(6 * x)));
  const total = sixths.map((row) => row.reduce((a, b) => a + b, 0));
  const settled = new Float64Array(count); // the weight of each region towards regions with a fill
  for (let turn = 0; turn < count; turn++) {
    let region = -1;
    for (let k = 0; k < count; k++) {
      if (
        fill[k] < 0 &&
        (region < 0 || settled[k] > settled[region] || (settled[k] === settled[region] && total[k] > total[region]))
      )
        region = k;
    }
    fill[region] = cheapest(costs(region), (f) => count > FILL_COUNT || !fill.includes(f));
    for (let k = 0; k < count; k++) settled[k] += sixths[region][k];
  }

  /**
   * Exchanges the fills of two regions or uses an unused fill, if this lowers the cost.
   * @returns {boolean} whether a fill has changed
   */
  const swap = () => {
    for (let a = 0; a < count; a++) {
      const here = costs(a);
      let best = -1;
      for (let f = 0; f < FILL_COUNT; f++) {
        if (!fill.includes(f) && (best < 0 || here[f] < here[best])) best = f;
      }
      if (best >= 0 && here[best] < here[fill[a]] - 1e-9) {
        fill[a] = best;
        return true;
      }
      for (let b = 0; b < a; b++) {
        const before = here[fill[a]] + costs(b)[fill[b]];
        [fill[a], fill[b]] = [fill[b], fill[a]];
        if (costs(a)[fill[a]] + costs(b)[fill[b]] < before - 1e-9) return true;
        [fill[a], fill[b]] = [fill[b], fill[a]];
      }
    }
    return false;
  };
  /** Gives each region its cheapest fill. @returns {boolean} whether a fill has changed */
  const change = () => {
    let changed = false;
    for (let region = 0; region < count; region++) {
      const cost = costs(region);
      const best = cheapest(cost, () => true);
      if (cost[best] < cost[fill[region]] - 1e-9) {
        fill[region] = best;
        changed = true;
      }
    }
    return changed;
  };
  while ((count <= FILL_COUNT ? swap : change)());
  return fill;
}
