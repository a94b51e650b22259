/**
 * The numbers of a sweep as a table, folded under the plot: what a screen reader, a copy or a close look wants.
 * @typedef {import('./types.js').SweepData} SweepData
 */

import { element, focusable } from "./dom.js";
import { duration } from "./format.js";
import { say } from "./words.js";

/**
 * @param {SweepData} data
 * @returns {HTMLElement}
 */
export function sweepTable(data) {
  const firsts = new Map(data.first.map(([size, seconds]) => [size, seconds]));
  const columns = data.series.map(({ points }) => new Map(points.map(([size, seconds]) => [size, seconds])));
  const heads = [data.over, ...data.series.map((series) => say(series.label)), say("first call")];
  const rows = data.sizes.map((size) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, size.toLocaleString("en")),
      ...[...columns, firsts].map((column) => element("td", {}, shown(column.get(size)))),
    ),
  );
  const table = element(
    "table",
    { class: "nbg-table" },
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows),
  );
  return element(
    "details",
    { class: "nbg-as-table" },
    focusable(element("summary", {}, say("Medians as a table")), 0),
    focusable(element("div", { class: "nbg-table-frame" }, table), 0),
  );
}

/** @param {number | undefined} seconds */
function shown(seconds) {
  return seconds === undefined ? "–" : duration(seconds);
}
