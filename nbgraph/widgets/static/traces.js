/**
 * The cache of a function above a call: which trace the call uses and why; unfolded, a row for each trace.
 * @typedef {import('./types.js').TracesData} TracesData
 */

import { element, focusable } from "./dom.js";
import { prose } from "./prose.js";
import { say } from "./words.js";

const HEADS = ["trace", "arguments", "made at", "cost", "used by", "because"];

const HOW =
  "These are the traces that the calls make where the function is called; to be shown and measured here, each call is traced by itself.";

/**
 * @param {TracesData} data
 * @returns {HTMLElement}
 */
export function tracesPanel(data) {
  const rows = data.rows.map((cells, at) =>
    element(
      "tr",
      at === data.number ? { class: "nbg-used", "aria-current": "true" } : {},
      element("th", { scope: "row" }, String(at + 1)),
      ...cells.map((cell) => element("td", {}, ...prose(say(cell) || "–"))),
    ),
  );
  const table = element(
    "table",
    { class: "nbg-table" },
    element(
      "thead",
      {},
      element("tr", {}, ...HEADS.map((head) => element("th", { scope: "col" }, say(head)))),
    ),
    element("tbody", {}, ...rows),
  );
  return element(
    "details",
    { class: "nbg-traces" },
    focusable(element("summary", {}, ...prose(say(data.said))), 0),
    focusable(element("div", { class: "nbg-table-frame" }, table), 0),
    ...[data.ran, HOW].filter(Boolean).map((text) => element("p", { class: "nbg-fine" }, say(text))),
  );
}
