// Controls that the labs share: a button that starts and stops a search, a scrollable table, a download.

import { announce, errorMessage } from "./announce.js";
import { ApiError, postForBlob } from "./api.js";
import { button, h, icon, replaceChildren, saveFile } from "./dom.js";
import { checkFields } from "./field_errors.js";
import { L } from "./labs_texts.js";

const REPORT_MS = 5000; // the time between two progress reports to a screen reader

/**
 * @typedef {(text: string, now?: boolean) => void} Report shows the progress; if `now` is true, a
 *   screen reader reads the text at once
 */

/**
 * Returns a button that starts a search. While the search runs, the same button stops it. The
 * search also stops when the reader leaves the screen.
 * @param {import("./app_types.js").App} app
 * @param {string} text
 * @param {string} picture
 * @param {(signal: AbortSignal, report: Report) => Promise<string | void>} work the search; returns the text to show at the end
 * @param {Record<string, any>} [props] attributes of the button
 */
export function searchButton(app, text, picture, work, props = { class: "main" }) {
  /** @type {AbortController | null} */
  let busy = null;
  const note = h("p", { class: "told" });
  const go = button(text, picture, () => (busy ? busy.abort() : begin()), props);
  const show = (/** @type {string} */ message, wrong = false) => {
    replaceChildren(note, message);
    note.className = wrong ? "told note wrong" : "told";
  };
  const begin = async () => {
    if (!checkFields()) return;
    busy?.abort();
    const own = (busy = new AbortController());
    let lastReport = performance.now();
    replaceChildren(go, icon("stop"), h("span", {}, L.stop));
    go.setAttribute("aria-pressed", "true");
    let result = "";
    let wrong = false;
    try {
      result =
        (await work(own.signal, (progress, now) => {
          if (busy !== own) return;
          show(progress);
          if (!now && performance.now() - lastReport < REPORT_MS) return;
          lastReport = performance.now();
          announce(progress);
        })) ?? "";
    } catch (error) {
      wrong = !own.signal.aborted;
      result = wrong ? errorMessage(error) : L.stopped;
      if (wrong && !(error instanceof ApiError) && error instanceof TypeError) throw error;
    } finally {
      if (busy === own) {
        busy = null;
        go.removeAttribute("aria-pressed");
        replaceChildren(go, icon(picture), h("span", {}, text));
        show(result, wrong);
        if (result && !app.signal.aborted) announce(result);
      }
    }
  };
  app.signal.addEventListener("abort", () => busy?.abort());
  return {
    go,
    note,
    begin,
    stop: () => busy?.abort(),
    report: show,
    get busy() {
      return busy !== null;
    },
  };
}

/**
 * Returns a box that scrolls sideways, with a table or a wide picture.
 * @param {string} name
 * @param {Element} content
 */
export const scrollable = (name, content) =>
  h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, content);

/**
 * Saves a file that the engine writes.
 * @param {string} path
 * @param {unknown} body the body of the request
 * @param {string} name
 */
export async function download(path, body, name) {
  const answer = await postForBlob(body, path);
  saveFile(name, answer, answer.type);
}
