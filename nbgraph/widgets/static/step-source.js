/**
 * A position in the source: the line that was run, and beside it what it did.
 * @typedef {import('./recording.js').Position} Position
 */

import { element } from "./dom.js";
import { reveal } from "./scroll.js";
import { changeWords } from "./step-words.js";

/**
 * @param {HTMLElement} pane holds rows of text with their numbers as `data-line`
 * @returns {(position: Position | null) => void}
 */
export function stepsInSource(pane) {
  /** @type {Element[]} */
  let marked = [];
  /** @type {Element[]} */
  let added = [];

  return (position) => {
    for (const row of marked) row.classList.remove("nbg-step-here", "nbg-step-loop");
    for (const chip of added) chip.remove();
    marked = [];
    added = [];
    if (position === null) return;
    for (const loop of position.loops) {
      const text =
        loop.round > loop.total ? `ends after ${loop.total}` : `round ${loop.round} of ${loop.total}`;
      mark(loop.line, "nbg-step-loop", [chip(text, "nbg-step-round")]);
    }
    const chips = position.variables.filter(({ fresh }) => fresh).map((each) => chip(changeWords(each), ""));
    if (position.test !== null) {
      chips.unshift(position.test ? chip("✓ True", "nbg-step-true") : chip("✗ False", "nbg-step-false"));
    }
    for (const text of position.printed)
      chips.push(chip(`prints ${text || "something"}`, "nbg-step-printed"));
    const row = mark(position.line, "nbg-step-here", chips);
    if (row) reveal(pane, [row]);
  };

  /**
   * @param {number} line
   * @param {string} name
   * @param {HTMLElement[]} chips
   */
  function mark(line, name, chips) {
    const row = pane.querySelector(`[data-line="${line}"]`);
    if (row === null) return null;
    row.classList.add(name);
    const before = row.querySelector(".nbg-step-chips");
    if (before) {
      // A loop's header has the round, too. One group: two would both stick to the edge, one over the other.
      before.append(...chips);
      marked.push(row);
      return row;
    }
    const said = element("span", { class: "nbg-step-chips" }, ...chips);
    row.append(said);
    marked.push(row);
    added.push(said);
    return row;
  }
}

/**
 * @param {string} text
 * @param {string} name
 */
function chip(text, name) {
  return element("span", { class: `nbg-step-chip ${name}`.trim() }, text);
}
