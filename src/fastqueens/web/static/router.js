// The parts of the page that all screens share: the header, the addresses of screens, and the
// functions that work on every screen.

import { announce, errorMessage, toast } from "./base/announce.js";
import { isOwnEngine } from "./base/addresses.js";
import { ApiError, get, getLevel, isNetworkError, onConnectionChange } from "./base/api.js";
import { button, disableUnusedStyles, h, icon, replaceChildren } from "./base/dom.js";
import { onDropOrPaste } from "./base/drop_and_paste.js";
import { watchFields } from "./base/field_errors.js";
import { isTyping } from "./base/shortcuts.js";
import { changeSettings, getGames, onStorageRefused, settings } from "./base/storage.js";
import { T } from "./base/strings.js";
import { boardPicture, onSystemPreferences, setPrinting, themeName } from "./board/board_style.js";
import { decode as readBoard } from "./board/codec.js";
import { setPalette } from "./board/palette.js";

/** @typedef {import("./base/app_types.js").App} App */

/** The module of each screen. @type {Record<string, string>} */
const SCREENS = {
  home: "home/home",
  levels: "queens/levels",
  play: "queens/play",
  daily: "queens/play",
  draw: "queens/draw",
  make: "queens/make",
  about: "home/about",
  labs: "home/lab_menu",
  watch: "queens/watch",
  race: "queens/race",
  queens: "nqueens/nqueens_screen",
  pack: "packing/packing_screen",
  slide: "sliding/sliding_screen",
  cover: "cover/cover_screen",
};
/** The screens that belong to the link "Labs" of the header. */
const LABS = ["watch", "race", "queens", "pack", "slide", "cover"];
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const TUTORIAL = "4x1.ABBBAABCDCCCDDDC"; // the board of home/tutorial_board.js
const PRINT_STYLES = new URL("base/print.css", import.meta.url).pathname;
const COPY_MS = 2500; // the time after which the page is copied and the engine of the page is loaded
const SKELETON_MS = 150; // If loading a screen takes longer, a skeleton is shown.
const banner = /** @type {HTMLElement} */ (document.getElementById("banner"));
/** aborted when the reader leaves the current screen */
let current = new AbortController();

const LINKS = [
  ["levels", T.levels],
  ["make", T.make],
  ["draw", T.draw],
  ["labs", T.labs],
];
const THEMES = /** @type {const} */ (["system", "light", "dark"]);
const nav = h(
  "nav",
  { "aria-label": "fastqueens" },
  LINKS.map(([name, text]) => h("a", { href: `#/${name}` }, text)),
);
const themes = button(
  "",
  null,
  () => {
    changeSettings({ theme: THEMES[(THEMES.indexOf(themeSet()) + 1) % 3] });
    announce(T.themeNow(T.themes[themeSet()]));
  },
  { bare: true },
);
const presentButton = button(
  T.present,
  "present",
  async () => (await import("./base/present.js")).present(presentButton),
  { bare: true },
);
const openShortcuts = async () => (await import("./base/shortcuts_dialog.js")).showShortcuts();
const openSettings = async () => (await import("./board/settings_dialog.js")).showSettings();
const themeSet = () => /** @type {"system" | "light" | "dark"} */ (settings.theme);

/** Shows the current screen and theme in the header. */
function updateFrame() {
  document.documentElement.dataset.theme = themeName();
  const screen = location.hash.slice(2).split(/[/?]/)[0];
  for (const [k, [name]] of LINKS.entries()) {
    if (name === screen || (name === "labs" && LABS.includes(screen)))
      nav.children[k].setAttribute("aria-current", "page");
    else nav.children[k].removeAttribute("aria-current");
  }
  presentButton.hidden = !["play", "daily", ...LABS].includes(screen);
  for (const side of ["aria-label", "title"]) themes.setAttribute(side, T.themeNow(T.themes[themeSet()]));
  replaceChildren(themes, icon(themeSet()));
}

/**
 * Returns the object that is passed to a screen.
 * @param {string} rest
 * @param {string} query
 * @param {AbortSignal} signal
 * @returns {App}
 */
const makeApp = (rest, query, signal) => ({
  main,
  rest: decode(rest),
  query: new URLSearchParams(query),
  signal,
  setTitle: (title) => {
    document.title = `${title} · fastqueens`;
  },
  replaceAddress: (hash) => {
    if (!signal.aborted) history.replaceState(history.state, "", hash);
  },
  onAppearanceChange: (listener) => {
    addEventListener("fq-settings", listener, { signal });
    appearanceListeners.add(listener);
    signal.addEventListener("abort", () => appearanceListeners.delete(listener));
  },
});

/** The scroll positions of the screens in the history of the browser, by the states of their entries. */
const places = new Map();
let left = ""; // the state of the screen that is shown
history.scrollRestoration = "manual";

/** Returns the scroll position of a screen to which the reader goes back, or undefined for a new screen. */
function placeInHistory() {
  if (left) places.set(left, scrollY);
  const place = places.get(history.state);
  left = history.state ?? `${Math.random()}`;
  history.replaceState(left, "");
  return place;
}

/** Opens the screen that the address names. @param {Event} [event] the change of the address */
async function route(event) {
  const place = placeInHistory();
  const before = event instanceof HashChangeEvent ? new URL(event.oldURL).hash : "";
  current.abort();
  const { signal } = (current = new AbortController());
  for (const open of document.querySelectorAll("dialog")) open.close();
  // The error belongs to the previous screen.
  document.querySelector("#toast.error")?.classList.remove("on");
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/");
  updateFrame();
  const skeleton = h("div", { class: "skeleton", "aria-busy": "true" });
  const showSkeleton = () =>
    replaceChildren(main, h("div", { class: name === "play" ? "play" : null }, h("div", { class: "arena" }, skeleton)));
  const timer = setTimeout(showSkeleton, visited ? SKELETON_MS : 0);
  if (!visited) showBoard(skeleton, name, rest.join("/")).catch(() => {}); // The screen reports the error.
  try {
    const element = await openScreen(name || "home", path, makeApp(rest.join("/"), query, signal));
    clearTimeout(timer);
    if (signal.aborted || !element) return;
    replaceChildren(main, element);
    disableUnusedStyles();
    if (!visited) document.head.append(h("link", { rel: "stylesheet", media: "print", href: PRINT_STYLES }));
    scrollTo(0, place ?? 0);
    // Back on a list, the focus is on the link that the reader took.
    const link = place !== undefined && main.querySelector(`a[href="${CSS.escape(before)}"]`);
    if (link instanceof HTMLElement) link.focus({ preventScroll: true });
    else if (visited) main.focus({ preventScroll: true });
    announce(document.title);
    visited = true;
  } catch (error) {
    clearTimeout(timer);
    if (!signal.aborted) showError(error);
  }
}

/**
 * Draws the board of a game in the skeleton, because the modules of the game load longer.
 * @param {HTMLElement} skeleton
 * @param {string} screen
 * @param {string} rest
 */
async function showBoard(skeleton, screen, rest) {
  const fresh = !screen && !getGames().length;
  if (!fresh && (screen !== "play" || !rest)) return;
  const code = fresh ? TUTORIAL : /x/.test(rest) ? rest : (await getLevel(rest)).level.code;
  const [{ puzzle }] = await Promise.all([readBoard(code), paletteLoaded]);
  const axes = !fresh && settings.axes;
  if (!visited) skeleton.replaceChildren(boardPicture(puzzle, { axes, letters: undefined }));
}

/** Loads a screen and returns its element. @param {string} screen @param {string} path @param {App} app */
async function openScreen(screen, path, app) {
  if (!Object.hasOwn(SCREENS, screen)) throw new ApiError(`${T.cannotShow}: #/${path}`, 404);
  const module = await import(`./${SCREENS[screen]}.js`);
  await paletteLoaded;
  return app.signal.aborted ? null : module.open(app, screen);
}

/** Shows an error in place of a screen. @param {unknown} error */
function showError(error) {
  if (!(error instanceof ApiError || isNetworkError(error))) console.error(error);
  document.title = `${T.cannotShow} · fastqueens`;
  replaceChildren(
    main,
    h(
      "div",
      { class: "stack" },
      h("h1", {}, T.cannotShow),
      h("p", { class: "note wrong" }, errorMessage(error)),
      h("div", { class: "row" }, button(T.retry, "turn", route), h("a", { class: "button", href: "#/" }, T.goHome)),
    ),
  );
}

/** Decodes a part of an address, or returns it unchanged if it is not encoded properly. @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let visited = false; // whether a screen has been shown
/** @type {Set<() => void>} */
const appearanceListeners = new Set();
const redraw = () => {
  updateFrame();
  for (const listener of appearanceListeners) listener();
};
onSystemPreferences(redraw);
for (const event of ["beforeprint", "afterprint"]) {
  addEventListener(event, () => {
    const before = themeName();
    setPrinting(event === "beforeprint");
    if (themeName() !== before) redraw();
  });
}
addEventListener("fq-settings", updateFrame);
addEventListener("hashchange", route);
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name !== "AbortError") toast(errorMessage(event.reason), { error: true });
  if (event.reason instanceof ApiError || isNetworkError(event.reason) || event.reason?.name === "AbortError")
    event.preventDefault();
});
addEventListener("error", () => toast(T.pageError, { error: true }));
addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return; // The screen has handled the key.
  if (event.key === "?" && !isTyping(event) && settings.keys && !document.querySelector("dialog")) openShortcuts();
});
/** @type {HTMLElement} */ (document.getElementById("skip")).addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

watchFields();
onStorageRefused(() => setTimeout(() => toast(T.storageRefused, { error: true, ms: 12000 })));
let wasGone = false;
onConnectionChange((gone) => {
  if (gone === wasGone) return;
  wasGone = gone;
  banner.hidden = !gone;
  replaceChildren(
    banner,
    gone && [
      h("span", {}, T.engineGone),
      button(T.retry, null, () => {
        get("info").catch(() => {});
      }),
    ],
  );
  if (!gone) toast(T.engineBack);
});

// A board can be dropped or pasted on every screen.
addEventListener("dragover", (event) => {
  event.preventDefault();
  main.classList.add("drop");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) main.classList.remove("drop");
});
onDropOrPaste(async (file) => (await import("./queens/import_board.js")).importFile(file));

/** @type {HTMLElement} */ (document.getElementById("bar")).append(
  nav,
  presentButton,
  themes,
  button(T.settings, "settings", openSettings, { bare: true }),
  button(T.keys, "keys", openShortcuts, { bare: true }),
);
/** Adds the pictures of icons.svg to the document, so that they need no further request. */
function addIcons() {
  const icons = new XMLHttpRequest();
  icons.open("GET", new URL("icons.svg", import.meta.url));
  icons.responseType = "document"; // The page's policy forbids DOMParser.
  icons.onload = () => {
    const root = icons.responseXML?.documentElement;
    if (!root) return;
    const pictures = document.importNode(root, true);
    pictures.style.display = "none";
    document.body.append(pictures);
  };
  icons.send();
}

addIcons();
// After the first screen is shown, so that the copies and the engine do not delay it.
setTimeout(() => {
  import("./base/offline.js").then((x) => x.keepCopies()).catch(() => {});
  if (isOwnEngine) import("./engine/page_engine.js").then((x) => x.warmUp()).catch(() => {});
}, COPY_MS);
updateFrame();
const paletteLoaded = fetch(new URL("palette.json", import.meta.url))
  .then((x) => x.json())
  .then(setPalette);
route();
