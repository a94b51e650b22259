/**
 * What loops carry, iteration by iteration: the charts come as shapes, which are drawn as they are.
 * @typedef {import('./types.js').HistoryData} HistoryData
 */

import { element, svgElement } from "./dom.js";

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
        left ? element("p", { class: "nbg-fine" }, `${left} more without a picture.`) : null,
      ),
    ),
    ...notes.map((note) => element("p", { class: "nbg-fine" }, note)),
  );
}
