/**
 * Each line of the source with the lines of one form that came from it under it: what became of what, to be read from
 * top to bottom, and to be printed. Its elements are made when it is first shown.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').CodeData} CodeData
 * @typedef {import('./types.js').Source} Source
 */

import { element, focusable } from "./dom.js";
import { tellHeight } from "./own-height.js";
import { reveal } from "./scroll.js";
import { lineName, pageLines } from "./source-lines.js";
import { characters, linksOf } from "./spans.js";
import { colouredLine } from "./text-row.js";
import { say, tell } from "./words.js";

/**
 * @param {CodeData} code
 * @param {Source} source
 * @returns {Pane}
 */
export function interleavedPane(code, source) {
  const name = `by line ${code.form}`;
  const made = linesBySource(code, source);
  const numbers = pageLines(source);
  const items = source.lines.map((text, index) => lineItem(name, text, numbers[index], made));
  /** @type {HTMLElement | null} */
  let built = null;
  /** @type {HTMLElement[]} */
  let blocks = [];
  let cursor = 0;

  function el() {
    if (built === null) {
      blocks = source.lines.map((_, index) =>
        block(code, source, index, numbers[index], made.get(numbers[index]) ?? []),
      );
      const label = tell(
        "Your source, each line with its {0} under it. Up and down move between lines.",
        say(code.form),
      );
      built = element("div", { class: "nbg-text nbg-mixed", role: "list", "aria-label": label }, ...blocks);
      tellHeight(focusable(built, -1));
      blocks[0]?.setAttribute("tabindex", "0");
    }
    return built;
  }

  /** @param {number} index */
  function hold(index) {
    blocks[cursor].setAttribute("tabindex", "-1");
    cursor = index;
    blocks[cursor].setAttribute("tabindex", "0");
  }

  return {
    name,
    get el() {
      return el();
    },
    items,
    at(target, take) {
      const index = blocks.findIndex((candidate) => candidate.contains(target));
      if (index < 0) return null;
      if (take) hold(index);
      return items[index];
    },
    light(lit, origin) {
      const wanted = new Set(lit);
      blocks.forEach((candidate, index) => {
        candidate.classList.toggle("nbg-lit", wanted.has(items[index]));
        candidate.classList.toggle("nbg-current", items[index] === origin);
      });
      const targets = blocks.filter((_, index) => wanted.has(items[index]));
      if (built !== null && !(origin && items.includes(origin))) reveal(built, targets);
    },
    move(key) {
      const last = blocks.length - 1;
      const target = { ArrowDown: cursor + 1, ArrowUp: cursor - 1, Home: 0, End: last }[key];
      if (target === undefined || last < 0) return null;
      hold(Math.min(Math.max(target, 0), last));
      blocks[cursor].focus({ preventScroll: true });
      reveal(el(), [blocks[cursor]]);
      return items[cursor];
    },
  };
}

/**
 * The lines of the form by the line of the source they came from. A line that nobody links goes with the one before it.
 * @param {CodeData} code
 * @param {Source} source
 * @returns {Map<number, number[]>}
 */
export function linesBySource(code, source) {
  /** @type {Map<number, number>} */
  const owners = new Map();
  for (const { generated, source } of linksOf(code))
    if (!owners.has(generated[0])) owners.set(generated[0], source[0]);
  let owner = source.first;
  /** @type {Map<number, number[]>} */
  const found = new Map();
  code.lines.forEach((text, index) => {
    owner = owners.get(index + 1) ?? owner;
    if (text.trim() === "") return;
    const lines = found.get(owner) ?? [];
    lines.push(index + 1);
    found.set(owner, lines);
  });
  return found;
}

/**
 * @param {string} pane
 * @param {string} text
 * @param {number} line
 * @param {Map<number, number[]>} made
 * @returns {Item}
 */
function lineItem(pane, text, line, made) {
  const start = text.length - text.trimStart().length;
  const count = made.get(line)?.length ?? 0;
  const said =
    count === 0
      ? say("nothing of this form")
      : tell(count === 1 ? "{0} line of this form" : "{0} lines of this form", count);
  const span = /** @type {Span} */ ([line, start, line, characters(text).length]);
  return {
    pane,
    span: text.trim() === "" ? null : span,
    text: `${tell("line {0}", lineName(line))} · ${text.trim()} · ${said}`,
  };
}

/**
 * @param {CodeData} code
 * @param {Source} source
 * @param {number} index of the source line
 * @param {number} line its number
 * @param {number[]} lines of the form
 */
function block(code, source, index, line, lines) {
  const number = (/** @type {number} */ name) =>
    element("span", { class: "nbg-number", "aria-hidden": "true" }, String(name));
  const rows = lines.map((made) =>
    element(
      "div",
      { class: "nbg-made" },
      number(made),
      colouredLine(code.lines[made - 1], code.tokens[made - 1] ?? []),
    ),
  );
  const el = element(
    "div",
    { class: "nbg-block", role: "listitem", "data-line": line },
    element(
      "div",
      { class: "nbg-origin" },
      number(lineName(line)),
      colouredLine(source.lines[index], source.tokens[index] ?? []),
    ),
    ...rows,
  );
  return focusable(el, -1);
}
