/**
 * The dataflow graph: a picture of nodes, edges and regions that open and close, beside it the same as text. Where
 * there is no layout, the text alone.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').GraphData} GraphData
 * @typedef {ReturnType<ReturnType<typeof graphPicture>['shown']>} Drawn
 * @typedef {Pane & { tools: HTMLElement | null, shown: () => Drawn | null }} GraphPane `shown` is null without a picture
 */

import { element, focusable } from "./dom.js";
import { graphBar } from "./graph-bar.js";
import { readGraph } from "./graph-model.js";
import { graphPicture } from "./graph-picture.js";
import { searchBox } from "./graph-search.js";
import { zoom } from "./zoom.js";

/**
 * @param {GraphData} data
 * @returns {GraphPane}
 */
export function graphPane(data) {
  const tree = focusable(
    element("pre", { class: "nbg-tree", "aria-label": "Dataflow graph as text" }, data.text),
    0,
  );
  if (data.tiles.length === 0) {
    return {
      name: "graph",
      el: tree,
      items: [],
      at: () => null,
      light: () => {},
      move: () => null,
      tools: null,
      shown: () => null,
    };
  }
  const model = readGraph(data);
  const drawing = focusable(element("div", { class: "nbg-drawing" }), 0);
  const foot = element("div", { class: "nbg-graph-foot" });
  const size = zoom(drawing);
  const picture = graphPicture(model, data.tiles, drawing, foot, size);
  const search = searchBox(model, data.unsearched, picture);
  picture.after(search.refresh);
  tree.hidden = true;
  const bar = graphBar(model, picture, search.el, size.el, (asText) => {
    tree.hidden = !asText;
    drawing.hidden = foot.hidden = asText;
  });
  const el = element("div", { class: "nbg-graph" }, drawing, tree, foot);
  el.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || drawing.hidden) return;
    if (event.key === "/") search.focus();
    else if (!size.key(event.key)) return;
    event.preventDefault();
  });
  return {
    name: "graph",
    el,
    get items() {
      return picture.items();
    },
    changed: picture.after,
    at: picture.at,
    light: picture.light,
    move: picture.move,
    tools: bar,
    shown: picture.shown,
  };
}
