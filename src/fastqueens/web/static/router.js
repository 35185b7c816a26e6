// The frame of the page: header, addresses, and what must work on every screen.

import { announce, errorMessage, toast } from "./base/announce.js";
import { ApiError, get, isNetworkError, onConnectionChange } from "./base/api.js";
import { button, disableUnusedStyles, h, icon, replaceChildren } from "./base/dom.js";
import { isTyping, onDropOrPaste } from "./base/shortcuts.js";
import { changeSettings, onStorageRefused, settings } from "./base/storage.js";
import { T } from "./base/strings.js";
import { onSystemPreferences, themeName } from "./board/board_style.js";
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
/** The screens behind the doors of the labs. */
const LABS = ["watch", "race", "queens", "pack", "slide", "cover"];
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const banner = /** @type {HTMLElement} */ (document.getElementById("banner"));
let leave = new AbortController();

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
const keys = async () => (await import("./base/shortcuts_dialog.js")).showShortcuts();
const themeSet = () => /** @type {"system" | "light" | "dark"} */ (settings.theme);

/** What of the frame depends on the address and the settings. */
function updateFrame() {
  document.documentElement.dataset.theme = themeName();
  const at = location.hash.slice(2).split(/[/?]/)[0];
  for (const [k, [name]] of LINKS.entries()) {
    if (name === at || (name === "labs" && LABS.includes(at))) nav.children[k].setAttribute("aria-current", "page");
    else nav.children[k].removeAttribute("aria-current");
  }
  for (const side of ["aria-label", "title"]) themes.setAttribute(side, T.themeNow(T.themes[themeSet()]));
  replaceChildren(themes, icon(themeSet()));
}

/** Open what the address names. */
async function route() {
  leave.abort();
  const here = (leave = new AbortController());
  for (const open of document.querySelectorAll("dialog")) open.close();
  document.querySelector("#toast.error")?.classList.remove("on"); // which is of the screen before
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/");
  const screen = name === "" ? "home" : name;
  updateFrame();
  const wait = setTimeout(() => replaceChildren(main, h("div", { class: "skeleton", "aria-busy": "true" })), 150);
  /** @type {App} */
  const app = {
    main,
    rest: safely(rest.join("/")),
    query: new URLSearchParams(query),
    signal: here.signal,
    setTitle: (title) => {
      document.title = `${title} · fastqueens`;
    },
    replaceAddress: (hash) => {
      if (!here.signal.aborted) history.replaceState(null, "", hash);
    },
    onAppearanceChange: (then) => {
      addEventListener("fq-settings", then, { signal: here.signal });
      looks.add(then);
      here.signal.addEventListener("abort", () => looks.delete(then));
    },
  };
  try {
    if (!Object.hasOwn(SCREENS, screen)) throw new ApiError(`${T.cannotShow}: #/${path}`, 404);
    const module = await import(`./${SCREENS[screen]}.js`);
    await paletteRead;
    if (here.signal.aborted) return;
    const element = await module.open(app, screen);
    clearTimeout(wait);
    if (here.signal.aborted) return;
    replaceChildren(main, element);
    disableUnusedStyles();
    scrollTo(0, 0);
    if (visited) main.focus({ preventScroll: true });
    announce(document.title);
    visited = true;
  } catch (error) {
    clearTimeout(wait);
    if (here.signal.aborted) return;
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
}

/** @param {string} text */
function safely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let visited = false;
/** @type {Set<() => void>} */
const looks = new Set();
onSystemPreferences(() => {
  updateFrame();
  for (const then of looks) then();
});
addEventListener("fq-settings", updateFrame);
addEventListener("hashchange", route);
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name !== "AbortError") toast(errorMessage(event.reason), { error: true });
  if (event.reason instanceof ApiError || isNetworkError(event.reason) || event.reason?.name === "AbortError")
    event.preventDefault();
});
addEventListener("error", () => toast(T.broken, { error: true }));
addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return; // a screen has shown them
  if (event.key === "?" && !isTyping(event) && settings.keys && !document.querySelector("dialog")) keys();
});
/** @type {HTMLElement} */ (document.getElementById("skip")).addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

onStorageRefused(() => setTimeout(() => toast(T.notKept, { error: true, ms: 12000 })));
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

// A board may be dropped or pasted anywhere.
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
  themes,
  button(T.settings, "settings", async () => (await import("./board/settings_dialog.js")).showSettings(), {
    bare: true,
  }),
  button(T.keys, "keys", keys, { bare: true }),
);
updateFrame();
const paletteRead = fetch(new URL("palette.json", import.meta.url))
  .then((x) => x.json())
  .then(setPalette);
route();
