// The texts of About, and those of all screens.

import { T as shared } from "../base/strings.js";

export const T = {
  ...shared,
  version: "Version",
  ruleName: "Rule",
  meaning: "What it says",
  engine: "The engine",
  starRules: "Star Battle is the same game with two stars or more in every row, column and region.",
  instructions: "Instruction set",
  privacy: "Privacy",
  privacyText:
    "Nothing leaves this computer. The page talks only to the engine that you started; what you play is kept in this browser, in one file that you can save and read back.",
  howRated: "How ratings work",
  ratedText:
    "A board is solved by named rules, easiest first. Its tier is that of the hardest rule it takes; its score adds the costs of all steps. None of the rules guesses.",
  licence: "Licence",
  licenceText: "MIT",
  rulesTitle: "Rules",
  colours: "Colours",
  coloursText:
    "The twelve colours of a theme were found by search: they differ as much as twelve can for normal sight and three kinds of colour blindness at once, and colour is never the only sign.",
};
