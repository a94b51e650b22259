/**
 * Nodes of a drawn graph that a new version added, removed or changed: a sign before their label and a line of its own.
 * The graph's pane draws anew when something is folded or opened, so the marks are set again whenever it has.
 */

import { svgElement } from "./dom.js";

const KINDS = new Map([
  ["+", "added"],
  ["-", "removed"],
  ["~", "changed"],
]);

/**
 * @param {Element} pane holds the drawing
 * @param {Map<string, string>} signs by the node's id
 */
export function markNodes(pane, signs) {
  if (signs.size === 0) return;
  set(pane, signs);
  if (typeof MutationObserver === "undefined") return;
  new MutationObserver(() => set(pane, signs)).observe(pane, { childList: true, subtree: true });
}

/**
 * @param {Element} pane
 * @param {Map<string, string>} signs
 */
function set(pane, signs) {
  for (const shape of pane.querySelectorAll("[data-id]:not([data-mark])")) {
    const sign = signs.get(shape.getAttribute("data-id") ?? "");
    if (sign === undefined) continue;
    shape.setAttribute("data-mark", sign);
    shape.classList.add(`nbg-mark-${KINDS.get(sign)}`);
    shape.querySelector("text")?.prepend(svgElement("tspan", { class: "nbg-mark" }, `${sign} `));
  }
}
