/**
 * What stands on and about the parts of a graph, in words.
 * @typedef {import('./types.js').GraphNode} GraphNode
 * @typedef {import('./types.js').GraphRegion} GraphRegion
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./graph-model.js').View} View
 * @typedef {import('./graph-model.js').Bundle} Bundle
 */

import { fitted } from "./format.js";
import { BORDERS } from "./shapes.js";
import { lineName } from "./source-lines.js";
import { say, sayPart, tell } from "./words.js";

/** As many characters of a label are drawn; as in `core/drawing/labels.py`. */
const LONGEST = 48;

/** What is said where a region is to be opened that is not in the page, and nothing can be asked for it. */
export const NOT_HERE =
  "What is in it is not in this page. `ng.interact` and `%%autograph --live` open it, as long as there is a kernel.";
export const NO_KERNEL = "Kernel needed: run this cell, then it opens.";

/** @param {number} count */
export function operations(count) {
  return tell(count === 1 ? "{0} operation" : "{0} operations", count.toLocaleString("en"));
}

/**
 * Whether a node stands for the items of a list.
 * @param {GraphNode} node
 */
function isList({ operation, folds }) {
  return operation === "items" && folds >= 0;
}

/**
 * How much is in a closed box.
 * @param {GraphNode} node
 */
export function foldedWords(node) {
  return isList(node) ? tell("{0} items", node.folded) : operations(node.folded);
}

/**
 * @param {string} text
 * @param {number} [room] in characters
 */
export function short(text, room = LONGEST) {
  return fitted(text, Math.min(room, LONGEST));
}

/** Our words in a picture that are no Python: what could be a variable is ours where the kind of its part says so. */
const OURS = /^(?:and no .+|iterations? [\d–]+|stored item)$/;

/**
 * Our words for a part of the picture, in the page's language: in the table they are marked, for a variable may have
 * the name.
 * @param {string} label
 * @returns {string}
 */
function ours(label) {
  const [, form, numbers] = /^(iterations?) ([\d–]+)$/.exec(label) ?? [];
  if (form) return tell(`${form} {0}`, numbers);
  const and = label.startsWith("and no ") && label.slice(4).split(", ");
  if (label.startsWith("changed ")) return tell("changed {0} (part)", label.slice(8)).replace(" (part)", "");
  return and ? tell("and {0} (part)", and.map(ours).join(", ")).replace(" (part)", "") : sayPart(label);
}

/**
 * What is changed of the caller's has our word before its name.
 * @param {string} kind of a node or a region
 * @param {string} label
 */
function isChange(kind, label) {
  return (kind === "output" || kind === "items") && label.startsWith("changed ");
}

/**
 * The lines in a node's box: its label, then how much is folded into it or the shape of what it makes.
 * @param {GraphNode} node
 */
export function linesOf(node) {
  const isOurs = node.role === "checks" || OURS.test(node.label) || isChange(node.kind, node.label);
  const label = inLines(isOurs ? ours(node.label) : node.label).map((line) => short(line));
  if (node.role === "folded" || isList(node)) return [...label, foldedWords(node)];
  const shape = node.avals.find((aval) => !aval.endsWith("[]"));
  return shape && node.kind !== "output" ? [...label, shape] : label;
}

/**
 * A choice that is long as two lines, as in `core/drawing/labels.py`.
 * @param {string} label
 */
export function inLines(label) {
  const breaks = label.length > BORDER ? [...label.matchAll(/ (?=(?:if|else) )/g)] : [];
  if (breaks.length === 0) return [label];
  const longer = breaks.map(({ index }) => Math.max(index, label.length - index));
  const { index } = breaks[longer.indexOf(Math.min(...longer))];
  return [label.slice(0, index), label.slice(index + 1)];
}

/** What a border has room for at least, in characters, as it was laid out; and the width of one, with its margins. */
const [BORDER, WIDE, MARGINS] = [28, 7.5, 24];

/** Shorter names of regions: a loop by its variables, a choice by its test, a pass of a derivative by its direction. */
const SHORTER = [
  /^(?:\d+ × )?for .+?(?= in )/s,
  /\bif .+(?= else )/s,
  /^\d+ × for\b|\bif\b|^(?:while|for)\b|^(?:for|back)ward(?= of )/,
];

/**
 * The forms of a border's words, the longest that fits first: none ends in the middle of an expression if another does
 * not. Of `if a > 0` it is `if` alone when the test's own box says the rest.
 * @param {GraphRegion} region
 * @param {Set<string>} tests
 * @param {number} width of the border
 */
export function borderForms({ kind, label }, tests, width) {
  if (kind === label || kind === "checks" || OURS.test(label) || isChange(kind, label)) return [ours(label)];
  const shorter = SHORTER.flatMap((form) => form.exec(label) ?? []);
  const [, keyword, rest] = /^(\S*) ?(.*)$/s.exec(label) ?? ["", label, ""];
  if (["branch", "cond", "while"].includes(kind) && tests.has(rest)) return [keyword];
  const most = Math.max(BORDER, Math.floor((width - MARGINS) / WIDE));
  const forms = [label, ...shorter].filter((form) => form.length <= most);
  return forms.length > 0 ? forms : [fitted(label, most)];
}

/**
 * The variable on an edge, unless a box at either end says it already.
 * @param {Bundle} edge
 * @param {Map<number, string>} labels
 * @param {Model} model
 */
export function edgeName(edge, labels, model) {
  if (edge.kind === "control") return model.regions.get(edge.into)?.kind === "branch" ? "" : edge.name;
  const ends = [labels.get(edge.source), labels.get(edge.target)];
  return ends.includes(edge.name) || ends.includes(`return ${edge.name}`) ? "" : short(edge.name);
}

/**
 * @param {GraphNode} node
 * @param {boolean} closed whether it can be opened
 * @param {boolean} asked whether a kernel can open it
 */
export function nodeText(node, closed, asked) {
  const parts = isChange(node.kind, node.label) ? [ours(node.label)] : [node.label];
  if (node.operation && node.operation !== node.label && parts[0] === node.label) parts.push(node.operation);
  if (node.names.length > 0) parts.push(tell("gives {0}", node.names.join(", ")));
  parts.push(...node.avals);
  if (node.folded > 0)
    parts.push(isList(node) ? foldedWords(node) : tell("{0} folded", operations(node.folded)));
  if (node.folded > 1 && !closed)
    parts.push(say(asked ? "what is in it is asked of the kernel" : "what is in it is not in this page"));
  const derived = node.label.startsWith("∂(");
  if (node.span) parts.push(tell(derived ? "derivative of line {0}" : "line {0}", lineName(node.span[0])));
  return parts.join(" · ");
}

/** @param {GraphRegion} region */
export function regionText(region) {
  const kind = say(BORDERS.get(region.kind) ?? region.kind);
  return [region.label, kind, ...(region.span ? [tell("line {0}", lineName(region.span[0]))] : [])].join(
    " · ",
  );
}

/**
 * @param {Bundle} edge
 * @param {Map<number, string>} labels
 */
export function edgeText(edge, labels) {
  const value = edge.kind === "control" ? tell("when {0}", edge.name) : edge.name || say("value");
  const way = tell("from {0} to {1}", labels.get(edge.source) ?? "", labels.get(edge.target) ?? "");
  if (edge.kind === "order") return `${say("waits for the effect before")} · ${way}`;
  return [value, edge.aval, way, edge.kind === "feedback" ? say("next iteration") : ""]
    .filter(Boolean)
    .join(" · ");
}

/**
 * How much is folded, and left out of a sketch, for the line under the picture.
 * @param {Model} model
 * @param {View} view
 * @param {import('./compose.js').Layout} layout
 */
export function foldedText(model, view, { nodes, isSketch }) {
  const boxes = view.nodes.filter((node) => node.role === "folded");
  const gone = view.nodes.filter((node) => isSketch && !nodes.has(node.number) && node.kind === "operation");
  const unseen = new Set([...boxes, ...gone]);
  if (unseen.size === 0) return "";
  const inside = [...unseen].reduce((sum, node) => sum + (node.folded || 1), 0);
  const form = boxes.length === 1 ? "{0} of {1} folded into {2} box" : "{0} of {1} folded into {2} boxes";
  return tell(
    gone.length > 0 ? "Sketch without {0} of {1}: “everything” has them" : form,
    operations(inside),
    model.total.toLocaleString("en"),
    boxes.length,
  );
}
