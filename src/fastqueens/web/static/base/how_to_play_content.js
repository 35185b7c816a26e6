// The content of How to play: the rules, the gestures and the keys.

import { h, replaceChildren } from "./dom.js";
import { shortcutTable } from "./shortcuts_dialog.js";
import { T } from "./how_to_play_texts.js";

/** Fills the folded text. @param {HTMLElement} place @param {number} stars */
export function showHowToPlay(place, stars) {
  const list = (/** @type {string[]} */ items) =>
    h(
      "ul",
      { class: "rules" },
      items.map((x) => h("li", {}, x)),
    );
  replaceChildren(
    place,
    list(T.rules(stars)),
    h("h2", {}, T.gestures),
    list(T.gestureList(T.piece(stars))),
    h("h2", {}, T.keysTitle),
    shortcutTable(T.playKeys),
  );
}
