/**
 * A position in the source: the line that was run, and beside it what it did.
 * @typedef {import('./recording.js').Position} Position
 */

import { element } from "./dom.js";
import { reveal } from "./scroll.js";
import { changeWords } from "./step-words.js";
import { say, tell } from "./words.js";

/**
 * @param {HTMLElement} pane holds rows of text with their numbers as `data-line`
 * @returns {(position: Position | null) => void}
 */
export function stepsInSource(pane) {
  /** @type {HTMLElement[]} */
  let marked = [];
  /** @type {HTMLElement[]} */
  let added = [];
  /** The pane's width, and the largest height that it had at this width. */
  let [wide, high] = [0, 0];
  new ResizeObserver(() => {
    if (added.length > 0 && pane.clientWidth !== wide) put();
  }).observe(pane);

  return (position) => {
    for (const row of marked) {
      row.classList.remove("nbg-step-here", "nbg-step-loop", "nbg-step-under", "nbg-step-waits");
    }
    for (const chip of added) chip.remove();
    marked = [];
    added = [];
    if (position === null) {
      high = 0;
      pane.style.minHeight = "";
      return;
    }
    for (const loop of position.loops) {
      const text =
        loop.round > loop.total
          ? tell("ends after {0}", loop.total)
          : tell("iteration {0} of {1}", loop.round, loop.total);
      mark(loop.line, "nbg-step-loop", [chip(text, "nbg-step-round")]);
    }
    for (const [i, { line, name }] of position.calls.entries()) {
      const caller = position.calls[i - 1];
      if (caller) mark(line, "nbg-step-waits", [chip(`${tell("in {0}", name)} …`, "nbg-step-in")]);
    }
    const chips = position.variables.filter(({ fresh }) => fresh).map((each) => chip(changeWords(each), ""));
    if (position.test !== null) {
      chips.unshift(position.test ? chip("✓ True", "nbg-step-true") : chip("✗ False", "nbg-step-false"));
    }
    for (const text of position.printed)
      chips.push(chip(tell("prints {0}", text || say("something")), "nbg-step-printed"));
    const row = mark(position.line, "nbg-step-here", chips);
    put();
    if (row) reveal(pane, [row]);
  };

  /** Puts what is said beside the code where there is room for it in the pane, else under it, and never over it. */
  function put() {
    if (pane.clientWidth !== wide) high = 0;
    wide = pane.clientWidth;
    pane.style.minHeight = `${high}px`;
    for (const row of marked) {
      row.classList.remove("nbg-step-under");
      row.classList.add("nbg-step-measured");
    }
    const ends = added.map((chips) => chips.offsetLeft + chips.offsetWidth);
    for (const [i, end] of ends.entries())
      added[i].parentElement?.classList.toggle("nbg-step-under", end > wide);
    for (const row of marked) row.classList.remove("nbg-step-measured");
    // What is below the pane does not jump up and down while steps go by.
    // Rounded up: a fraction less is less. The computed height knows nothing of a slide's scale.
    const height = pane.ownerDocument.defaultView?.getComputedStyle(pane).height ?? "";
    high = Math.max(high, Math.ceil(parseFloat(height) || 0));
    pane.style.minHeight = `${high}px`;
  }

  /**
   * @param {number} line
   * @param {string} name
   * @param {HTMLElement[]} chips
   */
  function mark(line, name, chips) {
    const row = /** @type {HTMLElement | null} */ (pane.querySelector(`[data-line="${line}"]`));
    if (row === null) return null;
    row.classList.add(name);
    const before = row.querySelector(".nbg-step-chips");
    if (before) {
      // A loop's header has the round, too.
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
