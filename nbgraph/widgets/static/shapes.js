/**
 * Outlines: shape tells kinds apart, colour only repeats it. Also the samples of the legend are made of these.
 * @typedef {import('./splines.js').Box} Box
 */

import { svgElement } from "./dom.js";

/** Kinds and roles that have a shape and a name of their own; the first that fits counts. */
export const KINDS = new Map([
  ["input", "argument"],
  ["output", "result"],
  ["constant", "constant"],
  ["folded", "folded region"],
  ["checks", "bookkeeping"],
  ["test", "decision"],
  ["variable", "loop variable"],
  ["element", "element of this iteration"],
  ["stack", "collected results"],
  ["merge", "merge of a conditional"],
  ["pass", "passed through unchanged"],
  ["unused", "unused: nothing needs its value"],
  ["leaves", "calls Python: leaves the graph"],
  ["collective", "between devices: takes what others have"],
  ["stretches", "larger than each operand: both are stretched"],
  ["operation", "operation"],
]);

/** Borders, told apart by their strokes. */
export const BORDERS = new Map([
  ["while", "loop"],
  ["scan", "loop of known length"],
  ["cond", "conditional"],
  ["branch", "branch"],
  ["test", "loop condition"],
  ["body", "loop body"],
  ["call", "called function"],
  ["library", "library function"],
  ["scope", "part of the program"],
  ["rule", "rule of a derivative, as it is written"],
  ["checks", "bookkeeping"],
  ["items", "items of a list"],
  ["unrolled", "unrolled loop"],
  ["iteration", "iteration"],
  ["repeats", "further iterations"],
  ["forward", "forward pass of a derivative"],
  ["backward", "backward pass: ∂(x) is the derivative through x"],
  ["vmap", "batch: all elements at once"],
]);

/**
 * What a node is to the eye.
 * @param {{ kind: string, role: string }} node
 * @param {boolean} decides whether a choice hangs on it
 */
export function kindOf({ kind, role }, decides) {
  if (role === "folded") return role;
  if (decides && kind === "operation") return "test";
  return KINDS.has(role) ? role : KINDS.has(kind) ? kind : "operation";
}

/**
 * The outline of a node, without words.
 * @param {string} kind one of `KINDS`
 * @param {Box} box
 * @returns {SVGElement[]}
 */
export function outline(kind, [left, top, right, bottom]) {
  const [w, h] = [right - left, bottom - top];
  const [x, y] = [left + w / 2, top + h / 2];
  const roof = Math.min(h * 0.38, 12);
  const polygon = (/** @type {number[]} */ ...points) => [
    svgElement("polygon", { class: "nbg-shape", points: points.map((value) => value.toFixed(1)).join(" ") }),
  ];
  const ellipse = (/** @type {number} */ less) =>
    svgElement("ellipse", { class: "nbg-shape", cx: x, cy: y, rx: w / 2 - less, ry: h / 2 - less });
  const sheet = (/** @type {number} */ by) =>
    svgElement("rect", {
      class: "nbg-shape",
      x: left + by,
      y: top - by,
      width: w - 4,
      height: h - 4,
      rx: 3,
      transform: "translate(0 4)",
    });
  switch (kind) {
    case "input":
    case "constant":
      return [ellipse(0)];
    case "output":
      return [ellipse(0), ellipse(4)];
    case "folded":
      return [sheet(4), sheet(0)];
    case "test":
      return polygon(
        left,
        y,
        left + h / 3,
        top,
        right - h / 3,
        top,
        right,
        y,
        right - h / 3,
        bottom,
        left + h / 3,
        bottom,
      );
    case "variable":
    case "element":
      return polygon(left, top + roof, x, top, right, top + roof, right, bottom, left, bottom);
    case "stack":
      return polygon(left, top, right, top, right, bottom - roof, x, bottom, left, bottom - roof);
    case "merge":
      return polygon(left, top, right, top, right - h / 3, bottom, left + h / 3, bottom);
    case "leaves":
      return polygon(left, top, right - h / 2, top, right, y, right - h / 2, bottom, left, bottom);
    case "collective": {
      const cut = Math.min(h * 0.3, 10);
      return polygon(
        ...[left, top + cut, left + cut, top, right - cut, top, right, top + cut],
        ...[right, bottom - cut, right - cut, bottom, left + cut, bottom, left, bottom - cut],
      );
    }
    case "pass":
      return [svgElement("rect", { class: "nbg-shape nbg-bare", x: left, y: top, width: w, height: h })];
    default:
      return [svgElement("rect", { class: "nbg-shape", x: left, y: top, width: w, height: h, rx: 6 })];
  }
}

/**
 * Where on the outline of a node the handle stands that opens it: at the upper left.
 * @param {string} kind one of `KINDS`
 * @param {Box} box
 * @returns {[number, number]}
 */
export function corner(kind, [left, top, right, bottom]) {
  const [w, h] = [right - left, bottom - top];
  const round = 0.5 - Math.SQRT1_2 / 2;
  if (kind === "input" || kind === "constant" || kind === "output")
    return [left + w * round, top + h * round];
  return kind === "test" ? [left + h / 6, top + h / 4] : [left, top];
}

/**
 * The part of a node that bears its words: of several sheets the one in front, of an arrow what is left of its point.
 * @param {string} kind one of `KINDS`
 * @param {Box} box
 * @returns {Box}
 */
export function face(kind, [left, top, right, bottom]) {
  if (kind === "leaves") return [left, top, right - (bottom - top) / 4, bottom];
  return kind === "folded" ? [left, top + 4, right - 4, bottom] : [left, top, right, bottom];
}

/**
 * The border of a region. A call's, a library function's and a batch's are double.
 * @param {string} kind
 * @param {Box} box
 * @returns {SVGElement[]}
 */
export function border(kind, [left, top, right, bottom]) {
  const ring = (/** @type {number} */ by) =>
    svgElement("rect", {
      class: by > 0 ? "nbg-inner" : "nbg-shape",
      x: left + by,
      y: top + by,
      width: Math.max(right - left - 2 * by, 0),
      height: Math.max(bottom - top - 2 * by, 0),
      rx: kind === "cond" || kind === "library" || kind === "call" ? 0 : 8,
    });
  return kind === "call" || kind === "library" || kind === "vmap" ? [ring(0), ring(3)] : [ring(0)];
}

/**
 * The handle that opens (+) or closes (−).
 * @param {number} x
 * @param {number} y
 * @param {boolean} closed
 */
export function handle(x, y, closed) {
  return svgElement(
    "g",
    { class: "nbg-handle", transform: `translate(${x} ${y})` },
    svgElement("circle", { class: "nbg-reach", r: 12 }),
    svgElement("circle", { r: 6.5 }),
    svgElement("path", { d: closed ? "M-3.5,0H3.5M0,-3.5V3.5" : "M-3.5,0H3.5" }),
  );
}
