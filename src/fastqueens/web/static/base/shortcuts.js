// The keys that work on the whole page.

import { settings } from "./storage.js";

/**
 * Returns whether the reader types into a field. If so, a key is not a command.
 * @param {Event} event
 */
export const isTyping = (event) => {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
};

/**
 * Returns the command of a key, or null.
 * @param {KeyboardEvent} event
 * @param {boolean} onBoard whether the board has the focus
 */
export function commandOf(event, onBoard) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (isTyping(event)) return null;
    return key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : null;
  }
  if (!onBoard || !settings.keys || event.altKey) return null;
  const found = /** @type {Record<string, string>} */ ({
    h: "hint",
    c: "check",
    t: "trial",
    p: "pause",
    l: "letters",
    r: "region",
    n: "next",
    "?": "keys",
  })[key];
  return found ?? null;
}

/**
 * Listens for Ctrl+Z and Ctrl+Y.
 * @param {AbortSignal} signal
 * @param {(undo: boolean) => unknown} listener receives true for undo, false for redo
 */
export function onUndoKeys(signal, listener) {
  addEventListener(
    "keydown",
    (event) => {
      const command = commandOf(event, false);
      if (isTyping(event) || (command !== "undo" && command !== "redo")) return;
      event.preventDefault();
      listener(command === "undo");
    },
    { signal },
  );
}
