/**
 * Making elements: the only place where text meets the document. Text goes in as text nodes, attributes from a short
 * list, and nothing here or elsewhere parses markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Characters that draw nothing or turn the reading order: control, zero-width, bidi, line separators. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * The text with characters that would hide or reorder it written as `\uXXXX`.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(INVISIBLE, (char) => "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0"));
}

/**
 * An HTML element. Strings among the children become text, nulls are left out.
 * @param {string} tag
 * @param {Record<string, string | number | boolean>} attributes `class`, `role`, `tabindex`, `aria-*`, `data-*`, ...
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (filled(document.createElement(tag), attributes, children));
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, string | number | boolean>} attributes
 * @param {...(Node | string | null)} children
 * @returns {SVGElement}
 */
export function svgElement(tag, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (filled(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * Marks an element as one that takes the focus without handing its keys to the notebook: Jupyter's shortcuts look for
 * this attribute on the way up from the focused element (without it, typing `dd` in an output deletes the cell).
 * @template {Element} T
 * @param {T} target
 * @param {number} tabindex
 * @returns {T}
 */
export function focusable(target, tabindex) {
  target.setAttribute("tabindex", String(tabindex));
  target.setAttribute("data-lm-suppress-shortcuts", "true");
  return target;
}

/**
 * @param {Element} target
 * @param {Record<string, string | number | boolean>} attributes
 * @param {(Node | string | null)[]} children
 */
function filled(target, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
  for (const child of children) {
    if (child !== null) target.append(typeof child === "string" ? visible(child) : child);
  }
  return target;
}
