// The shell of all widgets: a shadow tree with styles and icons, the theme of the notebook, and
// messages to the kernel.

import { h } from "../../web/static/base/dom.js";
import { PICTURES } from "./inlined_assets.js";

/**
 * The model of a widget, as anywidget passes it to the front end.
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, then: (...args: any[]) => void) => void} on
 * @property {(event: string, then: (...args: any[]) => void) => void} off
 * @property {(content: any) => void} send
 * @property {{get_model: (id: string) => Promise<any>}} widget_manager
 */

const frameSheet = new CSSStyleSheet();
frameSheet.replaceSync(`
:host { all: initial; display: block; container-type: inline-size; contain-intrinsic-inline-size: 480px; box-sizing: border-box; max-inline-size: 60rem; padding: 2px;
  color-scheme: light; font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: var(--ink);
  --ink: light-dark(#1b1b1f, #f6f6f8); --page: light-dark(#ffffff, #16161a); --muted: light-dark(#5a5a66, #b3b3c0);
  --soft: light-dark(#f5f5f8, #212128); --lift: light-dark(#ffffff, #26262e); --line: light-dark(#dddde5, #3b3b46);
  --edge: light-dark(#84848f, #7c7c8a); --accent: light-dark(#00459a, #b0d5ff); --on-accent: light-dark(#ffffff, #0c2238);
  --tint: light-dark(#e9f0fa, #22303f); --wrong: light-dark(#970018, #ffbdb4); }
:host([data-theme=dark]) { color-scheme: dark; }
:host([data-own]) { background: var(--page); padding: 12px; border-radius: 12px; }
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
p, h2 { margin: 0; }
h2 { font-size: 1.05em; font-weight: 650; }
small, .muted { color: var(--muted); font-size: .9em; }
.icon { inline-size: 1.3em; block-size: 1.3em; flex: none; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
button { font: inherit; font-weight: 550; display: inline-flex; align-items: center; justify-content: center; gap: .45rem; min-block-size: 38px;
  padding: .2rem .75rem; color: var(--ink); background: var(--lift); border: 1px solid var(--line); border-radius: 10px; cursor: pointer; touch-action: manipulation; }
button:hover:not(:disabled) { background: var(--tint); border-color: var(--edge); }
button:disabled { color: var(--muted); opacity: .62; cursor: default; }
button.bare { padding: 0; inline-size: 38px; }
button.main { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
button.main:hover:not(:disabled) { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
button[aria-pressed=true] { background: var(--tint); border-color: var(--accent); color: var(--accent); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: 6px; }
fq-player .knobs > .speed { flex: 1 1 16rem; justify-content: end; } fq-player .speed input { inline-size: 5.5rem; } fq-player .speed output { min-inline-size: 8.6rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.between { display: flex; justify-content: space-between; gap: .5rem; align-items: center; }
.card { display: grid; gap: .6rem; padding: .8rem .9rem; border: 1px solid var(--line); border-radius: 12px; background: var(--soft); }
.card.wrong { border-color: var(--wrong); }
@media (pointer: coarse) { button { min-block-size: 44px; } button.bare { inline-size: 44px; } }
@media (forced-colors: active) { button[aria-pressed=true] { outline: 3px solid Highlight; outline-offset: -3px; } }
`);

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/**
 * Returns whether the notebook around an element is dark. The attributes of the notebook decide. If
 * there are none, the background colour decides, and otherwise the system setting.
 * @param {Element} element
 */
export function isNotebookDark(element) {
  const { body, documentElement: root } = document;
  const theme = body.dataset.jpThemeLight ?? body.dataset.vscodeThemeKind ?? root.getAttribute("theme");
  if (theme) return theme === "false" || (theme.includes("dark") && !theme.includes("light")) || theme.endsWith("contrast");
  for (let at = /** @type {Element | null} */ (element); at; ) {
    const channels = /^rgba?\(/.test(getComputedStyle(at).backgroundColor)
      ? (getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
      : [];
    if (channels.length >= 3 && (channels[3] ?? 1) > 0.5)
      return 0.3 * channels[0] + 0.59 * channels[1] + 0.11 * channels[2] < 128;
    const tree = at.getRootNode();
    at = at.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null);
  }
  return darkScheme.matches && getComputedStyle(root).colorScheme.includes("dark");
}

const MAX_LEVELS = 8; // boxes of a notebook around the output of a widget, at most

/**
 * Hides the picture that follows a widget in its cell; the picture is for readers without a kernel.
 * @param {HTMLElement} host
 * @param {string | undefined} name the class of the picture
 * @returns {() => void} shows the picture again
 */
function hidePicture(host, name) {
  if (!name) return () => {};
  /** @type {HTMLElement | null} */
  let hidden = null;
  const hide = () => {
    let at = host;
    for (let level = 0; level < MAX_LEVELS && at.parentElement; level++, at = at.parentElement) {
      const next = at.nextElementSibling;
      if (!(next instanceof HTMLElement) || !next.getElementsByClassName(name).length) continue;
      next.style.display = "none";
      hidden = next;
    }
  };
  let around = host;
  for (let level = 0; level < MAX_LEVELS; level++) around = around.parentElement ?? around;
  const watcher = new MutationObserver(hide); // The picture may come later than the widget.
  watcher.observe(around, { childList: true, subtree: true });
  hide();
  return () => {
    watcher.disconnect();
    if (hidden) hidden.style.display = "";
  };
}

const SUPPRESS = "data-lm-suppress-shortcuts"; // Older versions of JupyterLab see keys before the widget does.

/**
 * Keeps keys from the notebook. For example, the key x would cut a cell of the notebook. Only the
 * shortcuts that the widget does not use, such as Ctrl+S, go to the notebook.
 * @param {HTMLElement} host
 */
function keepKeys(host) {
  host.setAttribute(SUPPRESS, "");
  host.addEventListener("keydown", (event) => {
    const shortcut = event.ctrlKey || event.metaKey || event.altKey || (event.key === "Enter" && event.shiftKey);
    host.toggleAttribute(SUPPRESS, !shortcut);
    if (event.key === "Escape" && !event.defaultPrevented) focusNotebook(host);
    else if (event.key !== "Tab" && (!shortcut || event.defaultPrevented)) event.stopPropagation();
  });
  host.addEventListener("keyup", () => host.setAttribute(SUPPRESS, ""));
}

/**
 * Moves the focus from a widget to the cell of the notebook.
 * @param {HTMLElement} host
 */
function focusNotebook(host) {
  const focused = host.shadowRoot?.activeElement;
  const inner = focused?.shadowRoot?.activeElement ?? focused;
  if (inner instanceof HTMLElement) inner.blur();
  const cell = host.parentElement?.closest("[tabindex]");
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
}

/**
 * Adds the shell of a widget to the output of a cell.
 * @param {HTMLElement} el
 * @param {Model} model
 * @param {CSSStyleSheet[]} sheets
 * @param {(dark: boolean) => void} onTheme called at the start, and when the theme changes
 */
export function createShell(el, model, sheets, onTheme) {
  const host = h("div", { class: "fastqueens" });
  keepKeys(host);
  // Jupyter must not open its menu over a cell of a board, where the right button puts a queen.
  host.addEventListener("contextmenu", (event) => {
    if (event.defaultPrevented) event.stopPropagation();
  });
  // A frame may be as high as its content, so only the screen limits the height in a frame.
  host.style.setProperty("--screen", window.parent === window ? "85vh" : `${0.85 * screen.availHeight}px`);
  // In a row of boxes, boards become narrower when they do not fit.
  if (!el.style.minWidth) el.style.minWidth = "0";
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [frameSheet, ...sheets];
  const icons = document.importNode(
    new DOMParser().parseFromString(PICTURES, "image/svg+xml").documentElement,
    true,
  );
  icons.setAttribute("hidden", "");
  root.append(icons);
  el.append(host);
  /** @type {() => void} */
  let showPicture = () => {};
  /** @type {boolean | null} */
  let dark = null;
  const updateTheme = () => {
    const theme = model.get("theme");
    host.toggleAttribute("data-own", theme !== "auto"); // a fixed theme has its own background
    const now = theme === "dark" || (theme !== "light" && isNotebookDark(el));
    if (now === dark) return;
    dark = now;
    host.dataset.theme = now ? "dark" : "light";
    onTheme(now);
  };
  const watcher = new MutationObserver(updateTheme);
  for (const element of [document.documentElement, document.body]) watcher.observe(element, { attributes: true });
  darkScheme.addEventListener("change", updateTheme);
  model.on("change:theme", updateTheme);
  // The output of a cell may be added to the page later.
  requestAnimationFrame(() => {
    updateTheme();
    if (host.isConnected) showPicture = hidePicture(host, model.get("_picture_name"));
  });
  return {
    root,
    /** Applies the theme. Call this function once, after the content is built. */
    begin: updateTheme,
    end: () => {
      watcher.disconnect();
      showPicture();
      darkScheme.removeEventListener("change", updateTheme);
      model.off("change:theme", updateTheme);
      host.remove();
    },
  };
}

/** An error message from the kernel. */
export class KernelError extends Error {}

/**
 * Returns a function that sends a message to the kernel and waits for its answer.
 * @param {Model} model
 * @returns {(name: string, details?: object) => Promise<any>}
 */
export function kernelChannel(model) {
  /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  const prefix = Math.random().toString(36).slice(2);
  let count = 0;
  model.on("msg:custom", (message) => {
    const sender = waiting.get(message?.id);
    if (!sender) return;
    waiting.delete(message.id);
    if (message.error) sender.reject(new KernelError(message.error));
    else sender.resolve(message.answer);
  });
  return (name, details = {}) =>
    new Promise((resolve, reject) => {
      const id = `${prefix}-${count++}`;
      waiting.set(id, { resolve, reject });
      model.send({ id, ask: name, ...details });
    });
}
