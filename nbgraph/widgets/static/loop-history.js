/**
 * What loops carry, iteration by iteration: the charts come as shapes, which are drawn as they are.
 * @typedef {import('./types.js').HistoryData} HistoryData
 */

import { element, svgElement } from "./dom.js";
import { say, tell } from "./words.js";

/** @param {HistoryData} data */
export function historyPlots({ loops, notes }) {
  return element(
    "div",
    { class: "nbg-history" },
    ...loops.map(({ title, charts, left }) =>
      element(
        "figure",
        {},
        element("figcaption", {}, title),
        ...charts.map(({ label, box, shapes }) =>
          svgElement(
            "svg",
            { role: "img", "aria-label": label, viewBox: box },
            ...shapes.map(([tag, attributes, text]) => svgElement(tag, attributes, text)),
          ),
        ),
        left ? element("p", { class: "nbg-fine" }, tell("{0} more without a picture.", left)) : null,
      ),
    ),
    ...notes.map((note) => element("p", { class: "nbg-fine" }, say(note))),
  );
}
