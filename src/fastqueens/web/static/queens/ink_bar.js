// A row of buttons that choose the ink for painting, one for each region.

import { h } from "../base/dom.js";
import { boardTheme } from "../board/board_style.js";

/** Lets the arrow keys choose in a group of radio buttons. @param {KeyboardEvent} event */
function chooseByArrow(event) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const current = /** @type {HTMLElement} */ (event.currentTarget);
  const group = /** @type {HTMLElement} */ (current.parentElement);
  if (!by) return;
  event.preventDefault();
  const all = [...group.children];
  const next = (all.indexOf(current) + by + all.length) % all.length;
  /** @type {HTMLElement} */ (all[next]).click();
  // The click has replaced the buttons by new buttons.
  /** @type {HTMLElement} */ (group.children[next]).focus();
}

/** Returns the attributes of a radio button. @param {boolean} on */
export const radio = (on) => ({
  role: "radio",
  "aria-checked": String(on),
  tabindex: on ? 0 : -1,
  onkeydown: chooseByArrow,
});

/**
 * Returns the button of an ink.
 * @param {{on: boolean, letter: string, label: string, fill: number, choose: () => void}} ink
 */
export function swatch({ on, letter, label, fill, choose }) {
  const theme = boardTheme();
  const element = h("button", { type: "button", ...radio(on), "aria-label": label, onclick: choose }, letter);
  element.style.setProperty("--swatch", theme.fills[fill]);
  element.style.setProperty("--swatch-ink", theme.ink);
  return element;
}
