// Shows how the search spaces of N-Queens grow with n: a table and a chart.

import { ApiError, stream } from "../base/api.js";
import { logChart } from "../base/chart.js";
import { field, h, replaceChildren, tableHead } from "../base/dom.js";
import { groupDigits } from "../base/labs_texts.js";
import { scrollableTable, searchButton } from "../base/search_button.js";
import { Q } from "./nqueens_texts.js";

/** Makes the content of the panel. @param {import("../base/app_types.js").App} app */
export function growthPanel(app) {
  const rows = h("input", { type: "number", min: 1, max: 16, value: 12, inputmode: "numeric" });
  const output = h("div", { class: "stack" });
  const search = searchButton(app, Q.growthGo, "levels", async (signal, report) => {
    if (!rows.reportValidity()) return;
    /** @type {any[]} */
    const found = [];
    await stream(
      "nqueens/growth",
      { rows: Number(rows.value) },
      (event, data) => {
        if (event === "error") throw new ApiError(data.error, 500);
        if (event !== "row") return;
        found.push(data);
        report(Q.growthBusy(data.n));
        replaceChildren(output, growthChart(found), growthTable(found));
      },
      signal,
    );
    return Q.growthBusy(found.length);
  });
  return [
    h("p", { class: "muted" }, Q.growthHow),
    h("div", { class: "form" }, field(Q.growthRows, rows)),
    h("div", { class: "row" }, search.go),
    search.note,
    output,
  ];
}

/** Writes a count in full, or in scientific notation if it is long. @param {string | number | null} count */
function formatCount(count) {
  if (count === null) return "–";
  const text = String(count);
  return text.length > 15 ? `${text[0]}.${text.slice(1, 4)}e${text.length - 1}` : groupDigits(text);
}

/** @param {any[]} rows */
const growthTable = (rows) =>
  scrollableTable(
    Q.growth,
    h(
      "table",
      { class: "growth" },
      tableHead(Q.growthShort),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row.n),
            Q.growthKinds.map(([name]) => h("td", {}, formatCount(row[name]))),
            h("td", {}, row.ms.toFixed(1)),
          ),
        ),
      ),
    ),
  );

/** @param {any[]} rows */
function growthChart(rows) {
  const lines = Q.growthKinds.map(([name, label]) => ({
    label,
    points: rows.filter((row) => Number(row[name])).map((row) => ({ x: row.n, y: Number(row[name]), open: false })),
  }));
  return logChart(lines, { name: Q.chart, across: Q.chartAcross, mark: Q.power });
}
