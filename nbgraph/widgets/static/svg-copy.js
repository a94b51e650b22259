/**
 * Taking a drawing in without trusting it: the SVG is parsed as inert XML and rebuilt, element by element, from two
 * short lists. Links become groups; scripts, styles, images, animations, handlers and addresses have no way through.
 */

import { svgElement, visible } from "./dom.js";

/** Elements that are rebuilt, with the attributes each keeps besides the common ones. */
const ELEMENTS = new Map([
  ["svg", ["width", "height", "viewBox"]],
  ["g", ["transform"]],
  ["path", ["d"]],
  ["polygon", ["points"]],
  ["polyline", ["points"]],
  ["ellipse", ["cx", "cy", "rx", "ry"]],
  ["circle", ["cx", "cy", "r"]],
  ["rect", ["x", "y", "width", "height", "rx", "ry"]],
  ["line", ["x1", "y1", "x2", "y2"]],
  ["text", ["x", "y", "dy", "text-anchor", "font-size", "font-weight", "textLength"]],
  ["tspan", ["x", "y", "dx", "dy", "font-weight"]],
]);

const COMMON = ["stroke-dasharray", "stroke-width"];

/** Numbers, words and path letters; no colon, quote, hash or `url(`. */
const PLAIN = /^[\w\s.,()+-]*$/;

/** What the drawing calls nodes, edges and regions. */
const ID = /^[ner]\d+$/;

/**
 * A copy of the drawing, its ids as `data-id`; null when it is no SVG.
 * @param {string} text
 * @returns {SVGElement | null}
 */
export function copySvg(text) {
  if (/<!ENTITY/i.test(text)) return null;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return root.localName === "svg" ? copied(root) : null;
}

/**
 * @param {Element} original
 * @returns {SVGElement | null}
 */
function copied(original) {
  const name = original.localName === "a" ? "g" : original.localName;
  const own = ELEMENTS.get(name);
  if (own === undefined || original.namespaceURI !== "http://www.w3.org/2000/svg") return null;
  const copy = svgElement(name);
  for (const attribute of [...own, ...COMMON]) {
    const value = original.getAttribute(attribute);
    if (value !== null && PLAIN.test(value) && !/url/i.test(value)) copy.setAttribute(attribute, value);
  }
  for (const paint of ["fill", "stroke"]) {
    if (/^(none|transparent)$/.test(original.getAttribute(paint) ?? "")) copy.setAttribute(paint, "none");
  }
  if (ID.test(original.id)) copy.setAttribute("data-id", original.id);
  for (const child of original.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) {
      const inner = copied(/** @type {Element} */ (child));
      if (inner) copy.append(inner);
    } else if (child.nodeType === Node.TEXT_NODE && (name === "text" || name === "tspan")) {
      copy.append(visible(child.nodeValue ?? ""));
    }
  }
  return copy;
}
