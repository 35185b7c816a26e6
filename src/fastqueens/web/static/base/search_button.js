// What the labs share: a search that a button begins and stops, and what is told of it meanwhile.

import { announce, errorMessage } from "./announce.js";
import { ApiError, postForBlob } from "./api.js";
import { button, h, icon, replaceChildren, saveFile } from "./dom.js";
import { L } from "./labs_texts.js";

const SAID = 5000; // milliseconds between two progress reports to a screen reader

/** @typedef {(text: string, said?: boolean) => void} Report */

/**
 * A button that begins a search, and stops it while it runs. Leaving the screen stops it, too.
 * @param {import("./app_types.js").App} app
 * @param {string} text
 * @param {string} picture
 * @param {(signal: AbortSignal, tell: Report) => Promise<string | void>} work returns what is told at the end
 * @param {Record<string, any>} [props] of the button
 */
export function searchButton(app, text, picture, work, props = { class: "main" }) {
  /** @type {AbortController | null} */
  let busy = null;
  const note = h("p", { class: "told" });
  const go = button(text, picture, () => (busy ? busy.abort() : begin()), props);
  const show = (/** @type {string} */ told, wrong = false) => {
    replaceChildren(note, told);
    note.className = wrong ? "told note wrong" : "told";
  };
  const begin = async () => {
    busy?.abort();
    const own = (busy = new AbortController());
    let said = performance.now();
    replaceChildren(go, icon("stop"), h("span", {}, L.stop));
    go.setAttribute("aria-pressed", "true");
    let told = "";
    let wrong = false;
    try {
      told =
        (await work(own.signal, (now, loud) => {
          if (busy !== own) return;
          show(now);
          if (!loud && performance.now() - said < SAID) return;
          said = performance.now();
          announce(now);
        })) ?? "";
    } catch (error) {
      wrong = !own.signal.aborted;
      told = wrong ? errorMessage(error) : L.stopped;
      if (wrong && !(error instanceof ApiError) && error instanceof TypeError) throw error;
    } finally {
      if (busy === own) {
        busy = null;
        go.removeAttribute("aria-pressed");
        replaceChildren(go, icon(picture), h("span", {}, text));
        show(told, wrong);
        if (told && !app.signal.aborted) announce(told);
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
 * A table that may be wider than its place.
 * @param {string} name
 * @param {HTMLTableElement} table
 */
export const scrollableTable = (name, table) =>
  h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, table);

/**
 * Let the browser save a file that the engine writes.
 * @param {string} path
 * @param {unknown} asked
 * @param {string} name
 */
export async function download(path, asked, name) {
  const answer = await postForBlob(asked, path);
  saveFile(name, answer, answer.type);
}
