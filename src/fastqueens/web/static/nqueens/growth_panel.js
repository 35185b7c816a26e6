// Shows how the search spaces of N-Queens and the common orders of growth grow with n: tables and charts.

import { ApiError, stream } from "../base/api.js";
import { logChart } from "../base/chart.js";
import { field, h, replaceChildren, tableHead } from "../base/dom.js";
import { groupDigits } from "../base/labs_texts.js";
import { scrollable, searchButton } from "../base/search_button.js";
import { formatDuration } from "../base/strings.js";
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
        const orders = found.map((row) => row.orders);
        replaceChildren(
          output,
          h(
            "div",
            { class: "growth-charts" },
            growthChart(found, Q.growthKinds, Q.chart, Q.chartAcross),
            growthChart(orders, Q.orderKinds, Q.ordersChart, "n"),
          ),
          spacesTable(found),
          ordersTable(orders),
        );
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

/** Writes a value of an order of growth; logarithms have one decimal. @param {string} name @param {number} value */
const formatOrder = (name, value) => (name.endsWith("logarithm") ? value.toFixed(1) : formatCount(value));

/** @param {string} name @param {string[]} head @param {any[]} rows @param {(row: any) => string[]} cellsOf */
const growthTable = (name, head, rows, cellsOf) =>
  scrollable(
    name,
    h(
      "table",
      { class: "growth" },
      tableHead(head),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row.n),
            cellsOf(row).map((x) => h("td", {}, x)),
          ),
        ),
      ),
    ),
  );

/** @param {any[]} rows */
const spacesTable = (rows) =>
  growthTable(Q.growth, Q.growthShort, rows, (row) => [
    ...Q.growthKinds.map(([name]) => formatCount(row[name])),
    formatDuration(row.ms),
  ]);

/** @param {any[]} rows */
function ordersTable(rows) {
  const kinds = Q.orderKinds.filter(([name]) => name !== "n"); // n is the first column
  const head = ["n", ...kinds.map(([, label]) => label)];
  return growthTable(Q.orders, head, rows, (row) => kinds.map(([name]) => formatOrder(name, row[name])));
}

/** @param {any[]} rows @param {[string, string][]} kinds @param {string} title @param {string} across */
function growthChart(rows, kinds, title, across) {
  const lines = kinds.map(([name, label]) => ({
    label,
    points: rows.filter((row) => Number(row[name])).map((row) => ({ x: row.n, y: Number(row[name]), open: false })),
  }));
  return logChart(lines, { name: title, across, mark: Q.power });
}
