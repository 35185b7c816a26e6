// The first module. It requests the scripts and the data of the first screen at once. Otherwise the
// browser would find them one after another.

const { hash } = location;
const HEAD_START_MS = 250; // On a slow link the frame, which draws the board, is loaded first.

// The list of levels that has the board; base/addresses.js, which is not loaded yet, makes the same address.
const [, n, stars = "1"] = /^#\/play\/(\d+)(?:\/(\d))?-\d+$/.exec(hash) ?? [];
if (n) {
  const own = document.querySelector("meta[name=engine]");
  const href = own ? `data/levels-n-${n}-stars-${stars}.json` : `api/levels?n=${n}&stars=${stars}`;
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href });
  document.head.append(link);
}
const frame = import("./router.js");
if (/^(#\/?|#\/(play|daily)\b.*)?$/.test(hash)) {
  await Promise.race([frame, new Promise((done) => setTimeout(done, HEAD_START_MS))]);
  import("./board/board_element.js").catch(() => {}); // The router requests the module again and reports the error.
}

export {};
