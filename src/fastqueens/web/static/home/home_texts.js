// The texts of the screen Home and of the tutorial board, and the texts that all screens share.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  title: "One queen in every row, column and colour",
  lead: "Queens and Star Battle, with hints that explain each step. Everything runs on this computer, without account or network.",
  play: "Play",
  goOn: (/** @type {string} */ name) => `Continue: ${name}`,
  levelOf: (/** @type {string} */ size, /** @type {number} */ number) => `${size}, level ${number}`,
  playLevel: (/** @type {string} */ name) => `Play ${name}`,
  tryIt: "Try it: tap a cell once for a mark, twice for a queen.",
  tryWon: "Solved! You now know all the rules.",
  doneIn: (/** @type {string} */ time) => `Solved in ${time}`,
  doors: {
    levels: "All boards by size and difficulty",
    make: "New boards of any size and difficulty",
    draw: "Paint your own board; the engine checks it",
    watch: "How a method solves a board, step by step",
    race: "Several methods race on one board",
    importing: "Open a text, a file, a link or a picture of a board",
    random: "A board that you have not solved yet",
    about: "The rules, the keys, and how boards are rated",
  },
  watch: "Watch",
  race: "Race",
  unfinished: "Unfinished games",
};
