/**
 * What a search found, marked in the picture: nodes, and boxes with how many matches are inside.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./graph-search.js').Found} Found
 * @typedef {{ model: Model, open: Set<number>, layout: import('./compose.js').Layout,
 *   drawing: import('./graph-draw.js').Drawing }} Seen
 */

import { svgElement } from "./dom.js";
import { closings } from "./graph-model.js";
import { tell } from "./words.js";

/**
 * The id of what shows a match: its node, its border, or the box that it is in.
 * @param {Model} model
 * @param {Set<number>} open
 * @param {Found} found
 */
export function placeOf(model, open, found) {
  const closed = closings(model, open).get(found.region) ?? -1;
  return closed < 0 ? itself(open, found) : (model.boxes.get(closed)?.id ?? "");
}

/**
 * @param {Set<number>} open
 * @param {Found} found
 */
function itself(open, { id, opened }) {
  return opened !== undefined && open.has(Number(opened.slice(1))) ? opened : id;
}

/** @param {Element} shape */
export function unmark(shape) {
  shape.classList.remove("nbg-match", "nbg-match-here");
  if (shape.classList.contains("nbg-inside")) shape.remove();
}

/**
 * @param {Seen} seen
 * @param {Found[]} found
 * @param {Found | null} here
 * @returns {Element[]} what was marked
 */
export function markFound({ model, open, layout, drawing }, found, here) {
  /** @type {Map<string, number>} */
  const inside = new Map();
  const closed = closings(model, open);
  const marked = [];
  for (const each of found) {
    const box = model.boxes.get(closed.get(each.region) ?? -1);
    const id = box?.id ?? itself(open, each);
    const shape = drawing.shapes.get(id);
    if (!shape) continue;
    shape.classList.add("nbg-match");
    marked.push(shape);
    if (box) inside.set(id, (inside.get(id) ?? 0) + 1);
  }
  for (const [id, count] of inside) {
    const box = layout.nodes.get(Number(id.slice(1)));
    if (!box) continue;
    const words = tell(count === 1 ? "{0} match inside" : "{0} matches inside", count);
    const place = {
      class: "nbg-inside",
      x: (box[0] + box[2]) / 2,
      y: box[3] + 12,
      "text-anchor": "middle",
    };
    const told = svgElement("text", { ...place, "font-size": 13 }, words);
    drawing.svg.append(told); // over the box that follows close by
    marked.push(told);
  }
  if (here) drawing.shapes.get(placeOf(model, open, here))?.classList.add("nbg-match-here");
  return marked;
}
