/**
 * The size of the drawing: as wide as its pane, but its text never too small to read and never larger than the page's.
 */

import { element, focusable } from "./dom.js";
import { fitLabels } from "./labels.js";

/** Sizes of the smallest text in CSS pixels: never below, not below just to show all the height, never above. */
const SMALLEST = 9;
const COMFORTABLE = 11;
const LARGEST = 14;
const STEP = 1.25;

/**
 * CSS pixels per unit of the drawing. The width is filled down to the smallest size, the height to the comfortable one.
 * @param {[number, number]} pane width and height to fill
 * @param {[number, number]} drawing width and height of the drawing in its own units
 * @param {number} text size of its smallest text in its own units
 */
export function fittingScale(pane, drawing, text) {
  const byWidth = pane[0] / drawing[0];
  const byHeight = Math.max(pane[1] / drawing[1], COMFORTABLE / text);
  return Math.min(Math.max(Math.min(byWidth, byHeight), SMALLEST / text), LARGEST / text);
}

/**
 * Keeps `svg` fitted to `pane` until a button is pressed; the buttons come back as a toolbar.
 * @param {SVGElement} svg
 * @param {HTMLElement} pane
 * @returns {HTMLElement}
 */
export function zoomBar(svg, pane) {
  const [width, height] = size(svg);
  const text = smallestText(svg);
  let factor = 1;
  let shown = 0;

  function apply() {
    const room = pane.clientWidth - 2;
    if (room <= 0) return;
    const tallest = parseFloat(getComputedStyle(pane).maxHeight) || Infinity;
    const scale = Math.max(
      fittingScale([room, tallest - 2], [width, height], text) * factor,
      SMALLEST / text,
    );
    if (Math.abs(scale - shown) < 0.002) return;
    if (shown === 0) fitLabels(svg);
    shown = scale;
    svg.setAttribute("width", `${width * scale}`);
    svg.setAttribute("height", `${height * scale}`);
  }

  new ResizeObserver(apply).observe(pane);

  /**
   * @param {string} label
   * @param {string} sign
   * @param {() => number} next
   */
  function button(label, sign, next) {
    const el = element(
      "button",
      { type: "button", class: "nbg-button", "aria-label": label, title: label },
      sign,
    );
    el.addEventListener("click", () => {
      factor = Math.min(Math.max(next(), 0.25), 8);
      apply();
    });
    return focusable(el, 0);
  }

  return element(
    "div",
    { class: "nbg-zoom", role: "group", "aria-label": "Size of the drawing" },
    button("Smaller", "−", () => factor / STEP),
    button("Larger", "+", () => factor * STEP),
    button("Fit to the pane", "fit", () => 1),
  );
}

/**
 * @param {SVGElement} svg
 * @returns {[number, number]}
 */
function size(svg) {
  const box = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  if (box.length === 4 && box[2] > 0 && box[3] > 0) return [box[2], box[3]];
  return [
    parseFloat(svg.getAttribute("width") ?? "") || 300,
    parseFloat(svg.getAttribute("height") ?? "") || 150,
  ];
}

/** @param {SVGElement} svg */
function smallestText(svg) {
  const sizes = [...svg.querySelectorAll("text")].map((text) =>
    parseFloat(text.getAttribute("font-size") ?? "14"),
  );
  return Math.min(14, ...sizes.filter((value) => value > 0));
}
