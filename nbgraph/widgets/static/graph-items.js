/**
 * What in a picture can be pointed at: nodes, edges and regions, with the source they belong to.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./graph-model.js').View} View
 */

import { closings, isMissing } from "./graph-model.js";
import { edgeText, nodeText, regionText } from "./graph-words.js";

/**
 * In reading order. What a closed box hides is an item, too: its line lights the box.
 * @param {Model} model
 * @param {View} view
 * @param {Set<number>} open
 * @returns {Item[]}
 */
export function itemsOf(model, view, open) {
  /** @type {Map<number, string[]>} */
  const near = new Map();
  for (const edge of view.edges) {
    for (const end of [edge.source, edge.target]) {
      const known = near.get(end);
      if (known) known.push(edge.id);
      else near.set(end, [edge.id]);
    }
  }
  const labels = new Map(view.nodes.map((node) => [node.number, node.label]));
  /** @type {Map<number, Item>} */
  const boxes = new Map();
  /** @type {[number, Item][]} with the place in reading order */
  const items = [];
  for (const node of view.nodes) {
    const opens = node.folds >= 0 && model.openable.has(node.folds);
    /** @type {Item} */
    const item = {
      pane: "graph",
      id: node.id,
      span: node.span,
      text: nodeText(node, opens, model.asked),
      near: near.get(node.number) ?? [],
      stop: true,
      ...(opens ? { toggles: node.folds } : {}),
      ...(isMissing(model, node) ? { asks: node.folds } : {}),
    };
    items.push([node.number, item]);
    if (node.folds >= 0) boxes.set(node.folds, item);
  }
  for (const region of view.regions) {
    if (region.parent < 0) continue;
    const first = view.nodes.find((node) => model.regions.get(node.region)?.around.includes(region.number));
    /** @type {Item} */
    const item = { pane: "graph", id: region.id, span: region.span, text: regionText(region), frame: true };
    const toggles = { stop: true, toggles: region.number };
    items.push([(first?.number ?? 0) - 1 + region.around.length / 100, { ...item, ...toggles }]);
  }
  items.sort((one, other) => one[0] - other[0]);
  const hidden = hiddenIn(model, boxes, closings(model, open));
  const edges = view.edges.map((edge) => ({
    pane: "graph",
    id: edge.id,
    span: null,
    text: edgeText(edge, labels),
    near: [`n${edge.source}`, `n${edge.target}`],
  }));
  return [...items.map(([, item]) => item), ...hidden, ...edges];
}

/**
 * An item for each stretch of the source that closed boxes hide something of: nodes, regions, and what only the search
 * knows. It is the box that lights.
 * @param {Model} model
 * @param {Map<number, Item>} boxes
 * @param {Map<number, number>} closed the outermost closed region around each
 * @returns {Item[]}
 */
function hiddenIn(model, boxes, closed) {
  /** @type {Map<string, Item>} */
  const found = new Map();
  /**
   * @param {number} region
   * @param {Span | null} span
   */
  function hide(region, span) {
    const box = boxes.get(closed.get(region) ?? -1);
    if (box && span && String(box.span) !== String(span))
      found.set(`${box.id} ${span}`, { ...box, span, stop: false });
  }

  for (const { region, span } of model.nodes) hide(region, span);
  for (const { number, span } of model.regions.values()) hide(number, span);
  for (const { region, line } of model.hidden) hide(region, line > 0 ? [line, 0, line, Infinity] : null);
  return [...found.values()];
}
