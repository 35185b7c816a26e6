// What all widgets share: a shadow tree with styles and pictures of its own, the colours of the
// notebook around it, and questions to the kernel.

import { h } from "../../web/static/base/dom.js";
import { PICTURES } from "./inlined_assets.js";

/**
 * The front end's side of a widget, as anywidget hands it over.
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, then: (...args: any[]) => void) => void} on
 * @property {(event: string, then: (...args: any[]) => void) => void} off
 * @property {(content: any) => void} send
 */

const frameSheet = new CSSStyleSheet();
frameSheet.replaceSync(`
:host { all: initial; display: block; container-type: inline-size; box-sizing: border-box; max-inline-size: 60rem; padding: 2px;
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
fq-player .knobs > .speed { flex: 1; justify-content: end; } fq-player .speed input { inline-size: 5.5rem; } fq-player .speed output { min-inline-size: 8.6rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.between { display: flex; justify-content: space-between; gap: .5rem; align-items: center; }
.card { display: grid; gap: .6rem; padding: .8rem .9rem; border: 1px solid var(--line); border-radius: 12px; background: var(--soft); }
.card.wrong { border-color: var(--wrong); }
@media (pointer: coarse) { button { min-block-size: 44px; } button.bare { inline-size: 44px; } }
@media (forced-colors: active) { button[aria-pressed=true] { outline: 3px solid Highlight; outline-offset: -3px; } }
`);

const system = matchMedia("(prefers-color-scheme: dark)");

/**
 * Whether the notebook around an element is dark: by what it says of itself, else by the colour
 * that lies behind, else by what it takes over from the system.
 * @param {Element} element
 */
export function darkAround(element) {
  const { body, documentElement: top } = document;
  const told = body.dataset.jpThemeLight ?? body.dataset.vscodeThemeKind ?? top.getAttribute("theme");
  if (told) return told === "false" || (told.includes("dark") && !told.includes("light")) || told.endsWith("contrast");
  for (let at = /** @type {Element | null} */ (element); at; ) {
    const parts = /^rgba?\(/.test(getComputedStyle(at).backgroundColor)
      ? (getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
      : [];
    if (parts.length >= 3 && (parts[3] ?? 1) > 0.5) return 0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2] < 128;
    const root = at.getRootNode();
    at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return system.matches && getComputedStyle(top).colorScheme.includes("dark");
}

/**
 * Put a frame into a cell's output.
 * @param {HTMLElement} el
 * @param {Model} model
 * @param {CSSStyleSheet[]} sheets
 * @param {(dark: boolean) => void} onTheme called at first, and when the colours change
 */
export function frame(el, model, sheets, onTheme) {
  // Notebooks have keys of their own: x cuts a cell. They are left alone here, and leave us alone.
  const host = h("div", { class: "fastqueens", "data-lm-suppress-shortcuts": "true" });
  host.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" && event.key !== "Escape") event.stopPropagation();
  });
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [frameSheet, ...sheets];
  const pictures = document.importNode(
    new DOMParser().parseFromString(PICTURES, "image/svg+xml").documentElement,
    true,
  );
  pictures.setAttribute("hidden", "");
  root.append(pictures);
  el.append(host);
  /** @type {boolean | null} */
  let dark = null;
  const theme = () => {
    const wish = model.get("theme");
    host.toggleAttribute("data-own", wish !== "auto"); // not the colours around: then with a ground of its own
    const now = wish === "dark" || (wish !== "light" && darkAround(el));
    if (now === dark) return;
    dark = now;
    host.dataset.theme = now ? "dark" : "light";
    onTheme(now);
  };
  const watcher = new MutationObserver(theme);
  for (const element of [document.documentElement, document.body]) watcher.observe(element, { attributes: true });
  system.addEventListener("change", theme);
  model.on("change:theme", theme);
  // A cell's output may not be on the page yet.
  requestAnimationFrame(theme);
  return {
    root,
    /** Begin to show; to be called once, when all is built. */
    begin: theme,
    end: () => {
      watcher.disconnect();
      system.removeEventListener("change", theme);
      model.off("change:theme", theme);
      host.remove();
    },
  };
}

/** What the kernel refuses, as a sentence. */
export class KernelError extends Error {}

/**
 * Questions to the kernel, by custom messages with a number.
 * @param {Model} model
 * @returns {(ask: string, more?: object) => Promise<any>}
 */
export function channel(model) {
  /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  const mine = Math.random().toString(36).slice(2);
  let asked = 0;
  model.on("msg:custom", (message) => {
    const one = waiting.get(message?.id);
    if (!one) return;
    waiting.delete(message.id);
    if (message.error) one.reject(new KernelError(message.error));
    else one.resolve(message.answer);
  });
  return (ask, more = {}) =>
    new Promise((resolve, reject) => {
      const id = `${mine}-${asked++}`;
      waiting.set(id, { resolve, reject });
      model.send({ id, ask, ...more });
    });
}
