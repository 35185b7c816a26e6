// Colours: the themes of palette.json, and which region of a board gets which fill. The picture
// files choose by the same rule (fastqueens/canvas/themes.py). No DOM here.

/** @typedef {import("./rules.js").Puzzle} Puzzle */
/**
 * @typedef {object} Theme
 * @property {string} name
 * @property {string[]} fills
 * @property {string} ink
 * @property {string} page
 * @property {string} line
 * @property {string} conflict
 * @property {string} target
 * @property {[string, number]} pattern colour and opacity of the strokes
 * @property {number[][]} apart how far apart two fills are, for the eye that tells them apart least
 */

const FILL_COUNT = 12;
/** @type {{themes: Record<string, Theme>, patterns: [string, string][]} | null} */
let palette = null;

/** @param {any} document the content of palette.json */
export function setPalette(document) {
  palette = document;
  for (const [name, theme] of Object.entries(document.themes)) /** @type {Theme} */ (theme).name = name;
}

/** @param {string} name */
export function getTheme(name) {
  if (!palette) throw new Error("the palette has not been read");
  return palette.themes[name];
}

/** The path data of the patterns, the plain one first; a tile is 1 x 1, a quarter of a cell. */
export const patternPaths = () => palette?.patterns.map(([, path]) => path) ?? [];

/** System colours, for who asks the system for them: regions differ by pattern and letter. */
export const FORCED_THEME = /** @type {Theme} */ ({
  name: "forced",
  fills: Array(FILL_COUNT).fill("Canvas"),
  ink: "CanvasText",
  page: "Canvas",
  line: "CanvasText",
  conflict: "LinkText",
  target: "Highlight",
  pattern: ["GrayText", 0.6],
});

/** @param {number} x */
const roundCost = (x) => Math.round(x * 1e9) / 1e9;

/**
 * Weights of regions that touch, and of the same fill for regions that do not.
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
 * Choose a fill for each region, so that neighbours are easy to tell apart. Up to 12 regions have
 * fills of their own. The same board always gets the same fills.
 * @param {ArrayLike<number>} cells region of each cell
 * @param {number} n
 * @param {number[][]} apart
 * @returns {number[]} the number of each region's fill
 */
export function chooseFills(cells, n, apart) {
  const count = Array.from(cells).reduce((a, b) => Math.max(a, b), 0) + 1;
  const { near, far } = regionWeights(cells, n, count);
  const clash = apart.map((row) => row.map((d) => 400 / (d + 1) ** 2));
  const fill = /** @type {number[]} */ (Array(count).fill(-1));

  /** @param {number} region what each fill would cost it, as the others are */
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
   * @param {Float64Array} cost
   * @param {(f: number) => boolean} allowed
   */
  const least = (cost, allowed) => {
    let best = -1;
    for (let f = 0; f < FILL_COUNT; f++) {
      if (allowed(f) && (best < 0 || roundCost(cost[f]) < roundCost(cost[best]))) best = f;
    }
    return best;
  };

  // The region most hemmed in by those that have a fill comes first. In whole sixths, so that ties
  // are ties in any order of summing.
  const sixths = near.map((row) => row.map((x) => Math.round(6 * x)));
  const total = sixths.map((row) => row.reduce((a, b) => a + b, 0));
  const hemmed = new Float64Array(count);
  for (let turn = 0; turn < count; turn++) {
    let region = -1;
    for (let k = 0; k < count; k++) {
      if (
        fill[k] < 0 &&
        (region < 0 || hemmed[k] > hemmed[region] || (hemmed[k] === hemmed[region] && total[k] > total[region]))
      )
        region = k;
    }
    fill[region] = least(costs(region), (f) => count > FILL_COUNT || !fill.includes(f));
    for (let k = 0; k < count; k++) hemmed[k] += sixths[region][k];
  }

  /** Exchange two fills, or take a free one, where that helps. */
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
  /** Give each region the fill that costs least, where that helps. */
  const change = () => {
    let changed = false;
    for (let region = 0; region < count; region++) {
      const cost = costs(region);
      const best = least(cost, () => true);
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
