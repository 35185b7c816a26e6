// The texts of the screen About, and the texts that all screens share.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  version: "Version",
  ruleName: "Rule",
  meaning: "Meaning",
  engine: "The engine",
  starRules: "Star Battle is the same game with two stars or more in every row, column and region.",
  instructions: "Instruction set",
  privacy: "Privacy",
  privacyText:
    "No data leaves this computer. The page talks only to the engine that you started. Your progress is stored in this browser, and you can save it to a file and load it again.",
  privacyOwnEngine:
    "No data leaves this computer. The engine is a part of this page and runs in this browser. Your progress is stored in this browser, and you can save it to a file and load it again.",
  howRated: "How ratings work",
  ratedText:
    "The engine solves a board by named rules, the easiest rule first. The tier of the board is the tier of the hardest rule that is used. The score is the sum of the costs of all steps. No rule guesses.",
  licence: "Licence",
  licenceText: "MIT",
  rulesTitle: "Rules",
  colours: "Colours",
  coloursText:
    "A search found the twelve colours of each theme: they differ as much as possible, for normal sight and for three kinds of colour blindness. No information is shown by colour alone.",
};
