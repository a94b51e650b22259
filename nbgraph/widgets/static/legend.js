/**
 * What the shapes and borders mean: those that are in the picture, and no others.
 * @typedef {import('./graph-draw.js').Drawing} Drawing
 */

import { element, svgElement } from "./dom.js";
import { border, BORDERS, handle, KINDS, outline } from "./shapes.js";
import { say } from "./words.js";

/** @param {Drawing} drawing */
export function legendOf(drawing) {
  const kinds = [...KINDS].filter(([kind]) => drawing.kinds.has(kind));
  const borders = [...BORDERS].filter(([kind]) => drawing.borders.has(kind));
  const dashed = drawing.svg.querySelector(".nbg-edge-feedback");
  const dotted = drawing.svg.querySelector(".nbg-edge-control");
  const ordered = drawing.svg.querySelector(".nbg-edge-order");
  return element(
    "ul",
    { class: "nbg-legend", "aria-label": say("Legend") },
    ...kinds.map(([kind, name]) => entry(name, `nbg-node nbg-node-${kind}`, sampleOf(kind))),
    ...borders.map(([kind, name]) =>
      entry(
        kind === "branch" ? "branch, True on the left" : name,
        `nbg-region nbg-region-${kind}`,
        border(kind, [2, 2, 34, 20]),
      ),
    ),
    dashed ? entry("to the next iteration", "nbg-edge nbg-edge-feedback", [stroke()]) : null,
    dotted ? entry("decides", "nbg-edge nbg-edge-control", [stroke()]) : null,
    ordered ? entry("waits for the effect before", "nbg-edge nbg-edge-order", [stroke()]) : null,
    drawing.svg.querySelector(".nbg-handle")
      ? entry("open, close", "", [handle(10, 11, true), handle(27, 11, false)])
      : null,
  );
}

/**
 * @param {string} kind
 * @returns {SVGElement[]}
 */
function sampleOf(kind) {
  // What has no outline is words alone.
  const words = { x: 18, y: 16, "text-anchor": "middle", "font-size": 14 };
  return [...outline(kind, [3, 4, 33, 18]), ...(kind === "pass" ? [svgElement("text", words, "x")] : [])];
}

function stroke() {
  return svgElement("path", { class: "nbg-line", d: "M2,11H34" });
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {SVGElement[]} parts
 */
export function entry(name, kind, parts) {
  const sample = svgElement(
    "svg",
    { class: "nbg-sample", viewBox: "0 0 36 22", width: 36, height: 22, "aria-hidden": "true" },
    svgElement("g", { class: kind }, ...parts),
  );
  return element("li", {}, sample, say(name));
}
