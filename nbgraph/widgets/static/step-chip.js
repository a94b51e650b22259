/**
 * Values as small labels in the picture of a graph.
 * @typedef {import('./splines.js').Box} Box
 */

import { svgElement } from "./dom.js";

/** As many characters of a value are drawn on a node at most, and on an edge. */
const ON_NODE = 14;
export const ON_EDGE = 11;
const FONT = 13;
const HIGH = 16;
/** The width of a character of the fixed-width font, by its size. */
const WIDE = 0.61;

/**
 * How many characters of a value are drawn on a node: not much wider than the node, for another may stand beside it.
 * @param {Box} box
 */
export function fitsOn([left, , right]) {
  return Math.max(Math.min(ON_NODE, Math.floor((right - left + 12) / (FONT * WIDE))), 5);
}

/**
 * The room that so many characters take around a point.
 * @param {number} x
 * @param {number} y
 * @param {number} length
 * @returns {Box}
 */
export function roomAt(x, y, length) {
  const half = (length * FONT * WIDE + 6) / 2;
  return [x - half, y - HIGH / 2, x + half, y + HIGH / 2];
}

/**
 * The room for a node's value, on the lower right of its border, or for a region's on the upper right.
 * @param {Box} box
 * @param {number} length
 * @param {boolean} above
 */
export function roomOn([, top, right, bottom], length, above = false) {
  const [left, , end] = roomAt(0, 0, length);
  return roomAt(right - (end - left) / 2 - 2, above ? top : bottom + 6, length);
}

/**
 * @param {Box} room
 * @param {string} words
 * @param {string} name its class
 */
export function chipIn([left, top, right, bottom], words, name) {
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 + FONT * 0.35, "text-anchor": "middle" };
  return svgElement(
    "g",
    { class: name, "aria-hidden": "true" },
    svgElement("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 3 }),
    svgElement("text", { ...middle, "font-size": FONT }, words),
  );
}
