// The distance of colours for the kind of colour vision that sees the smallest difference: CAM02-UCS (Luo, Cui and Li
// 2006) for normal vision and three kinds of dichromacy (Machado, Oliveira and Fernandes 2009). Tritanopia is also
// simulated as in Brettel, Vienot and Mollon 1997, with two half planes.

/** @typedef {[number, number, number]} Three */

const SIGHTS = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];
const FOLD = [0.03901, -0.02788, -0.01113];
const HALVES = [
  [
    [1.01277, 0.13548, -0.14826],
    [-0.01243, 0.86812, 0.14431],
    [0.07589, 0.805, 0.11911],
  ],
  [
    [0.93678, 0.18979, -0.12657],
    [0.06154, 0.81526, 0.1232],
    [-0.37562, 1.12767, 0.24796],
  ],
];
const TO_XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const CAT02 = [
  [0.7328, 0.4296, -0.1624],
  [-0.7036, 1.6975, 0.0061],
  [0.003, 0.0136, 0.9834],
];
const FROM_CAT02 = [
  [1.096124, -0.278869, 0.182745],
  [0.454369, 0.473533, 0.072098],
  [-0.009628, -0.005698, 1.015326],
];
const HPE = [
  [0.38971, 0.68898, -0.07868],
  [-0.22981, 1.1834, 0.04641],
  [0, 0, 1],
];

/** @param {number[][]} m @param {number[]} v @returns {Three} */
const times = (m, v) => /** @type {Three} */ (m.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]));

// Viewing conditions: average surround, white D65, a background with a fifth of its luminance, and the adapting
// luminance 64 / (5 pi).
const ADAPT = 64 / Math.PI / 5;
const GROUND = 20;
const SURROUND = { f: 1, c: 0.69, nc: 1 };
const WHITE = times(TO_XYZ, [100, 100, 100]);
const K = 1 / (5 * ADAPT + 1);
const FL = 0.2 * K ** 4 * 5 * ADAPT + 0.1 * (1 - K ** 4) ** 2 * Math.cbrt(5 * ADAPT);
const N = GROUND / WHITE[1];
const Z = 1.48 + Math.sqrt(N);
const NBB = 0.725 * (1 / N) ** 0.2;
const D = SURROUND.f * (1 - (1 / 3.6) * Math.exp((-ADAPT - 42) / 92));
const SEEN = times(CAT02, WHITE).map((x) => (D * WHITE[1]) / x + 1 - D);

/** @param {Three} xyz @returns {Three} */
function responses(xyz) {
  const adapted = times(CAT02, xyz).map((x, k) => x * SEEN[k]);
  return /** @type {Three} */ (
    times(HPE, times(FROM_CAT02, adapted)).map((x) => {
      const t = ((FL * Math.abs(x)) / 100) ** 0.42;
      return (Math.sign(x) * 400 * t) / (t + 27.13) + 0.1;
    })
  );
}

const light = (/** @type {Three} */ [r, g, b]) => (2 * r + g + b / 20 - 0.305) * NBB;
const AW = light(responses(WHITE));

/** Returns a colour in CAM02-UCS: the lightness and two axes of colour. @param {Three} xyz @returns {Three} */
function appearance(xyz) {
  const [r, g, b] = responses(xyz);
  const red = r - (12 * g) / 11 + b / 11;
  const yellow = (r + g - 2 * b) / 9;
  const h = Math.atan2(yellow, red);
  const et = (Math.cos(h + 2) + 3.8) / 4;
  const j = 100 * (Math.max(0, light([r, g, b])) / AW) ** (SURROUND.c * Z);
  const t = ((50000 / 13) * SURROUND.nc * NBB * et * Math.hypot(red, yellow)) / (r + g + (21 / 20) * b);
  const c = t ** 0.9 * Math.sqrt(j / 100) * (1.64 - 0.29 ** N) ** 0.73;
  const m = c * FL ** 0.25;
  const far = Math.log(1 + 0.0228 * m) / 0.0228;
  return [(1.7 * j) / (1 + 0.007 * j), far * Math.cos(h), far * Math.sin(h)];
}

/**
 * Returns the smallest distance of each pair of colours under all kinds of vision.
 * @param {string[]} fills
 * @returns {number[][]}
 */
export function colourDistances(fills) {
  const linear = fills.map((x) =>
    [1, 3, 5].map((k) => {
      const value = parseInt(x.slice(k, k + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    }),
  );
  const folded = (/** @type {number[]} */ colour) =>
    HALVES[colour.reduce((sum, x, k) => sum + x * FOLD[k], 0) >= 0 ? 0 : 1];
  const seen = [...SIGHTS.map((sight) => () => sight), folded].map((sight) =>
    linear.map((colour) =>
      appearance(
        times(
          TO_XYZ,
          times(sight(colour), colour).map((x) => 100 * Math.min(1, Math.max(0, x))),
        ),
      ),
    ),
  );
  return fills.map((_, a) =>
    fills.map((_, b) => Math.min(...seen.map((all) => Math.hypot(...all[a].map((x, k) => x - all[b][k]))))),
  );
}
