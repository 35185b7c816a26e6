// Building elements: text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} props attributes; functions under `onclick` and the like listen
 */
function setAttributes(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, props);
  replaceChildren(element, ...children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = /** @type {any} */ (document.createElementNS(SVG, tag));
  setAttributes(element, props);
  replaceChildren(element, ...children);
  return element;
}

/**
 * Give an element these children, and no others.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function replaceChildren(element, ...children) {
  const all = children.flat().filter((x) => x !== null && x !== undefined && x !== false);
  element.replaceChildren(...all.map((x) => (x instanceof Node ? x : String(x))));
}

const ICONS = new URL("../icons.svg", import.meta.url).pathname;

/** @param {string} name a picture beside a text that says the same */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("use", { href: `${ICONS}#${name}` }),
  );
}

/**
 * @param {string} text
 * @param {string | null} picture
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [props] `bare` shows the picture alone
 */
export function button(text, picture, onclick, props = {}) {
  const { bare, ...rest } = props;
  return h(
    "button",
    {
      type: "button",
      onclick,
      ...(bare && { "aria-label": text, title: text }),
      ...rest,
      class: `${rest.class ?? ""} ${bare ? "bare" : ""}`.trim() || null,
    },
    picture && icon(picture),
    !bare && h("span", {}, text),
  );
}

/**
 * A field with its label.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [note]
 */
export const field = (text, control, note) =>
  h("label", { class: "field" }, h("span", {}, text), control, note && h("small", {}, note));

/**
 * @param {[string, string][]} options value and text
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {Record<string, any>} [props]
 */
export function select(options, value, change, props = {}) {
  const element = h(
    "select",
    { ...props, onchange: () => change(element.value) },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
  );
  return element;
}

/** Terms, each with what is to be said of it. @param {[any, any][]} pairs */
export const definitionItems = (pairs) => pairs.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);

/** The first row of a table. @param {string[]} names */
export const tableHead = (names) =>
  h(
    "thead",
    {},
    h(
      "tr",
      {},
      names.map((x) => h("th", { scope: "col" }, x)),
    ),
  );

/**
 * What lets the reader choose a file; a button clicks it.
 * @param {(file: File) => unknown} then
 * @param {string} [accept]
 */
export function fileChooser(then, accept = "") {
  const chooser = h("input", {
    type: "file",
    class: "hidden",
    tabindex: -1,
    "aria-hidden": "true",
    accept,
    onchange: () => {
      const [file] = chooser.files ?? [];
      chooser.value = ""; // the same file may be chosen again
      if (file) then(file);
    },
  });
  return chooser;
}

/**
 * Open a dialog; focus comes back when it closes.
 * @param {string} title
 * @param {(Child | Child[])[]} content
 * @param {{class?: string, close?: string, onclose?: () => void}} [options]
 */
export function dialog(title, content, options = {}) {
  const id = `d${Math.random().toString(36).slice(2)}`;
  const before = document.activeElement;
  const element = h(
    "dialog",
    { "aria-labelledby": id, class: options.class },
    h(
      "header",
      {},
      h("h2", { id }, title),
      button(options.close ?? "Close", "close", () => element.close(), { bare: true }),
    ),
    h("div", { class: "content" }, ...content),
  );
  element.addEventListener("close", () => {
    element.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    options.onclose?.();
  });
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @type {Map<string, [HTMLLinkElement, Promise<void>]>} */
const sheets = new Map();
const usedSheets = new Set();

/**
 * Load the styles of a screen, once, and put them on.
 * @param {string} name
 */
export function loadStyles(name) {
  usedSheets.add(name);
  let [link, loaded] = sheets.get(name) ?? [];
  if (!link || !loaded) {
    const fresh = h("link", { rel: "stylesheet", href: new URL(`../${name}.css`, import.meta.url).pathname });
    loaded = new Promise((done) => {
      for (const end of ["load", "error"]) fresh.addEventListener(end, () => done());
    });
    sheets.set(name, [(link = fresh), loaded]);
    document.head.append(link);
  }
  if (link.sheet) link.sheet.disabled = false;
  return loaded;
}

/** Take off the styles that the screen shown now has not put on: names of classes are a screen's own. */
export function disableUnusedStyles() {
  for (const [name, [{ sheet }]] of sheets) if (sheet) sheet.disabled = !usedSheets.has(name);
  usedSheets.clear();
}
