// The first module. It requests the scripts and the data of the first screen at once. Otherwise the
// browser would find them one after another.

const { hash } = location;
const level = /^#\/play\/([\w/]+-\d+)$/.exec(hash)?.[1];
const HEAD_START_MS = 250; // On a slow link the frame, which draws the board, is loaded first.

if (level) {
  const address = `/api/levels?name=${encodeURIComponent(level)}`;
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: address });
  document.head.append(link);
}
const frame = import("./router.js");
if (/^(#\/?|#\/(play|daily)\b.*)?$/.test(hash)) {
  await Promise.race([frame, new Promise((done) => setTimeout(done, HEAD_START_MS))]);
  import("./board/board_element.js").catch(() => {}); // The router requests the module again and reports the error.
}

export {};
