/**
 * Cost as colour: how much each box works, estimated from shapes. The number stands beside the colour.
 * @typedef {import('./types.js').GraphNode} GraphNode
 * @typedef {'flops' | 'bytes'} Measure
 */

import { element, svgElement } from "./dom.js";
import { say, tell } from "./words.js";

/** Steps of the colour; each is as many times the one before. */
export const STEPS = 5;

/**
 * The step of each amount, 0 for nothing, `STEPS` for the most; equal ratios are equal distances.
 * @param {number} amount
 * @param {number} most
 */
export function stepOf(amount, most) {
  if (amount <= 0 || most <= 0) return 0;
  if (most === 1) return STEPS;
  return 1 + Math.round((Math.log(amount) / Math.log(most)) * (STEPS - 1));
}

/**
 * A number in few characters: 950, 1.2k, 35M.
 * @param {number} amount
 */
export function briefly(amount) {
  const units = ["", "k", "M", "G", "T", "P"];
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${amount >= 99.5 || unit === 0 ? Math.round(amount) : Number(amount.toPrecision(2))}${units[unit]}`;
}

/**
 * Colours the nodes of a drawing; takes the colour away when there is no measure.
 * @param {Map<string, SVGElement>} shapes
 * @param {GraphNode[]} nodes
 * @param {Map<number, import('./splines.js').Box>} boxes
 * @param {Measure | null} measure
 */
export function paint(shapes, nodes, boxes, measure) {
  const costs = nodes.filter((node) => node.kind === "operation" && node.role !== "merge");
  const most = measure ? Math.max(0, ...costs.map((node) => node[measure])) : 0;
  for (const node of costs) {
    const shape = shapes.get(node.id);
    shape?.querySelector(".nbg-cost")?.remove();
    for (let step = 0; step <= STEPS; step++) shape?.classList.remove(`nbg-heat-${step}`);
    const box = boxes.get(node.number);
    if (!shape || !measure || !box) continue;
    shape.classList.add(`nbg-heat-${stepOf(node[measure], most)}`);
    if (node[measure] === 0) continue;
    const place = { x: box[2] + 3, y: box[3] - 2, "font-size": 12 };
    shape.append(svgElement("text", { class: "nbg-cost", ...place }, briefly(node[measure])));
  }
}

/**
 * What the colours mean.
 * @param {Measure} measure
 */
export function heatLegend(measure) {
  const ramp = Array.from({ length: STEPS }, (_, i) => element("i", { class: `nbg-heat-${i + 1}` }));
  const unit = measure === "flops" ? say("arithmetic operations") : say("bytes read and written");
  return element(
    "span",
    { class: "nbg-heat-legend" },
    element("span", { class: "nbg-ramp", "aria-hidden": "true" }, ...ramp),
    tell(
      "{0}, from few to the most here: estimate from shapes, nothing fused, each loop's body counted once",
      unit,
    ),
  );
}
