/**
 * The explorer: one `render({ model, el })` for both hosts, a page of plain HTML and a widget.
 * @typedef {import('./types.js').Model} Model
 * @typedef {import('./types.js').Payload} Payload
 * @typedef {import('./function-view.js').Kept} Kept
 */

import { tie } from "./beside.js";
import { element } from "./dom.js";
import { functionView } from "./function-view.js";
import { help, helpSwitch } from "./help.js";
import { handOverShortcuts } from "./host-keys.js";
import { markNodes } from "./graph-marks.js";
import { pageState } from "./page-state.js";
import { togetherPanel } from "./together.js";
import { predictView } from "./predict.js";
import { projectorSwitch } from "./projector.js";
import { stage, stageSwitch } from "./stage.js";
import { followTheme } from "./theme.js";
import { watchTips } from "./tip.js";
import { speak, tell } from "./words.js";

/** The payload's shape this code reads; `widgets/payload/` writes the same number. */
const VERSION = 1;

/**
 * Draws `model.get("payload")` into `el`, and again whenever it changes.
 * @param {{ model: Model, el: HTMLElement, panel?: typeof import('./live-panel.js').livePanel,
 *   graphsOf?: typeof import('./graph-asked.js').askedGraphs }} host `panel` draws the controls of a live explorer,
 *   `graphsOf` makes graphs that ask a kernel; the others do not carry their code
 * @returns {() => void} stops listening
 */
export function render({ model, el, panel, graphsOf }) {
  const prefix = freePrefix();
  const root = element("div", { class: "nbg", id: prefix, "data-lm-suppress-shortcuts": "true" });
  /** @type {ReturnType<typeof functionView>[]} */
  let views = [];

  const hideTip = watchTips(root);
  root.lang = speakAs(model.get("payload"));
  const live = panel?.(model, prefix) ?? null;
  const graphOf = graphsOf?.(model);
  const address = pageState(root);

  function draw() {
    /** @type {Payload} */
    const payload = model.get("payload");
    root.lang = speakAs(payload);
    if (payload.version !== VERSION) {
      const words = tell("This view was written by another version of nbgraph ({0}).", payload.version);
      put(element("p", {}, words));
      return;
    }
    /** @type {(Kept | null)[]} */
    const kept = views.length > 0 ? views.map((view) => view.keep()) : (address?.read(payload) ?? []);
    views = payload.functions.map((data, i) => {
      const tools = [stageSwitch(), ...(i === 0 ? [projectorSwitch(root), helpSwitch()] : [])];
      const name = `${prefix}-${i}`;
      const whole = () => functionView(data, name, kept[i] ?? null, tools, graphOf?.(i));
      return data.predict ? predictView(data, name, whole) : whole();
    });
    payload.functions.forEach(({ diff }, i) => {
      if (!diff) return;
      markGraph(views[i].el, diff.nodes, 2);
      if (diff.at !== null) markGraph(views[diff.at].el, diff.nodes, 1);
    });
    const together = payload.functions.some(({ predict }) => predict) ? null : togetherPanel(payload);
    put(...(together ? [together] : []), ...views.map((view) => view.el));
    const beside = payload.functions.length > 1 && payload.functions.every((data) => data.beside);
    root.classList.toggle("nbg-beside", beside);
    if (beside) tie(root, payload.functions, views);
    for (const view of views) view.settle();
  }

  /**
   * Puts these in the place of what stands there; the controls stay, for one of them has the focus.
   * @param {HTMLElement[]} shown
   */
  function put(...shown) {
    for (const child of [...root.children]) if (child !== live?.el) child.remove();
    root.append(...shown);
  }

  if (live) root.append(live.el);
  el.append(root);
  draw();
  address?.follow(() => [model.get("payload"), views.map((view) => view.keep())]);
  followTheme(root);
  handOverShortcuts(root);
  stage(root);
  help(root);
  model.on("change:payload", draw);
  return () => {
    model.off("change:payload", draw);
    live?.stop();
    hideTip();
  };
}

/** @param {Payload} payload */
function speakAs(payload) {
  return speak(payload.functions?.find(({ lang }) => lang)?.lang, undefined, payload.said);
}

/**
 * @param {HTMLElement} view
 * @param {import('./types.js').DiffData['nodes']} nodes
 * @param {1 | 2} side which of the two ids is this view's
 */
function markGraph(view, nodes, side) {
  const graph = view.querySelector(".nbg-pane-graph");
  const signs = nodes.flatMap((node) => (node[side] === null ? [] : [[node[side], node[0]]]));
  if (graph) markNodes(graph, () => new Map(/** @type {[string, string][]} */ (signs)));
}

/** An id that nothing on the page has: the same output may stand there twice. */
function freePrefix() {
  let count = 0;
  while (document.getElementById(`nbg-${count}`)) count += 1;
  return `nbg-${count}`;
}
