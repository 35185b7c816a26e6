// The texts of the player.

export const P = {
  player: "Player",
  play: "Play",
  pause: "Pause",
  step: "Step",
  back: "Step back",
  first: "To the start",
  last: "To the end",
  position: "Position",
  speed: "Speed",
  full: "full speed",
  aSecond: (/** @type {number} */ k) =>
    `${k < 10 ? Number(k.toFixed(1)) : Math.round(k)} ${k === 1 ? "step" : "steps"} a second`,
  of: (/** @type {number} */ k, /** @type {number} */ count, /** @type {boolean} */ more) =>
    `${k.toLocaleString("en")} of ${count.toLocaleString("en")}${more ? " so far" : ""}`,
  fetching: "Loading …",
  atEnd: "The end.",
};
