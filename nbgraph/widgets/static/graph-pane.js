/**
 * The dataflow graph: a drawing of nodes, edges and regions, or a text tree when there is none.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').GraphData} GraphData
 * @typedef {import('./types.js').NodeData} NodeData
 */

import { element, focusable } from "./dom.js";
import { reveal } from "./scroll.js";
import { copySvg } from "./svg-copy.js";
import { zoomBar } from "./zoom.js";

/**
 * @param {GraphData} data
 * @returns {Pane & { tools: HTMLElement | null }}
 */
export function graphPane(data) {
  const svg = data.svg === null ? null : copySvg(data.svg);
  return svg === null ? textTree(data) : drawing(svg, data);
}

/**
 * @param {SVGElement} svg
 * @param {GraphData} data
 * @returns {Pane & { tools: HTMLElement | null }}
 */
function drawing(svg, data) {
  svg.classList.add("nbg-svg");
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", "Dataflow graph. Arrow keys move between its nodes.");
  const el = element("div", { class: "nbg-drawing" }, svg);
  const shapes = new Map(
    [...svg.querySelectorAll("[data-id]")].map((shape) => [shape.getAttribute("data-id"), shape]),
  );
  const items = itemsOf(data).filter((item) => shapes.has(item.id ?? ""));
  const byId = new Map(items.map((item) => [item.id, item]));
  dress(shapes, data);
  for (const item of items) {
    const shape = /** @type {SVGElement} */ (shapes.get(item.id ?? ""));
    focusable(shape, -1).setAttribute("aria-label", item.text);
    shape.setAttribute("role", "img");
  }
  const stops = items.filter((item) => !item.frame);
  let cursor = 0;
  /** @type {Element[]} */
  let lit = [];
  hold(0);

  /** @param {number} index */
  function hold(index) {
    shapes.get(stops[cursor]?.id ?? "")?.setAttribute("tabindex", "-1");
    cursor = index;
    shapes.get(stops[cursor]?.id ?? "")?.setAttribute("tabindex", "0");
  }

  /** @type {Pane['light']} */
  function light(chosen, origin) {
    for (const old of lit) old.classList.remove("nbg-lit", "nbg-current", "nbg-near");
    lit = [];
    /** @type {Element[]} */
    const targets = [];
    for (const item of chosen) {
      const shape = byId.get(item.id) === item ? shapes.get(item.id ?? "") : undefined;
      if (shape === undefined) continue;
      shape.classList.add("nbg-lit");
      if (item === origin) shape.classList.add("nbg-current");
      const near = (item.near ?? []).flatMap((id) => shapes.get(id) ?? []);
      for (const neighbour of near) neighbour.classList.add("nbg-near");
      lit.push(shape, ...near);
      if (!item.frame) targets.push(shape);
    }
    if (!origin || byId.get(origin.id) !== origin) reveal(el, targets);
  }

  /** @type {Pane['at']} */
  function at(target, take) {
    const item = byId.get(target.closest("[data-id]")?.getAttribute("data-id") ?? "") ?? null;
    if (take && item && stops.includes(item)) hold(stops.indexOf(item));
    return item;
  }

  /** @type {Pane['move']} */
  function move(key) {
    const last = stops.length - 1;
    const next = {
      ArrowDown: cursor + 1,
      ArrowRight: cursor + 1,
      ArrowUp: cursor - 1,
      ArrowLeft: cursor - 1,
      Home: 0,
      End: last,
    }[key];
    if (next === undefined || last < 0) return null;
    hold(Math.min(Math.max(next, 0), last));
    const shape = /** @type {SVGElement} */ (shapes.get(stops[cursor].id ?? ""));
    shape.focus({ preventScroll: true });
    reveal(el, [shape]);
    return stops[cursor];
  }

  return { name: "graph", el, items, at, light, move, tools: zoomBar(svg, el) };
}

/**
 * Colour by what things are, as classes: the drawing's own colours stay behind, so that a theme can change them.
 * @param {Map<string | null, Element>} shapes
 * @param {GraphData} data
 */
function dress(shapes, data) {
  for (const { id, kind, role } of data.nodes) {
    shapes.get(id)?.classList.add("nbg-node", `nbg-node-${word(kind)}`, `nbg-node-${word(role) || "plain"}`);
  }
  for (const { id, kind } of data.edges) shapes.get(id)?.classList.add("nbg-edge", `nbg-edge-${word(kind)}`);
  for (const { id, kind } of data.regions)
    shapes.get(id)?.classList.add("nbg-region", `nbg-region-${word(kind)}`);
}

/** @param {string} text */
function word(text) {
  return text.replace(/[^a-z]/g, "");
}

/**
 * @param {GraphData} data
 * @returns {Item[]}
 */
function itemsOf(data) {
  /** @type {Map<string, string[]>} */
  const near = new Map();
  for (const edge of data.edges) {
    for (const end of [edge.source, edge.target]) near.set(end, [...(near.get(end) ?? []), edge.id]);
  }
  const nodes = data.nodes.map((node) => ({
    pane: "graph",
    id: node.id,
    span: node.span,
    text: nodeText(node),
    near: near.get(node.id) ?? [],
  }));
  const regions = data.regions.map((region) => ({
    pane: "graph",
    id: region.id,
    span: region.span,
    text: [region.label, region.kind, ...(region.span ? [`line ${region.span[0]}`] : [])].join(" · "),
    frame: true,
  }));
  return [...nodes, ...regions];
}

/** @param {NodeData} node */
function nodeText(node) {
  const parts = [node.label];
  if (node.operation && node.operation !== node.label) parts.push(node.operation);
  if (node.names.length > 0) parts.push(`gives ${node.names.join(", ")}`);
  parts.push(...node.avals);
  if (node.folded > 0) parts.push(`${node.folded} operations folded`);
  if (node.span) parts.push(`line ${node.span[0]}`);
  return parts.join(" · ");
}

/**
 * @param {GraphData} data
 * @returns {Pane & { tools: null }}
 */
function textTree(data) {
  const el = focusable(
    element("pre", { class: "nbg-tree", "aria-label": "Dataflow graph as text" }, data.text),
    0,
  );
  return { name: "graph", el, items: [], at: () => null, light: () => {}, move: () => null, tools: null };
}
