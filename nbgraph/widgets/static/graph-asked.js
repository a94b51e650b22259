/**
 * A graph that asks its kernel for the regions that are not in the page. An answer is the graph's data with one region
 * more that can be opened, and the layout of that one alone: it is put into the picture that stands there, as any
 * region that opens, so that nothing else moves past its neighbours. When the function has run again, what was open is
 * asked for again.
 * @typedef {import('./types.js').GraphData} GraphData
 * @typedef {import('./types.js').Answer} Answer
 * @typedef {import('./graph-pane.js').GraphPane} GraphPane
 */

import { element } from "./dom.js";
import { firstMissed, keyOf, unopened, withWished } from "./graph-kept.js";
import { graphPane } from "./graph-pane.js";
import { NO_KERNEL } from "./graph-words.js";
import { say } from "./words.js";

/**
 * @param {import('./types.js').Model} model
 * @returns {(index: number) => typeof graphPane} for each function what makes its graph
 */
export function askedGraphs(model) {
  /** @type {Map<number, { answered: (answer: Answer) => void, gone: () => void }>} those of graphs that stand no more go */
  const waiting = new Map();
  model.on("answer", () => waiting.forEach((graph) => graph.answered(model.get("answer"))));
  model.on("change:connected", () => waiting.forEach((graph) => graph.gone()));
  return (index) => (first, kept) => {
    waiting.delete(index);
    let data = first;
    let pane = graphPane(data, kept, ask);
    if (data.of === undefined) return pane;
    const frame = { class: "nbg-graph-asked" };
    const el = element("div", frame, pane.el);
    const tools = element("div", frame, pane.tools);
    /** @type {number[]} the regions that came from the kernel */
    const came = [];
    /** The question that waits for its answer; a newer one takes its place. */
    let asked = { id: "", region: -1 };
    /** What was open before the function ran again and is still to be asked for. */
    let wished = new Set(kept?.opened?.open ?? []);
    const shown = () => /** @type {NonNullable<ReturnType<GraphPane['shown']>>} */ (pane.shown());
    /** @type {(() => void)[]} */
    const watchers = [];
    const changed = () => watchers.forEach((watcher) => watcher());
    pane.changed?.(changed);

    /** @param {number} region */
    function ask(region) {
      const connected = model.ask && model.get("connected");
      pane.tell(say(connected ? "Asking the kernel for what is in it…" : NO_KERNEL));
      if (!connected) return;
      asked = { id: String(Math.random()), region };
      model.ask?.({ ask: asked.id, of: data.of ?? 0, function: index, regions: [...came, region] });
    }

    /** @param {Answer} answer */
    function answered({ answer, graph, error }) {
      if (answer !== asked.id) return;
      asked.id = "";
      wished.delete(keyOf(shown().model, asked.region));
      if (graph) grow(graph);
      else pane.tell(error ?? "");
      reopen();
    }

    /** Asks for the next of what was open. */
    function reopen() {
      if (!pane.shown()) return;
      wished = unopened(shown().model, wished);
      const region = firstMissed(shown().model, shown().open, wished);
      if (region !== undefined && model.ask && model.get("connected")) ask(region);
    }

    /** @param {GraphData} graph */
    function grow(graph) {
      const focused = el.contains(document.activeElement);
      data = { ...graph, tiles: [...data.tiles, ...graph.tiles] };
      came.push(asked.region);
      pane = graphPane(data, withWished(shown().model, pane.keep(), wished), ask);
      el.replaceChildren(pane.el);
      tools.replaceChildren(...(pane.tools ? [pane.tools] : []));
      pane.settle();
      pane.changed?.(changed);
      pane.open(asked.region, focused);
    }

    function gone() {
      if (asked.id && !model.get("connected")) pane.tell(say(NO_KERNEL));
    }

    waiting.set(index, { answered, gone });
    return {
      name: pane.name,
      el,
      tools,
      get items() {
        return pane.items;
      },
      changed: (callback) => void watchers.push(callback),
      at: (target, take) => pane.at(target, take),
      light: (items, origin) => pane.light(items, origin),
      move: (key) => pane.move(key),
      shown: () => pane.shown(),
      keep: () => pane.shown() && withWished(shown().model, pane.keep(), wished),
      settle() {
        pane.settle();
        reopen();
      },
      open: (region, focus) => pane.open(region, focus),
      tell: (words) => pane.tell(words),
    };
  };
}
