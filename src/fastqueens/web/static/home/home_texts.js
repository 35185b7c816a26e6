// The texts of Home and of the board to try, and those of all screens.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  title: "One queen in every row, column and colour",
  lead: "Queens and Star Battle, with hints that explain. Everything runs on this computer: no account, no network.",
  play: "Play",
  goOn: (/** @type {string} */ name) => `Go on with ${name}`,
  playLevel: (/** @type {string} */ name) => `Play ${name}`,
  tryIt: "Try it: tap once for a mark, twice for a queen.",
  tryWon: "Solved! That is the whole game.",
  doneIn: (/** @type {string} */ time) => `Solved in ${time}`,
  doors: {
    levels: "All boards by size and difficulty",
    make: "New boards of any size, as hard as you like",
    draw: "Your own board, judged as you paint",
    watch: "How a method solves a board, step by step",
    race: "Methods against each other, on one clock",
    importing: "A text, a file, a link or a picture of a board",
    random: "A board you have not solved yet",
    about: "Rules, keys, and how ratings work",
  },
  watch: "Watch",
  race: "Race",
  unfinished: "Unfinished games",
};
