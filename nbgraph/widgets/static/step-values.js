/**
 * The variables at a position: in the graph and in Python, and in a loop what the round began with.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {import('./recording.js').Position} Position
 */

import { element, focusable } from "./dom.js";
import { magnified, reveal } from "./scroll.js";
import { lineName } from "./source-lines.js";
import { say, tell } from "./words.js";

/** What stands for a value of which the record of the graph has none, and for one that is not there yet. */
const NONE = "not recorded";
const NOT_YET = "–";
/** A number that nobody wants, not as part of a word or a string. */
const BAD = /(^|[\s[(,:-])(nan|inf)(?![\w'"])/;

/**
 * @param {RecordingData} data
 * @returns {{ el: HTMLElement, show: (position: Position) => void }}
 */
export function valueTable(data) {
  const beside = data.python !== null;
  const body = element("tbody");
  const start = element("th", { scope: "col" }, say("Iteration began with"));
  const head = element(
    "thead",
    {},
    element(
      "tr",
      {},
      element("th", { scope: "col" }, say("Variable")),
      start,
      element("th", { scope: "col" }, say("Graph")),
      beside
        ? element("th", { scope: "col" }, say(data.onCopies ? "Python on NumPy copies" : "Plain Python"))
        : null,
    ),
  );
  const caption = element("caption", { class: "nbg-step-caption" }, say("Variables after this step"));
  const table = element("table", { class: "nbg-step-table" }, caption, head, body);
  const el = element("div", { class: "nbg-step-values" }, table);

  /** @param {Position} position */
  function show({ calls, loops }) {
    const inLoop = loops.length > 0;
    start.hidden = !inLoop;
    body.replaceChildren(
      ...calls
        .map(({ name, variables }, depth) => {
          const own = depth === calls.length - 1;
          const rows = variables.filter(isKnown).map((variable) => row(variable, inLoop, own));
          if (calls.length === 1) return rows;
          const words = own
            ? tell("in {0}", name)
            : tell(
                name ? "waiting in line {0} of {1}" : "waiting in line {0}",
                lineName(calls[depth + 1].line),
                name,
              );
          const title = element(
            "th",
            { scope: "rowgroup", colspan: 2 + Number(inLoop) + Number(beside) },
            words,
          );
          return [element("tr", { class: "nbg-step-call" }, title), ...rows];
        })
        .reverse()
        .flat(),
    );
    scroll();
  }

  /**
   * @param {Position['variables'][number]} variable
   * @param {boolean} inLoop
   * @param {boolean} own whether it is one of the function that runs
   */
  function row(variable, inLoop, own) {
    const { name, graph, python, apart } = variable;
    const fresh = own && variable.fresh;
    const marks = `${fresh ? " nbg-step-fresh" : ""}${apart ? " nbg-step-apart" : ""}`;
    const began = element("td", {}, variable.start ?? NOT_YET);
    began.hidden = !inLoop;
    const bad = BAD.test(graph ?? "");
    return element(
      "tr",
      { class: `nbg-step-row${marks}` },
      element("th", { scope: "row" }, fresh ? `▸ ${name}` : name),
      began,
      element("td", bad ? { class: "nbg-step-bad" } : {}, graph === null ? say(NONE) : (graph ?? NOT_YET)),
      beside ? element("td", {}, apart && python ? `≠ ${python}` : (python ?? NOT_YET)) : null,
    );
  }

  /** Many variables scroll in their own box: what has just changed is in view, below the heads of the columns. */
  function scroll() {
    const fits = el.scrollHeight <= el.clientHeight + 1;
    if (fits) el.removeAttribute("tabindex");
    else focusable(el, 0);
    const fresh = [...body.querySelectorAll(".nbg-step-fresh")];
    if (fits || fresh.length === 0) return;
    reveal(el, fresh);
    const hidden = head.getBoundingClientRect().bottom - fresh[0].getBoundingClientRect().top;
    if (hidden > 0) el.scrollTop -= hidden / magnified(el);
  }

  return { el, show };
}

/** @param {Position['variables'][number]} variable */
function isKnown({ graph, python }) {
  return graph !== undefined || (python ?? undefined) !== undefined;
}
