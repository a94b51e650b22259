/**
 * The text of a function that a run goes into, below that of the shown one. It stays there while the run is elsewhere, so
 * that nothing jumps; a function that the shown text holds needs none.
 * @typedef {import('./recording.js').Position} Position
 * @typedef {import('./types.js').RecordingData} RecordingData
 */

import { element } from "./dom.js";
import { callWords } from "./step-words.js";
import { colouredLine } from "./text-row.js";

/**
 * @param {HTMLElement} pane
 * @param {RecordingData} data
 */
export function calledText(pane, data) {
  const functions = data.functions ?? [];
  const head = element("div", { class: "nbg-step-called-head" });
  const el = element("div", { class: "nbg-step-called", role: "listitem" }, head);
  /** @type {Map<number, HTMLElement>} */
  const made = new Map();
  let shown = functions.findIndex(([, , lines]) => lines.length > 0) + 1;

  /**
   * The text of a function by its number.
   * @param {number} number
   */
  function text(number) {
    const [name, first, lines, tokens] = functions[number - 1];
    const found =
      made.get(number) ??
      element(
        "div",
        { role: "list", "aria-label": name },
        ...lines.map((line, index) =>
          element(
            "div",
            { class: "nbg-row", role: "listitem", "data-line": first + index },
            element("span", { class: "nbg-number", "aria-hidden": "true" }, String(first + index)),
            colouredLine(line, tokens[index] ?? []),
          ),
        ),
      );
    made.set(number, found);
    return found;
  }

  return {
    /** @param {Position | null} position */
    show(position) {
      if (position === null || shown === 0) return el.remove();
      const here = position.calls[position.calls.length - 1];
      const own = here.function > 0 && functions[here.function - 1][2].length > 0;
      if (own) shown = here.function;
      const name = functions[shown - 1][0];
      head.textContent = own ? callWords(position) : name;
      el.classList.toggle("nbg-step-idle", !own);
      if (el.lastChild !== text(shown)) el.replaceChildren(head, text(shown));
      if (el.parentElement !== pane) pane.append(el);
    },
    /**
     * What holds the rows of a function; null where others are on view.
     * @param {number} number
     */
    rowsOf(number) {
      if (functions[number - 1][2].length === 0) return pane;
      return number === shown && el.isConnected ? el : null;
    },
  };
}
