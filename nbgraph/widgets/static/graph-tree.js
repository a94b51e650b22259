/**
 * The graph as text: a tree of regions with one line a node, of what is open, as `core/drawing/text.py` writes it.
 * @typedef {import('./types.js').GraphNode} GraphNode
 * @typedef {import('./types.js').GraphRegion} GraphRegion
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./graph-model.js').View} View
 * @typedef {import('./graph-model.js').Bundle} Bundle
 */

import { visible } from "./dom.js";
import { foldedWords, short } from "./graph-words.js";
import { lineName } from "./source-lines.js";

const MARKS = new Map([
  ["variable", "loop variable"],
  ["merge", "merge"],
  ["element", "each"],
  ["stack", "collect"],
  ["pass", "unchanged"],
  ["unused", "unused"],
  ["leaves", "calls Python"],
  ["stretches", "stretches"],
  ["collective", "between devices"],
]);
const SIGNS = { data: "", feedback: "↺ ", control: "if ", order: "after " };

/**
 * @param {Model} model
 * @param {View} view
 * @returns {string}
 */
export function treeOf(model, view) {
  const held = heldBy(view);
  /** @type {Map<number, Bundle[]>} */
  const incoming = new Map();
  for (const edge of view.edges) incoming.set(edge.target, [...(incoming.get(edge.target) ?? []), edge]);
  const lines = [words(model.name)];

  /**
   * @param {number} region
   * @param {string} indent
   */
  function put(region, indent) {
    const items = held.get(region) ?? [];
    items.forEach((item, i) => {
      const last = i === items.length - 1;
      const stem = `${indent}${last ? "└─" : "├─"} `;
      if ("around" in item) {
        lines.push(`${stem}[${words(item.label)}]${where(item.span)}`);
        put(item.number, indent + (last ? "   " : "│  "));
      } else lines.push(stem + lineOf(item, incoming.get(item.number) ?? []));
    });
  }

  put(rootOf(view), "");
  return `${lines.join("\n")}\n`;
}

/** @param {View} view */
function rootOf(view) {
  return view.regions.find(({ parent }) => parent < 0)?.number ?? 0;
}

/**
 * What each region holds, in program order: a region stands where its first node does.
 * @param {View} view
 */
function heldBy(view) {
  const regions = new Map(view.regions.map((region) => [region.number, region]));
  /** @type {Map<number, (GraphNode | GraphRegion)[]>} */
  const held = new Map();
  const put = (/** @type {number} */ region, /** @type {GraphNode | GraphRegion} */ item) =>
    void held.set(region, [...(held.get(region) ?? []), item]);
  const placed = new Set([rootOf(view)]);
  for (const node of view.nodes) {
    for (const number of regions.get(node.region)?.around ?? []) {
      const region = regions.get(number);
      if (region === undefined || placed.has(number)) continue;
      placed.add(number);
      put(region.parent, region);
    }
    put(node.region, node);
  }
  for (const [region, items] of held) held.set(region, branchesInOrder(items));
  return held;
}

/**
 * The branches of a choice in the order of their cases, wherever their first nodes stand.
 * @param {(GraphNode | GraphRegion)[]} items
 */
function branchesInOrder(items) {
  const branches = items.filter((item) => branchOf(item) >= 0).sort((a, b) => branchOf(a) - branchOf(b));
  return items.map((item) => (branchOf(item) >= 0 ? (branches.shift() ?? item) : item));
}

/**
 * The number of the branch that an item is, open or closed; -1 of anything else.
 * @param {GraphNode | GraphRegion} item
 */
function branchOf(item) {
  if ("around" in item) return item.kind === "branch" ? item.number : -1;
  return item.operation === "branch" ? item.folds : -1;
}

/** What a closed box holds, where that is no operations. */
const HELD = new Map([
  ["columns", "arrays"],
  ["output", "parts"],
]);

/**
 * @param {GraphNode} node
 * @param {Bundle[]} incoming
 */
function lineOf(node, incoming) {
  const named = node.kind === "operation" ? node.names.filter((name) => name !== node.label) : [];
  const mark = node.kind === "input" || node.kind === "constant" ? node.kind : MARKS.get(node.role);
  return (
    [
      node.id,
      mark,
      node.label === mark ? "" : words(node.label),
      node.folds >= 0 && node.folded > 1
        ? `(${node.operation === "items" ? foldedWords(node) : `${node.folded} ${HELD.get(node.operation) ?? "operations"}`})`
        : "",
      named.length > 0 ? `→ ${named.map(words).join(", ")}` : "",
      node.avals.length > 0 && node.kind !== "output" ? `: ${node.avals.join(", ")}` : "",
      incoming.length > 0 ? `← ${incoming.map(sourceOf).join(", ")}` : "",
    ]
      .filter(Boolean)
      .join(" ") + where(node.span)
  );
}

/** @param {Bundle} edge */
function sourceOf({ kind, source, name }) {
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (kind)] ?? "";
  return `${sign}n${source}${name ? ` ${words(name)}` : ""}`;
}

/** @param {string} text */
function words(text) {
  return visible(short(text));
}

/** @param {Span | null} span */
function where(span) {
  return span ? `  (line ${lineName(span[0])})` : "";
}
