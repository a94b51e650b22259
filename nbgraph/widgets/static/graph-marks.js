/**
 * Nodes of a drawn graph that a new version added, removed or changed, or in which a number goes bad: a sign before their
 * label and a line of its own.
 * The graph's pane draws anew when something is folded or opened, so the marks are set again whenever it has.
 */

import { svgElement } from "./dom.js";
import { readGraph } from "./graph-model.js";
import { entry } from "./legend.js";
import { outline } from "./shapes.js";
import { contains, outerFirst } from "./spans.js";
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
 * Marks the operations in which numbers go bad; where the text's operation is one of a library, its box; where none of
 * them is drawn, as in a sketch, the expression, box or region that has them.
 * @param {Element} pane holds the drawing
 * @param {import('./types.js').GraphData} data
 * @param {import('./types.js').BadMark[]} marks
 */
export function markBad(pane, data, marks) {
  const { nodes, boxes, regions } = readGraph(data);
  const found = marks.map(({ span, operation }) => {
    const there = nodes.filter((node) => String(node.span) === String(span));
    const exact = there.filter((node) => node.operation === operation);
    const around = [...boxes.values()].filter((box) => String(box.span) === String(span));
    const larger = nodes.filter((node) => node.span && contains(node.span, span) && !there.includes(node));
    larger.sort((one, other) => outerFirst(other.span ?? span, one.span ?? span));
    const inner = (regions.get(there[0]?.region ?? -1)?.around ?? []).toReversed();
    const outer = inner.flatMap((region) => [boxes.get(region) ?? [], regions.get(region) ?? []].flat());
    return [
      [...(exact.length > 0 ? exact : there), ...around],
      ...[...larger, ...outer].map((each) => [each]),
    ];
  });
  markNodes(pane, (drawn) => {
    const seen = found.flatMap((each) => each.find((some) => some.some(({ id }) => drawn.has(id))) ?? []);
    return new Map(seen.map(({ id }) => [id, "✖"]));
  });
}

/**
 * @param {Element} pane holds the drawing
 * @param {(drawn: Set<string | null>) => Map<string, string>} signs by the node's id, of what is drawn
 */
export function markNodes(pane, signs) {
  set(pane, signs);
  if (typeof MutationObserver === "undefined") return;
  new MutationObserver(() => set(pane, signs)).observe(pane, { childList: true, subtree: true });
}

/**
 * @param {Element} pane
 * @param {Parameters<typeof markNodes>[1]} signsOf
 */
function set(pane, signsOf) {
  const shapes = [...pane.querySelectorAll("[data-id]")];
  const signs = signsOf(new Set(shapes.map((shape) => shape.getAttribute("data-id"))));
  for (const shape of shapes) {
    if (shape.hasAttribute("data-mark")) continue;
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
