// The frame of the page: header, addresses, and what must work on every screen.

import { say, sentence, tell } from "./base/announce.js";
import { Refused, get, isGone, whenGone } from "./base/api.js";
import { button, fill, h, icon, undress } from "./base/dom.js";
import { given, typing } from "./base/shortcuts.js";
import { change, settings, whenRefused } from "./base/storage.js";
import { T } from "./base/strings.js";
import { onWishes, themeName } from "./board/board_style.js";
import { learn } from "./board/palette.js";

/**
 * What a screen is given.
 * @typedef {object} App
 * @property {HTMLElement} main
 * @property {string} rest what follows the screen's name in the address
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal raised when the reader leaves the screen
 * @property {(title: string) => void} title
 * @property {(hash: string) => void} rename change the address without opening it
 * @property {(then: () => void) => void} onLook called when colours or settings change
 */

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
  queens: "nqueens/queens",
  pack: "packing/packing_screen",
  slide: "sliding/slide",
  cover: "cover/cover",
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
    change({ theme: THEMES[(THEMES.indexOf(themeSet()) + 1) % 3] });
    say(T.themeNow(T.themes[themeSet()]));
  },
  { bare: true },
);
const keys = async () => (await import("./base/shortcuts_dialog.js")).showKeys();
const themeSet = () => /** @type {"system" | "light" | "dark"} */ (settings.theme);

/** What of the frame depends on the address and the settings. */
function dressPage() {
  document.documentElement.dataset.theme = themeName();
  const at = location.hash.slice(2).split(/[/?]/)[0];
  for (const [k, [name]] of LINKS.entries()) {
    if (name === at || (name === "labs" && LABS.includes(at))) nav.children[k].setAttribute("aria-current", "page");
    else nav.children[k].removeAttribute("aria-current");
  }
  for (const side of ["aria-label", "title"]) themes.setAttribute(side, T.themeNow(T.themes[themeSet()]));
  fill(themes, icon(themeSet()));
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
  dressPage();
  const wait = setTimeout(() => fill(main, h("div", { class: "skeleton", "aria-busy": "true" })), 150);
  /** @type {App} */
  const app = {
    main,
    rest: safely(rest.join("/")),
    query: new URLSearchParams(query),
    signal: here.signal,
    title: (title) => {
      document.title = `${title} · fastqueens`;
    },
    rename: (hash) => {
      if (!here.signal.aborted) history.replaceState(null, "", hash);
    },
    onLook: (then) => {
      addEventListener("fq-settings", then, { signal: here.signal });
      looks.add(then);
      here.signal.addEventListener("abort", () => looks.delete(then));
    },
  };
  try {
    if (!Object.hasOwn(SCREENS, screen)) throw new Refused(`${T.cannotShow}: #/${path}`, 404);
    const module = await import(`./${SCREENS[screen]}.js`);
    await paletteRead;
    if (here.signal.aborted) return;
    const element = await module.open(app, screen);
    clearTimeout(wait);
    if (here.signal.aborted) return;
    fill(main, element);
    undress();
    scrollTo(0, 0);
    if (visited) main.focus({ preventScroll: true });
    say(document.title);
    visited = true;
  } catch (error) {
    clearTimeout(wait);
    if (here.signal.aborted) return;
    if (!(error instanceof Refused || isGone(error))) console.error(error);
    document.title = `${T.cannotShow} · fastqueens`;
    fill(
      main,
      h(
        "div",
        { class: "stack" },
        h("h1", {}, T.cannotShow),
        h("p", { class: "note wrong" }, sentence(error)),
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
onWishes(() => {
  dressPage();
  for (const then of looks) then();
});
addEventListener("fq-settings", dressPage);
addEventListener("hashchange", route);
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name !== "AbortError") tell(sentence(event.reason), { error: true });
  if (event.reason instanceof Refused || isGone(event.reason) || event.reason?.name === "AbortError")
    event.preventDefault();
});
addEventListener("error", () => tell(T.broken, { error: true }));
addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return; // a screen has shown them
  if (event.key === "?" && !typing(event) && settings.keys && !document.querySelector("dialog")) keys();
});
/** @type {HTMLElement} */ (document.getElementById("skip")).addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

whenRefused(() => setTimeout(() => tell(T.notKept, { error: true, ms: 12000 })));
let wasGone = false;
whenGone((gone) => {
  if (gone === wasGone) return;
  wasGone = gone;
  banner.hidden = !gone;
  fill(
    banner,
    gone && [
      h("span", {}, T.engineGone),
      button(T.retry, null, () => {
        get("info").catch(() => {});
      }),
    ],
  );
  if (!gone) tell(T.engineBack);
});

// A board may be dropped or pasted anywhere.
addEventListener("dragover", (event) => {
  event.preventDefault();
  main.classList.add("drop");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) main.classList.remove("drop");
});
given(async (file) => (await import("./queens/import_board.js")).importFile(file));

/** @type {HTMLElement} */ (document.getElementById("bar")).append(
  nav,
  themes,
  button(T.settings, "settings", async () => (await import("./board/settings_dialog.js")).showSettings(), {
    bare: true,
  }),
  button(T.keys, "keys", keys, { bare: true }),
);
dressPage();
const paletteRead = fetch(new URL("palette.json", import.meta.url))
  .then((x) => x.json())
  .then(learn);
route();
