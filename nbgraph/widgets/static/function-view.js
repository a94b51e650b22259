/**
 * One function: its panes side by side, and the one place that knows them all.
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {import('./recording.js').Position} Position
 */

import { codePane } from "./code-pane.js";
import { columns, linesOnScreen } from "./columns.js";
import { diffPane } from "./diff-pane.js";
import { element } from "./dom.js";
import { markBad } from "./graph-marks.js";
import { graphPane } from "./graph-pane.js";
import { heading, isNews } from "./heading.js";
import { historyPlots } from "./loop-history.js";
import { linkPanes } from "./pointing.js";
import { prose } from "./prose.js";
import { errorNote, sourcePane } from "./source-pane.js";
import { stepping } from "./stepping.js";
import { sweepPlot } from "./sweep-plot.js";
import { timingPane } from "./timing-pane.js";
import { tracesPanel } from "./traces.js";
import { verdictNote } from "./verdict-panel.js";
import { say, tell } from "./words.js";

/** How many lines of source are as high as an error's note. */
const NOTE = 5;

/** What a view keeps when its function is run again with other arguments. */
/**
 * @typedef {{ code: import('./code-pane.js').Choice | null, graph: import('./graph-kept.js').KeptGraph | null,
 *   steps: import('./stepper.js').KeptSteps | null, scroll: [number, number], columns: string[] | null }} Kept `scroll` is
 *   that of the source, `columns` says where the panes stand
 */

/**
 * What another view hears of.
 * @typedef {import('./step-spot.js').Spot} Spot
 * @typedef {{ pointed: (line: number | null) => void, stepped: (spot: Spot | null) => void }} Told
 */

/**
 * @param {FunctionData} data
 * @param {string} prefix makes ids unique on the page
 * @param {Kept | null} kept
 * @param {HTMLElement[]} tools what the heading holds besides
 * @param {typeof graphPane} graphOf makes the graph's pane
 * @returns {{ el: HTMLElement, keep: () => Kept, settle: () => void, told: (by: Told) => void,
 *   point: (line: number | null) => void, step: (spot: Spot | null) => void }} `settle` is to be called once it is in the
 *   page; `point` and `step` do from outside what a reader does
 */
export function functionView(data, prefix, kept, tools = [], graphOf = graphPane) {
  const source = sourcePane(data);
  const code = data.codes.length > 0 ? codePane(data, prefix) : null;
  if (kept?.code) code?.choose(kept.code);
  const graph = data.graph ? graphOf(data.graph, kept?.graph) : null;
  if (graph && data.graph && data.anomaly?.marks) markBad(graph.el, data.graph, data.anomaly.marks);
  const diff = data.diff ? diffPane(data.diff) : null;
  const panes = [source, code, graph, diff].filter((pane) => pane !== null);
  const columned = kept?.columns ?? (graph && columns(linesOf(data), code?.rows() ?? 0, sizeOf(graph)));
  /** @type {Told | null} */
  let told = null;
  const heard = (/** @type {Position | null} */ position) =>
    told?.stepped(position && (steps?.keep().spot ?? null));
  const steps = data.recording ? stepping(data.recording, source.el, graph, heard, kept?.steps) : null;
  const status = element("div", { class: "nbg-status", role: "status" });
  const el = element(
    "section",
    { class: "nbg-function", "aria-label": data.title },
    heading(data, steps ? [steps.button, ...tools] : tools),
    ...data.errors.filter((error) => error.span === null).map(errorNote),
    ...(data.notes ?? []).map((note) => element("p", { class: "nbg-fine nbg-note" }, ...prose(say(note)))),
    data.traces ? tracesPanel(data.traces) : null,
    data.verdict && isNews(data) ? verdictNote(data.verdict, data.cause, data.anomaly) : null,
    diff
      ? framed(
          "diff",
          data.diff?.at === null ? "What changed" : tell("What changed since {0}", data.diff?.title ?? ""),
          diff.el,
        )
      : null,
    steps?.el ?? null,
    element(
      "div",
      {
        class: [
          "nbg-panes",
          ...(graph ? (columned ?? []) : ["nbg-no-graph"]),
          ...(code ? [] : ["nbg-no-code"]),
        ].join(" "),
      },
      framed("source", "Source", source.el),
      code ? framed("code", "Generated code", code.el, code.tools) : null,
      graph ? framed("graph", "Graph", graph.el, graph.tools) : null,
      data.timing ? framed("timing", "Result and timing", timingPane(data.timing, data.errors)) : null,
    ),
    data.history ? framed("history", "Loops over time", historyPlots(data.history)) : null,
    data.sweep ? framed("sweep", tell("Time against {0}", data.sweep.over), sweepPlot(data.sweep)) : null,
    status,
  );

  const point = linkPanes(el, panes, status, data.calls, (line) => told?.pointed(line));
  return {
    el,
    told: (by) => void (told = by),
    point,
    step: (spot) => steps?.to(spot),
    // A run that fails has no graph; the next one that has gets what was kept.
    keep: () => ({
      code: code?.chosen() ?? kept?.code ?? null,
      graph: graph?.keep() ?? kept?.graph ?? null,
      steps: steps?.keep() ?? kept?.steps ?? null,
      scroll: [source.el.scrollLeft, source.el.scrollTop],
      columns: columned,
    }),
    settle() {
      if (kept) [source.el.scrollLeft, source.el.scrollTop] = kept.scroll;
      graph?.settle();
      steps?.settle();
    },
  };
}

/** @param {FunctionData} data */
function linesOf({ source, errors }) {
  return linesOnScreen(source.lines) + errors.filter(({ span }) => span !== null).length * NOTE;
}

/** @param {import('./graph-pane.js').GraphPane} graph */
function sizeOf(graph) {
  return graph.shown()?.layout ?? null;
}

/**
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement} body
 * @param {HTMLElement | null} tools
 */
function framed(name, title, body, tools = null) {
  const bar = element(
    "div",
    { class: "nbg-bar" },
    element("span", { class: "nbg-pane-title" }, say(title)),
    tools,
  );
  return element(
    "div",
    { class: `nbg-pane nbg-pane-${name}`, role: "group", "aria-label": say(title) },
    bar,
    body,
  );
}
