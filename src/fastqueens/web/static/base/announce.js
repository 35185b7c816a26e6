// What a screen reader hears: one polite region, and one for errors. Both are in index.html.

import { ApiError, isNetworkError } from "./api.js";
import { dialog, h } from "./dom.js";
import { T } from "./strings.js";

/** @param {unknown} error what to tell of it */
export const errorMessage = (error) =>
  error instanceof ApiError ? error.message : isNetworkError(error) ? T.engineGone : T.broken;

let turn = 0;

/** @param {string} text */
export function announce(text) {
  const region = document.getElementById("said");
  // The same text twice is said twice if it differs by a blank.
  if (region) region.textContent = text + "\u00a0".repeat(turn++ % 2);
}

/** Tell what was done, and offer to undo it. @param {string} text @param {() => void} back */
export const toastWithUndo = (text, back) => toast(text, { action: [T.undoIt, back] });

/** Tell that an address asks for what there is not, if it does. @param {(string | null | undefined | false)[]} asked */
export function warnUnknown(...asked) {
  const what = asked.filter(Boolean).join(", ");
  if (what) toast(T.unknown(what), { error: true, ms: 9000 });
}

let timer = 0;

/**
 * Do what may take a while: after a second it says so, with a button to stop it.
 * @template A
 * @param {string} text
 * @param {(signal: AbortSignal) => Promise<A>} work
 * @returns {Promise<A | null>} null if it was stopped
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
 * Show a line at the foot of the page, with something to do about it perhaps, and say it.
 * @param {string} text
 * @param {{error?: boolean, action?: [string, () => void], ms?: number}} [options]
 */
export function toast(text, options = {}) {
  const toast = document.getElementById("toast");
  if (!toast) return;
  clearTimeout(timer);
  toast.replaceChildren();
  toast.append(text);
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
  if (options.error) {
    const alarm = document.getElementById("alarm");
    if (alarm) alarm.textContent = text;
  } else announce(text);
  timer = setTimeout(hide, options.ms ?? (options.action ? 10000 : 4500));
}

/** Copy a text; by hand where the browser does not let the page. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(T.copied);
  } catch {
    const area = h("textarea", { readonly: true, "aria-label": T.copyBy });
    area.value = text;
    dialog(T.copy, [h("p", {}, T.copyBy), area]);
    area.select();
  }
}
