/**
 * Sentences with code in them.
 */

import { element } from "./dom.js";

const BACKQUOTE = "\x60";

/**
 * What stands between backquotes as code; the text as it is where a backquote has no partner.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function prose(text) {
  const parts = text.split(BACKQUOTE);
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, i) => (i % 2 === 1 ? element("code", { class: "nbg-word" }, part) : part));
}
