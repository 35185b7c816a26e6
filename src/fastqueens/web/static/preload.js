// The first module: it asks at once for what the first screen takes, else found out file by file.

const { hash } = location;
const screen = /^#\/(play|daily)\b/.test(hash) ? "queens/play" : /^(#\/?)?$/.test(hash) ? "home/home" : null;
const level = /^#\/play\/([\w/]+-\d+)$/.exec(hash)?.[1];
const later = () => {}; // who opens the screen asks again, and says what is wrong

import("./router.js");
if (screen) {
  for (const name of [screen, `${screen}_texts`, "queens/next_level", "board/board_element"])
    import(`./${name}.js`).catch(later);
}
if (level)
  import("./base/api.js").then(({ getCached: once }) => once(`levels?name=${encodeURIComponent(level)}`)).catch(later);

export {};
