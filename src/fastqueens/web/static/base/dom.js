// Functions that build elements. A string always becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Sets attributes, and adds functions as event listeners. The keys of listeners begin with "on", such as `onclick`.
 * @param {Element} element
 * @param {Record<string, any>} props properties with the value null, undefined or false are ignored
 */
function setAttributes(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * Builds an HTML element.
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
 * Builds an SVG element.
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
 * Replaces the children of an element. The values null, undefined and false add no child.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function replaceChildren(element, ...children) {
  const all = children.flat().filter((x) => x !== null && x !== undefined && x !== false);
  element.replaceChildren(...all.map((x) => (x instanceof Node ? x : String(x))));
}

/** Returns a picture of icons.svg, which is part of the document. Screen readers ignore it. @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("use", { href: `#${name}` }));
}

/**
 * Returns a button with a picture and a text.
 * @param {string} text
 * @param {string | null} picture
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [props] attributes; `bare` shows only the picture
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
 * Returns a form control with its label.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [note]
 */
export const field = (text, control, note) =>
  h("label", { class: "field" }, h("span", {}, text), control, note && h("small", {}, note));

/**
 * Returns a drop-down list.
 * @param {[string, string][]} options pairs of value and text
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

/**
 * Returns the elements of a definition list.
 * @param {[any, any][]} pairs pairs of term and definition
 */
export const definitionItems = (pairs) => pairs.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);

/** Returns the head of a table. @param {string[]} names the names of the columns */
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
 * Returns a hidden input for a file. A click on it opens the file dialog of the browser.
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
      chooser.value = ""; // Now the reader can choose the same file again.
      if (file) then(file);
    },
  });
  return chooser;
}

/**
 * Opens a dialog. When the dialog closes, the element that had the focus before gets it again.
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
    // Everything outside an open dialog is hidden from screen readers.
    h("div", { class: "announcements hidden", role: "status" }),
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
 * Saves a file through the browser.
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
 * Loads the style sheet of a screen and enables it.
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

/**
 * Disables the style sheets that the current screen has not loaded, because screens use the same class names
 * differently.
 */
export function disableUnusedStyles() {
  for (const [name, [{ sheet }]] of sheets) if (sheet) sheet.disabled = !usedSheets.has(name);
  usedSheets.clear();
}
