/**
 * What is set on the shapes of a drawn graph: what they are called and do, and which of them are lit.
 * @typedef {import('./types.js').Item} Item
 * @typedef {Map<string, SVGElement>} Shapes by the ids of the items
 */

import { focusable } from "./dom.js";

/**
 * Lets the keyboard come to these, under their names.
 * @param {Shapes} shapes
 * @param {Item[]} stops
 */
export function nameStops(shapes, stops) {
  for (const item of stops) {
    const shape = focusable(/** @type {SVGElement} */ (shapes.get(item.id ?? "")), -1);
    shape.setAttribute("aria-label", nameOf(item, shape));
    const opens = item.toggles ?? item.asks;
    shape.setAttribute("role", opens === undefined ? "img" : "button");
    if (opens !== undefined) shape.setAttribute("aria-expanded", String(Boolean(item.frame)));
  }
}

/**
 * What a shape is called: the words that it bears come first, as whoever sees them would say them.
 * @param {Item} item
 * @param {SVGElement} shape
 */
function nameOf({ text }, shape) {
  const words = [...shape.querySelectorAll(":scope > text")].map((line) => line.textContent).join(" ");
  return text.startsWith(words) ? text : [words, ...text.split(" · ").slice(1)].join(" · ");
}

/**
 * Lights those of the items that stand in the graph, and softly what is next to them.
 * @param {Shapes} shapes
 * @param {Item[]} chosen
 * @param {Item | null} origin what is pointed at
 * @returns {{ lit: Element[], targets: Element[] }} `targets` are to be brought into view
 */
export function lightShapes(shapes, chosen, origin) {
  /** @type {Element[]} */
  const lit = [];
  /** @type {Element[]} */
  const targets = [];
  for (const item of chosen) {
    const shape = item.pane === "graph" ? shapes.get(item.id ?? "") : undefined;
    if (shape === undefined) continue;
    shape.classList.add("nbg-lit");
    if (item === origin) shape.classList.add("nbg-current");
    const near = (item.near ?? []).flatMap((id) => shapes.get(id) ?? []);
    for (const neighbour of near) neighbour.classList.add("nbg-near");
    lit.push(shape, ...near);
    if (!item.frame) targets.push(shape);
  }
  return { lit, targets };
}

/** @param {Element[]} lit */
export function darken(lit) {
  for (const shape of lit) shape.classList.remove("nbg-lit", "nbg-current", "nbg-near");
}
