// Messages to the reader: announcements for screen readers, and the toast at the foot of the page. The elements are in
// index.html.

import { ApiError, isNetworkError } from "./api.js";
import { dialog, h } from "./dom.js";
import { T } from "./strings.js";

/** Returns the sentence that explains an error to the reader. @param {unknown} error */
export const errorMessage = (error) =>
  error instanceof ApiError ? error.message : isNetworkError(error) ? T.engineGone : T.pageError;

/** Returns the newest open dialog, which hides the rest of the page from screen readers. */
const openDialog = () => [...document.querySelectorAll("dialog[open]")].at(-1);

let turn = 0;

/** Lets a screen reader say a text when it has finished its current sentence. @param {string} text */
export function announce(text) {
  const region = openDialog()?.querySelector(".announcements") ?? document.getElementById("announcements");
  // A screen reader reads a text only if it differs from the previous text. So every second text
  // ends with a blank.
  if (region) region.textContent = text + "\u00a0".repeat(turn++ % 2);
}

/** Shows a message with an Undo button. @param {string} text @param {() => void} undo */
export const toastWithUndo = (text, undo) => toast(text, { action: [T.undo, undo] });

/**
 * Warns the reader about the parts of an address that do not exist, and says what is shown instead.
 * @param {...[unknown, string | number]} parts a part of the address, and what is shown instead; parts that are
 *   missing or that are shown are ignored
 */
export function warnUnknown(...parts) {
  const wrong = parts.filter(([found, shown]) => found && found !== String(shown));
  const join = (/** @type {0 | 1} */ k) => wrong.map((x) => x[k]).join(", ");
  if (wrong.length) toast(T.unknown(join(0), join(1)), { error: true, ms: 12000 });
}

let timer = 0;

/**
 * Runs a task. If it takes more than a second, a toast shows a text and a button that stops the task.
 * @template A
 * @param {string} text
 * @param {(signal: AbortSignal) => Promise<A>} work
 * @returns {Promise<A | null>} null if the task was stopped
 */
export async function withBusyNotice(text, work) {
  const stop = new AbortController();
  let shown = false;
  const wait = setTimeout(() => {
    shown = true;
    toast(text, { action: [T.stop, () => stop.abort()], ms: 600000 });
  }, 1000);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(wait);
    if (shown) document.getElementById("toast")?.classList.remove("on");
  }
}

/**
 * Shows a text at the foot of the page for a few seconds, and announces it. An action adds a button.
 * @param {string} text
 * @param {{error?: boolean, action?: [string, () => void], ms?: number}} [options]
 */
export function toast(text, options = {}) {
  const toast = document.getElementById("toast");
  if (!toast) return;
  clearTimeout(timer);
  toast.replaceChildren(text);
  const dialog = openDialog();
  (dialog ?? document.body).append(toast);
  // The toast outlives the dialog.
  dialog?.addEventListener("close", () => document.body.append(toast), { once: true });
  const hide = () => toast.classList.remove("on");
  if (options.action) {
    const [name, act] = options.action;
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = name;
    element.addEventListener("click", () => {
      hide();
      act();
    });
    toast.append(element);
  }
  toast.classList.toggle("error", Boolean(options.error));
  toast.classList.add("on");
  const alarm = document.getElementById("alarm");
  if (options.error && alarm && !dialog) alarm.textContent = text;
  else announce(text);
  timer = setTimeout(hide, options.ms ?? (options.action ? 10000 : 4500));
}

/**
 * Copies a text. If the browser does not allow it, a dialog shows the text, so that the reader can copy it.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(T.copied);
  } catch {
    const area = h("textarea", { readonly: true, "aria-label": T.copyManually });
    area.value = text;
    dialog(T.copy, [h("p", {}, T.copyManually), area]);
    area.select();
  }
}
