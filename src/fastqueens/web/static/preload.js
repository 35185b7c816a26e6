// The first module. It requests all modules of the first screen at once. Otherwise the browser
// would find these modules one after another through their imports.

const { hash } = location;
const screen = /^#\/(play|daily)\b/.test(hash) ? "queens/play" : /^(#\/?)?$/.test(hash) ? "home/home" : null;
const level = /^#\/play\/([\w/]+-\d+)$/.exec(hash)?.[1];
const ignore = () => {}; // The router requests the module again and reports the error.

import("./router.js");
if (screen) {
  for (const name of [screen, `${screen}_texts`, "queens/next_level", "board/board_element"])
    import(`./${name}.js`).catch(ignore);
}
if (screen === "queens/play") import("./queens/play_controller.js").catch(ignore);
if (level)
  import("./base/api.js").then(({ getCached }) => getCached(`levels?name=${encodeURIComponent(level)}`)).catch(ignore);

export {};
