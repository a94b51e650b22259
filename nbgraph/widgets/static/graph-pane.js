/**
 * The dataflow graph: a picture of nodes, edges and regions that open and close, beside it the same as text. Where
 * there is no layout, the text alone.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').GraphData} GraphData
 * @typedef {ReturnType<ReturnType<typeof graphPicture>['shown']>} Drawn
 * @typedef {import('./graph-kept.js').KeptGraph} KeptGraph
 * @typedef {Pane & { tools: HTMLElement | null, shown: () => Drawn | null, keep: () => KeptGraph | null,
 *   settle: () => void, open: (region: number, focus: boolean) => void, tell: (words: string) => void }} GraphPane
 *   `shown` and `keep` give null without a picture; `settle` is to be called once it is in the page; `open` opens a
 *   region, `tell` puts words under the picture
 */

import { element, focusable } from "./dom.js";
import { graphBar } from "./graph-bar.js";
import { openAgain, openedIn } from "./graph-kept.js";
import { graphMap } from "./graph-map.js";
import { readGraph } from "./graph-model.js";
import { treeOf } from "./graph-tree.js";
import { graphPicture } from "./graph-picture.js";
import { searchBox } from "./graph-search.js";
import { NO_KERNEL, NOT_HERE } from "./graph-words.js";
import { zoom } from "./zoom.js";
import { say } from "./words.js";

/** @type {KeptGraph} */
export const AT_FIRST = {
  opened: null,
  options: { types: false, legend: true, measure: null },
  asText: false,
  level: "idea",
  search: "",
  at: -1,
  scale: null,
  scroll: null,
};

/**
 * @param {GraphData} data
 * @param {KeptGraph | null} kept from the picture that stood in its place
 * @param {((region: number) => void) | null} ask is told which region is to be opened that is not in the page; without
 *   it, the pane says so
 * @returns {GraphPane}
 */
export function graphPane(data, kept = null, ask = null) {
  const tree = focusable(
    element(
      "pre",
      { class: "nbg-tree", role: "group", "aria-label": say("Dataflow graph as text") },
      data.text,
    ),
    0,
  );
  sized(tree);
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
      keep: () => null,
      settle: () => {},
      open: () => {},
      tell: () => {},
    };
  }
  const model = readGraph(data);
  const drawing = focusable(
    element("div", {
      class: "nbg-drawing",
      role: "group",
      "aria-label": say("Picture; arrow keys scroll it"),
    }),
    0,
  );
  const foot = element("div", { class: "nbg-graph-foot" });
  const start = kept ?? AT_FIRST;
  const size = zoom(drawing, start.scale);
  const opened = { ...start, open: openAgain(model, start.opened) };
  const asks = ask ?? (() => picture.tell(say(model.asked ? NO_KERNEL : NOT_HERE)));
  const picture = graphPicture(model, data.tiles, drawing, foot, size, opened, asks);
  const search = searchBox(model, data.unsearched, picture, start);
  picture.after(search.refresh);
  /** Says what is open, for whoever reads it. */
  const tell = () => {
    if (tree.hidden) return;
    tree.textContent = treeOf(model, picture.shown().view);
    sized(tree);
  };
  picture.after(tell);
  const asText = (/** @type {boolean} */ on) => {
    tree.hidden = !on;
    drawing.hidden = foot.hidden = on;
    tell();
  };
  asText(start.asText);
  const bar = graphBar(model, picture, search.el, size.el, asText, start);
  const map = graphMap(drawing, picture.page);
  picture.after(map.refresh);
  map.refresh();
  const el = element("div", { class: "nbg-graph" }, picture.path, drawing, tree, map.el, foot);
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
    tools: bar.el,
    shown: picture.shown,
    open: picture.open,
    tell: picture.tell,
    keep() {
      const { open, options } = picture.state();
      return {
        ...search.state(),
        opened: openedIn(model, open),
        options,
        asText: drawing.hidden,
        level: bar.level(),
        scale: size.scale(),
        scroll: [drawing.scrollLeft, drawing.scrollTop],
      };
    },
    settle() {
      size.apply();
      map.refresh();
      if (start.scroll) [drawing.scrollLeft, drawing.scrollTop] = start.scroll;
    },
  };
}

/** @param {HTMLElement} tree asks for the height of what it holds */
function sized(tree) {
  tree.style.setProperty("--nbg-drawn", `${(tree.textContent ?? "").split("\n").length * 1.5 + 2}em`);
}
