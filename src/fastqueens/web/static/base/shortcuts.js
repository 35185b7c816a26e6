// The keys that work on the whole page.

import { toast } from "./announce.js";
import { settings } from "./storage.js";
import { T } from "./strings.js";

/**
 * Returns whether the reader types into a field. If so, a key is not a command.
 * @param {Event} event
 */
export const isTyping = (event) => {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
};

/**
 * Passes on the picture of the clipboard. WebKit leaves pictures out of the event of a paste.
 * @param {(file: File) => unknown} take
 */
async function takePicture(take) {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((x) => x.startsWith("image/"));
      if (type) {
        take(new File([await item.getType(type)], ""));
        return;
      }
    }
  } catch {
    // The browser does not allow it.
  }
  toast(T.nothingPasted, { error: true });
}

/**
 * Listens for a file or a text that is dropped or pasted on the page.
 * @param {(file: File) => unknown} take receives the file; a text is passed as a file without
 *   a name
 * @param {AddEventListenerOptions} [options]
 * @param {() => boolean} [wanted]
 */
export function onDropOrPaste(take, options, wanted = () => true) {
  for (const kind of /** @type {const} */ (["drop", "paste"]))
    addEventListener(
      kind,
      (event) => {
        if (!wanted() || (kind === "paste" && isTyping(event))) return;
        const data = /** @type {any} */ (event).dataTransfer ?? /** @type {any} */ (event).clipboardData;
        const text = data?.getData("text/plain").trim();
        const file = data?.files[0] ?? (text && new File([text], ""));
        event.preventDefault();
        event.stopImmediatePropagation();
        document.querySelector(".drop")?.classList.remove("drop");
        if (file) take(file);
        else if (kind === "paste") takePicture(take);
      },
      options,
    );
}

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
