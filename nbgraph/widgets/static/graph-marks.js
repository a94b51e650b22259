/**
 * Nodes of a drawn graph that a new version added, removed or changed, or in which a number goes bad: a sign before their
 * label and a line of its own.
 * The graph's pane draws anew when something is folded or opened, so the marks are set again whenever it has.
 */

import { svgElement } from "./dom.js";
import { readGraph } from "./graph-model.js";
import { entry } from "./legend.js";
import { outline } from "./shapes.js";
import { say } from "./words.js";

const KINDS = new Map([
  ["+", "added"],
  ["-", "removed"],
  ["~", "changed"],
  ["✖", "bad"],
]);
/** What the legend says of a sign. */
const WORDS = new Map([
  ["+", "new: "],
  ["-", "gone: "],
  ["~", "changed: "],
]);

/**
 * Marks the operations in which numbers go bad; where the text's operation is one of a library, its box.
 * @param {Element} pane holds the drawing
 * @param {import('./types.js').GraphData} data
 * @param {import('./types.js').BadMark[]} marks
 */
export function markBad(pane, data, marks) {
  const { nodes, boxes } = readGraph(data);
  const found = marks.flatMap(({ span, operation }) => {
    const there = nodes.filter((node) => String(node.span) === String(span));
    const exact = there.filter((node) => node.operation === operation);
    const around = [...boxes.values()].filter((box) => String(box.span) === String(span));
    return [...(exact.length > 0 ? exact : there), ...around];
  });
  markNodes(pane, new Map(found.map(({ id }) => [id, "✖"])));
}

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
  const legend = pane.querySelector(".nbg-legend:not([data-marks])");
  if (!legend) return;
  legend.setAttribute("data-marks", "");
  for (const [sign, words] of WORDS) {
    if (pane.querySelector(`[data-mark="${sign}"]`)) {
      const sample = outline("operation", [3, 4, 33, 18]);
      const word = say(words).replace(/[::]\s*$/u, "");
      legend.append(entry(`${sign} ${word}`, `nbg-node nbg-mark-${KINDS.get(sign)}`, sample));
    }
  }
}
