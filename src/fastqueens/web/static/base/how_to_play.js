// How to play, folded under a board.

import { h } from "./dom.js";

/**
 * Returns the folded text How to play. Its content is loaded when it is opened.
 * @param {string} title
 * @param {number} stars
 * @param {boolean} [open]
 */
export function howToPlay(title, stars, open = false) {
  const place = h("div", { class: "stack" });
  const show = async () => {
    if (element.open && !place.firstChild) (await import("./how_to_play_content.js")).showHowToPlay(place, stars);
  };
  const element = h("details", { class: "card how", open, ontoggle: show }, h("summary", {}, title), place);
  return element;
}
