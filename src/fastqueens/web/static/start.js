// The first module: it asks at once for what the first screen takes, else found out file by file.

const { hash } = location;
const screen = /^#\/(play|daily)\b/.test(hash) ? "play" : /^(#\/?)?$/.test(hash) ? "home" : null;
const level = /^#\/play\/([\w/]+-\d+)$/.exec(hash)?.[1];
const later = () => {}; // who opens the screen asks again, and says what is wrong

import("./main.js");
if (screen) {
  for (const name of [`screens/${screen}`, `texts/${screen}`, "choose", "board"]) import(`./${name}.js`).catch(later);
}
if (level) import("./api.js").then(({ once }) => once(`levels?name=${encodeURIComponent(level)}`)).catch(later);

export {};
