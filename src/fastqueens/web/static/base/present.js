// Present: shows a screen in large type and full size. The keys of a remote control go on and back.
//
// A screen that knows what its next step is listens for the `fq-present` event of the window, whose
// detail is 1 or -1, and prevents its default. On other screens the player makes a step. Without a
// player that has positions, the next step is a click on the button that starts a search, which has
// the attribute `data-start`.

import { announce } from "./announce.js";
import { button, h } from "./dom.js";
import { P } from "./present_texts.js";
import { isTyping } from "./shortcuts.js";

/** @typedef {import("../board/player.js").FqPlayer} FqPlayer */

const STEPS = /** @type {Record<string, number>} */ ({
  PageDown: 1,
  ArrowRight: 1,
  ArrowDown: 1,
  PageUp: -1,
  ArrowLeft: -1,
  ArrowUp: -1,
});
const root = document.documentElement;
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Promise<unknown> | null} the style sheet, from the first presentation on */
let styles = null;
/** @type {AbortController | null} aborted when the presentation ends */
let current = null;

/** Shows the next or the previous step of the screen. @param {number} by 1 or -1 */
function step(by) {
  if (!dispatchEvent(new CustomEvent("fq-present", { detail: by, cancelable: true }))) return;
  const players = /** @type {FqPlayer[]} */ ([...main.querySelectorAll("fq-player")]);
  const player = players.find((x) => x.count > 0 && x.checkVisibility());
  if (player) {
    player.step(by);
    return;
  }
  const start = /** @type {HTMLButtonElement | null} */ (
    main.querySelector("[data-start]:enabled:not([aria-pressed=true])")
  );
  if (!start || by < 0) return;
  for (let x = start.closest("details"); x; x = x.parentElement?.closest("details") ?? null) x.open = true;
  start.click();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const by = STEPS[event.key];
  if (event.key === "Escape") leave();
  // In a text field the arrow keys move the caret. A slider is no text field.
  else if (by && (!isTyping(event) || /** @type {Element} */ (event.composedPath()[0]).matches("[type=range]")))
    step(by);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Loads the style sheet of presentations. */
function loadStyles() {
  return new Promise((done) => {
    const href = new URL("present.css", import.meta.url).pathname;
    document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

/** Ends the presentation. */
export function leave() {
  current?.abort();
}

/**
 * Starts the presentation.
 * @param {HTMLElement} opener the element that gets the focus at the end
 */
export async function present(opener) {
  if (current) return;
  const { signal } = (current = new AbortController());
  // Without full screen, such as in a browser that refuses it, the page fills its window.
  root.requestFullscreen?.().catch(() => {});
  await (styles ??= loadStyles());
  const next = button(P.next, "next", () => step(1), { class: "main" });
  const strip = h(
    "nav",
    { class: "present-strip", "aria-label": P.controls },
    button(P.back, "back", () => step(-1), { bare: true }),
    next,
    button(P.leave, "close", leave, { bare: true }),
  );
  root.dataset.present = "";
  document.body.append(strip);
  next.focus();
  announce(P.how);
  addEventListener("keydown", onKey, { capture: true, signal });
  // Escape leaves full screen without a key event.
  document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? leave(), { signal });
  signal.addEventListener("abort", () => {
    current = null;
    delete root.dataset.present;
    strip.remove();
    if (document.fullscreenElement) document.exitFullscreen();
    opener.focus();
  });
}
