// Make: new boards as the engine makes them.

import { tell } from "../base/announce.js";
import { stream } from "../base/api.js";
import { button, dialog, field, fill, h, save, select } from "../base/dom.js";
import { searching } from "../base/search_button.js";
import { keepBoard } from "../base/storage.js";
import { decode } from "../board/codec.js";
import { lazily } from "./levels.js";
import { T } from "./make_texts.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {{code: string, tier: string, score: number, hash: string}} Made */

const STYLES = /** @type {const} */ (["mixed", "balanced", "lopsided"]);

/** @param {App} app */
export async function open(app) {
  app.title(T.makeTitle);
  const { query } = app;
  const number = (
    /** @type {string} */ key,
    /** @type {number} */ least,
    /** @type {number} */ most,
    /** @type {number} */ otherwise,
  ) => {
    const value = Number(query.get(key));
    return query.has(key) && Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
  };
  const input = (/** @type {number} */ least, /** @type {number} */ most, /** @type {number} */ value) =>
    h("input", { type: "number", min: least, max: most, value, inputmode: "numeric" });
  const rows = input(4, 64, number("n", 4, 64, 8));
  const count = input(1, 500, number("count", 1, 500, 12));
  const least = (/** @type {string} */ each) => String(each === "1" ? 4 : 4 * Number(each));
  const seed = h("input", {
    type: "text",
    inputmode: "numeric",
    pattern: "[0-9]{0,20}",
    value: /^\d{1,20}$/.test(query.get("seed") ?? "") ? query.get("seed") : "",
    placeholder: "…",
  });
  let stars = String(number("stars", 1, 6, 1));
  rows.min = least(stars);
  let tier = ["easy", "medium", "hard", "expert"].find((x) => x === query.get("tier")) ?? "any";
  let style = STYLES.find((x) => x === query.get("region_style")) ?? "mixed";
  const connected = h("input", { type: "checkbox", checked: query.get("connected") !== "0" });
  const list = h("ul", { class: "tiles large" });
  const actions = h("div", { class: "row" });
  /** @type {Made[]} */
  let made = [];
  const shot = lazily(app.signal);

  const keep = (/** @type {Made} */ { code, tier: hard, score }) =>
    keepBoard({ code, name: T.ownName(Number.parseInt(code)), tier: hard, score });
  const tile = (/** @type {Made} */ board, /** @type {number} */ k) =>
    h(
      "li",
      { class: "stack" },
      h(
        "a",
        { class: "tile", href: `#/play/${board.code}` },
        shot(board.code),
        h("span", { class: "hidden" }, T.chooseBoard(String(k + 1))),
        h(
          "span",
          { class: "line" },
          h("span", { class: `chip ${board.tier}` }, T.tiers[board.tier]),
          h("small", { class: "muted" }, `${T.score} ${board.score}`),
        ),
      ),
      button(T.keepIt, "star", () => tell(keep(board) ? T.kept : T.already)),
    );
  /** @type {Map<string, HTMLElement>} the tiles there are: a batch adds to them */
  const tiles = new Map();
  const show = () => {
    made.sort((a, b) => a.score - b.score || (a.hash < b.hash ? -1 : 1));
    for (const board of made) if (!tiles.has(board.hash)) tiles.set(board.hash, tile(board, tiles.size));
    fill(
      list,
      made.map((board) => /** @type {HTMLElement} */ (tiles.get(board.hash))),
    );
  };

  const sheet = () => {
    let each = 4;
    const solved = h("input", { type: "checkbox", checked: true });
    const ask = dialog(T.printSheet, [
      field(
        T.perPage,
        select(
          ["1", "2", "4", "6"].map((x) => [x, x]),
          "4",
          (x) => {
            each = Number(x);
          },
        ),
      ),
      h("label", { class: "tick" }, solved, T.withSolutions),
      button(
        T.print,
        "print",
        async () => {
          ask.close();
          const items = await Promise.all(
            made.map(async ({ code, tier: hard }, k) => ({
              puzzle: (await decode(code)).puzzle,
              name: `${k + 1} · ${T.tiers[hard]}`,
              code,
            })),
          );
          await (await import("./print_boards.js")).print(items, each, solved.checked);
        },
        { class: "main" },
      ),
    ]);
  };
  const jsonl = async () => {
    const lines = await Promise.all(
      made.map(async ({ code, tier: hard, score }) => {
        const {
          puzzle: { n, stars: each, regions, names },
        } = await decode(code);
        return JSON.stringify({
          n,
          stars: each,
          regions: Array.from({ length: n }, (_, r) =>
            [...regions.slice(r * n, r * n + n)].map((k) => names[k]).join(""),
          ),
          difficulty: hard,
          score,
        });
      }),
    );
    save(`boards-${rows.value}.jsonl`, `${lines.join("\n")}\n`, "application/x-ndjson");
  };

  /** @param {AbortSignal} signal @param {import("../base/search_button.js").Tell} told */
  const make = async (signal, told) => {
    const bad = [rows, count, seed].find((x) => !x.checkValidity());
    if (bad) return void bad.reportValidity();
    const onward = more;
    more = false;
    const total = Number(count.value);
    const n = Number(rows.value);
    if (!onward) {
      made = [];
      tiles.clear();
      fill(list);
    }
    fill(actions);
    const progressed = () => told(T.making(made.length, total));
    progressed();
    let seedUsed = seed.value;
    let ended = "";
    let short = false;
    try {
      await stream(
        "generate",
        {
          n,
          stars: Number(stars),
          tier: tier === "any" ? null : tier,
          region_style: style,
          connected: connected.checked,
          count: total - made.length,
          seed: onward ? null : seed.value || null,
        },
        (event, data) => {
          if (event === "begin") seedUsed = String(data.seed);
          else if (event === "boards") {
            made.push(...data.boards.filter((/** @type {Made} */ x) => !made.some((y) => y.hash === x.hash)));
            progressed();
            show();
          } else {
            ended = data.sentence ?? data.error;
            short = data.status === "stopped";
          }
        },
        signal,
      );
    } finally {
      if (!app.signal.aborted) {
        show();
        app.rename(
          `#/make?n=${n}${stars === "1" ? "" : `&stars=${stars}`}${tier === "any" ? "" : `&tier=${tier}`}${style === "mixed" ? "" : `&region_style=${style}`}${connected.checked ? "" : "&connected=0"}&count=${total}&seed=${seedUsed}`,
        );
        fill(
          actions,
          short && made.length < total && button(T.goOnMaking, "make", () => goOn(), { class: "main" }),
          made.length > 0 && [
            button(T.downloadJsonl, "export", jsonl),
            button(T.printSheet, "print", sheet),
            button(T.keepAll, "star", () => tell(T.keptBoards(made.filter((x) => keep(x)).length))),
          ],
        );
      }
    }
    return `${ended || T.made(made.length)}${seedUsed && made.length ? ` ${T.seed}: ${seedUsed}.` : ""}`;
  };
  let more = false; // go on where the time was over: other boards, beside those there
  const maker = searching(app, T.makeGo, "make", make, { class: "main", type: "submit" });
  const goOn = () => {
    more = true;
    maker.begin();
  };
  app.onLook(() => {
    tiles.clear();
    show();
  });
  maker.tell(T.makeEmpty);
  return h(
    "div",
    { class: "stack" },
    h("h1", {}, T.makeTitle),
    h(
      "form",
      {
        class: "card stack",
        onsubmit: (/** @type {Event} */ event) => event.preventDefault(), // the button has heard of it
      },
      h(
        "div",
        { class: "form" },
        field(T.rows, rows),
        field(
          T.stars,
          select(
            Array.from({ length: 6 }, (_, k) => [String(k + 1), String(k + 1)]),
            stars,
            (x) => {
              stars = x;
              rows.min = least(x);
              if (Number(rows.value) < Number(rows.min)) rows.value = x === "2" ? "10" : rows.min;
            },
          ),
        ),
        field(
          T.tier,
          select(
            [
              ["any", T.any],
              ...["easy", "medium", "hard", "expert"].map((x) => /** @type {[string, string]} */ ([x, T.tiers[x]])),
            ],
            tier,
            (x) => {
              tier = x;
            },
          ),
        ),
        field(
          T.style,
          select(Object.entries(T.styles), style, (x) => {
            style = /** @type {typeof style} */ (x);
          }),
        ),
        field(T.count, count),
        field(T.seed, seed),
      ),
      h(
        "div",
        { class: "row" },
        maker.go,
        h("label", { class: "tick" }, connected, T.connected),
        h("small", {}, T.seedNote),
      ),
    ),
    maker.note,
    actions,
    list,
  );
}
