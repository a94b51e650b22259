/**
 * The variables at a position: in the graph and in plain Python, and in a loop what the round began with.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {import('./recording.js').Position} Position
 */

import { element, focusable } from "./dom.js";
import { reveal } from "./scroll.js";

/** What stands for a value that the graph has no operation for, and for one that is not there yet. */
const NONE = "no operation";
const NOT_YET = "–";

/**
 * @param {RecordingData} data
 * @returns {{ el: HTMLElement, show: (position: Position) => void }}
 */
export function valueTable(data) {
  const beside = data.python !== null;
  const body = element("tbody");
  const start = element("th", { scope: "col" }, "Round began with");
  const head = element(
    "thead",
    {},
    element(
      "tr",
      {},
      element("th", { scope: "col" }, "Variable"),
      start,
      element("th", { scope: "col" }, "Graph"),
      beside ? element("th", { scope: "col" }, "Plain Python") : null,
    ),
  );
  const caption = element("caption", { class: "nbg-step-caption" }, "Variables after this step");
  const table = element("table", { class: "nbg-step-table" }, caption, head, body);
  const el = element("div", { class: "nbg-step-values" }, table);

  /** @param {Position} position */
  function show({ variables, loops }) {
    start.hidden = loops.length === 0;
    const known = variables.filter(
      ({ graph, python }) => graph !== undefined || (python ?? undefined) !== undefined,
    );
    body.replaceChildren(
      ...known.map((variable) => {
        const { name, graph, python, fresh, apart } = variable;
        const marks = `${fresh ? " nbg-step-fresh" : ""}${apart ? " nbg-step-apart" : ""}`;
        const began = element("td", {}, variable.start ?? NOT_YET);
        began.hidden = loops.length === 0;
        return element(
          "tr",
          { class: `nbg-step-row${marks}` },
          element("th", { scope: "row" }, fresh ? `▸ ${name}` : name),
          began,
          element("td", {}, graph === null ? NONE : (graph ?? NOT_YET)),
          beside ? element("td", {}, apart ? `≠ ${python ?? NOT_YET}` : (python ?? NOT_YET)) : null,
        );
      }),
    );
    scroll();
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
    if (hidden > 0) el.scrollTop -= hidden;
  }

  return { el, show };
}
