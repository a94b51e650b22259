/**
 * What changed since the version before: the source and the code line by line, the graph node by node. Rows that are new
 * lead to their stretch of source, and so to everything that belongs to it in the other panes.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').DiffData} DiffData
 * @typedef {{ el: HTMLElement, item: Item }} Row
 */

import { element, focusable } from "./dom.js";
import { reveal } from "./scroll.js";
import { lineName } from "./source-lines.js";
import { codeElement } from "./text-row.js";
import { say, tell } from "./words.js";

/** What a sign says to somebody who does not see it. */
const WORDS = new Map([
  ["+", "new: "],
  ["-", "gone: "],
  ["~", "changed: "],
]);
const KINDS = new Map([
  ["+", "added"],
  ["-", "removed"],
  ["~", "changed"],
  ["…", "gap"],
]);

/**
 * @param {DiffData} data
 * @returns {Pane}
 */
export function diffPane(data) {
  /** @type {Row[]} */
  const rows = [];
  const parts = data.codes.map(({ form, rows: lines }) =>
    part(
      form === "source" ? say("Source") : form,
      lines.map(([sign, old, now, text, place]) => keep(lineRow(sign, old, now, text, place))),
    ),
  );
  if (data.nodes.length > 0) {
    const nodes = data.nodes.map(([sign, , , text, place]) => keep(nodeRow(sign, text, place)));
    parts.push(part(say("Graph"), nodes));
  }
  const el = element(
    "div",
    { class: "nbg-diff" },
    element("p", { class: "nbg-words" }, data.sentences.map(say).join(" ")),
    element("div", { class: "nbg-diff-parts" }, ...parts.filter((found) => found !== null)),
  );
  let cursor = 0;
  rows[0]?.el.setAttribute("tabindex", "0");
  /** @type {Element[]} */
  let lit = [];

  /** @param {Row} row */
  function keep(row) {
    rows.push(row);
    return row.el;
  }

  /** @param {number} index */
  function hold(index) {
    rows[cursor].el.setAttribute("tabindex", "-1");
    cursor = index;
    rows[cursor].el.setAttribute("tabindex", "0");
  }

  return {
    name: "diff",
    el,
    items: rows.map((row) => row.item),
    at(target, take) {
      const index = rows.findIndex((row) => row.el.contains(target));
      if (index >= 0 && take) hold(index);
      return rows[index]?.item ?? null;
    },
    light(items, origin) {
      for (const old of lit) old.classList.remove("nbg-lit", "nbg-current");
      lit = rows.filter((row) => items.includes(row.item)).map((row) => row.el);
      for (const target of lit) target.classList.add("nbg-lit");
      const own = rows.find((row) => row.item === origin);
      if (own) {
        own.el.classList.add("nbg-current");
        lit.push(own.el);
      }
    },
    move(key) {
      const next = { ArrowDown: cursor + 1, ArrowUp: cursor - 1, Home: 0, End: rows.length - 1 }[key];
      if (next === undefined || rows.length === 0) return null;
      hold(Math.min(Math.max(next, 0), rows.length - 1));
      rows[cursor].el.focus({ preventScroll: true });
      reveal(/** @type {HTMLElement} */ (rows[cursor].el.parentElement), [rows[cursor].el]);
      return rows[cursor].item;
    },
  };
}

/**
 * @param {string} title
 * @param {HTMLElement[]} rows
 */
function part(title, rows) {
  if (rows.length === 0) return null;
  return element(
    "div",
    { class: "nbg-diff-part" },
    element("div", { class: "nbg-diff-title" }, title),
    element(
      "div",
      { class: "nbg-diff-rows", role: "list", "aria-label": tell("What changed: {0}", title) },
      ...rows,
    ),
  );
}

/**
 * @param {string} sign
 * @param {number | null} old
 * @param {number | null} now
 * @param {string} text
 * @param {Span | null} place
 * @returns {Row}
 */
function lineRow(sign, old, now, text, place) {
  const numbers = sign === "…" ? ["", ""] : [String(old ?? ""), String(now ?? "")];
  return row(sign, place, text, [
    ...numbers.map((number) => element("span", { class: "nbg-number", "aria-hidden": "true" }, number)),
    ...signed(sign),
    codeElement(text, text),
  ]);
}

/**
 * @param {string} sign
 * @param {string} text
 * @param {Span | null} place
 * @returns {Row}
 */
function nodeRow(sign, text, place) {
  const where = place
    ? element("span", { class: "nbg-fine" }, ` ${tell("line {0}", lineName(place[0]))}`)
    : null;
  return row(sign, place, text, [...signed(sign), codeElement(text, text), where]);
}

/** @param {string} sign */
function signed(sign) {
  return [
    element("span", { class: "nbg-sign", "aria-hidden": "true" }, sign),
    WORDS.has(sign) ? element("span", { class: "nbg-unseen" }, say(WORDS.get(sign) ?? "")) : null,
  ];
}

/**
 * @param {string} sign
 * @param {Span | null} place
 * @param {string} text
 * @param {(HTMLElement | null)[]} children
 * @returns {Row}
 */
function row(sign, place, text, children) {
  const kind = KINDS.get(sign);
  const el = element(
    "div",
    { class: `nbg-diff-row${kind ? ` nbg-diff-${kind}` : ""}`, role: "listitem" },
    ...children,
  );
  const words = `${say(WORDS.get(sign) ?? "")}${text.trim() || say("empty line")}`;
  return { el: focusable(el, -1), item: { pane: "diff", span: place, text: words } };
}
