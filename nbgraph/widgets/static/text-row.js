/**
 * One row of program text: its number, what the gutter says, its text cut into segments at every border of a token or a
 * stretch, and the stops that the keyboard's cursor makes in it.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {{ start: number, end: number, el: HTMLElement }} Segment
 * @typedef {{ span: Span, item: Item, wrong?: boolean }} Spot an item, where it stands, whether an error is there
 * @typedef {{ item: Item, spot: Spot | null, el: HTMLElement | null }} Stop `el` takes the focus itself
 * @typedef {{ el: HTMLElement, item: Item, segments: Segment[], badges: Stop[], stops: Stop[] }} Row
 * @typedef {{ start: number, end: number, kind: string }} Token
 */

import { element, focusable } from "./dom.js";
import { lineName } from "./source-lines.js";
import { characters, columnsIn } from "./spans.js";
import { explain } from "./tip.js";
import { say } from "./words.js";

const ARROW = "->";

/** As in `widgets/payload/code.py`. */
const KINDS = ["keyword", "string", "number", "comment", "name", "builtin", "runtime", "type"];

/**
 * @param {object} spec
 * @param {number} spec.line
 * @param {string} spec.text
 * @param {number[]} spec.tokens
 * @param {Spot[]} spec.spots all of the pane, outer before inner
 * @param {Item} spec.item what the whole row stands for
 * @param {Record<string, string>} spec.words what words of the kind "runtime" mean
 * @param {HTMLElement | null} spec.gutter
 * @param {WeakMap<Element, Item>} owners filled: the innermost item of each segment
 * @returns {Row}
 */
export function textRow({ line, text, tokens: flat, spots, item, words, gutter }, owners) {
  const chars = characters(text);
  const tokens = tokensOf(flat);
  const stretches = spots.flatMap((spot) => {
    const columns = columnsIn(spot.span, line, chars.length);
    return columns ? [{ columns, item: spot.item }] : [];
  });
  const segments = segmentsOf(chars, tokens, stretches.map(({ columns }) => columns).flat());
  const own = spots.filter((spot) => spot.span[0] === line);
  /** @type {[number, Stop][]} */
  const stops = own.map((spot) => [spot.span[1], { item: spot.item, spot, el: null }]);
  for (const { start, end, el } of segments) {
    const inner = stretches.findLast(({ columns }) => columns[0] <= start && end <= columns[1]);
    if (inner) owners.set(el, inner.item);
    const meaning = Object.hasOwn(words, el.textContent ?? "") ? words[el.textContent ?? ""] : undefined;
    if (meaning === undefined || !el.classList.contains("nbg-token-runtime")) continue;
    explain(focusable(el, -1), say(meaning));
    stops.push([start, { item: inner?.item ?? item, spot: null, el }]);
  }
  stops.sort(([one], [other]) => one - other);
  const code = codeElement(text, ...segments.map((segment) => segment.el));
  const el = rowElement(line, gutter, [code]);
  const badges = badgeStops(gutter, own, item, owners);
  return { el, item, segments, badges, stops: stops.map(([, stop]) => stop) };
}

/**
 * The same as `textRow`, as plain text until somebody looks at it.
 * @param {Parameters<typeof textRow>[0]} spec
 * @param {Parameters<typeof textRow>[1]} owners
 * @returns {ReturnType<typeof textRow>}
 */
export function plainRow(spec, owners) {
  /** @type {ReturnType<typeof textRow> | null} */
  let row = null;
  const el = rowElement(spec.line, spec.gutter, [codeElement(spec.text, spec.text)]);
  el.classList.add("nbg-plain");

  const plain = new Set(el.children);

  function full() {
    if (row === null) {
      row = textRow(spec, owners);
      el.classList.remove("nbg-plain");
      const added = [...el.children].filter((child) => !plain.has(child));
      el.replaceChildren(...row.el.childNodes, ...added);
    }
    return row;
  }

  return {
    el,
    item: spec.item,
    get segments() {
      return full().segments;
    },
    get badges() {
      return full().badges;
    },
    get stops() {
      return full().stops;
    },
  };
}

/**
 * @param {number} line
 * @param {HTMLElement | null} gutter
 * @param {HTMLElement[]} code
 */
function rowElement(line, gutter, code) {
  const el = element(
    "div",
    { class: "nbg-row", role: "listitem", "data-line": line },
    element("span", { class: "nbg-number", "aria-hidden": "true" }, String(lineName(line))),
    gutter,
    ...code,
  );
  return focusable(el, -1);
}

/**
 * A line's text, which knows how far it is indented: what does not fit goes on to the right of that.
 * @param {string} text
 * @param {...(HTMLElement | string)} children what it is made of
 */
export function codeElement(text, ...children) {
  const indent = text.length - text.trimStart().length;
  const el = element(
    "span",
    { class: "nbg-code" },
    ...(indent > 0 ? heldTogether(indent, children) : children),
  );
  if (indent > 0) el.style.setProperty("--nbg-indent", String(indent));
  return el;
}

/** As much of a line's first word stays at its indentation. */
const HELD = 20;

/**
 * A line's parts with its indentation held to what follows: a line does not break there, where a word that is too long
 * would leave its number beside nothing.
 * @param {number} indent
 * @param {(HTMLElement | string)[]} parts
 */
function heldTogether(indent, [first, second, ...others]) {
  const held = (/** @type {(HTMLElement | string)[]} */ ...both) =>
    element("span", { class: "nbg-held" }, ...both);
  if (typeof first === "string") return [held(first.slice(0, indent + 1)), first.slice(indent + 1)];
  const fits = second instanceof HTMLElement && (second.textContent ?? "").length <= HELD;
  if (first.textContent?.length === indent && fits) return [held(first, second), ...others];
  return second === undefined ? [first] : [first, second, ...others];
}

/**
 * A line's text as coloured segments, for a row that nothing is linked to in parts.
 * @param {string} text
 * @param {number[]} flat
 */
export function colouredLine(text, flat) {
  const segments = segmentsOf(characters(text), tokensOf(flat), []);
  return codeElement(text, ...segments.map((segment) => segment.el));
}

/**
 * @param {ReturnType<typeof characters>} chars
 * @param {Token[]} tokens
 * @param {number[]} further columns to cut at
 */
function segmentsOf(chars, tokens, further) {
  const borders = new Set([0, chars.length, ...further]);
  for (const { start, end } of tokens) borders.add(start).add(end);
  const text = chars.cut(0, chars.length);
  const indent = text.length - text.trimStart().length;
  borders.add(indent);
  if (indent > 0 && !tokens.some(({ start }) => start === indent)) borders.add(indent + 1);
  const arrows = arrowsIn(chars);
  for (const start of arrows) borders.add(start).add(start + ARROW.length);
  const cuts = [...borders].filter((cut) => cut <= chars.length).sort((one, other) => one - other);
  /** @type {Segment[]} */
  const segments = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [start, end] = [cuts[i], cuts[i + 1]];
    const token = tokens.find((candidate) => candidate.start <= start && end <= candidate.end);
    const kind = token ? ` nbg-token-${token.kind}` : "";
    const whole = arrows.has(start) ? " nbg-whole" : "";
    segments.push({
      start,
      end,
      el: element("span", { class: `nbg-segment${kind}${whole}` }, ...breakable(chars.cut(start, end))),
    });
  }
  return segments;
}

/**
 * Text that may go on in the next line after a bracket, rather than in the middle of a word.
 * @param {string} text
 */
function breakable(text) {
  const parts = text.split(/([([{])(?![)\]}])/);
  return parts.flatMap((part, i) => (i % 2 === 1 ? [part, element("wbr", {})] : part));
}

/**
 * The columns in which arrows begin: a line is not broken inside of one.
 * @param {ReturnType<typeof characters>} chars
 */
function arrowsIn(chars) {
  const text = chars.cut(0, chars.length);
  /** @type {Set<number>} */
  const found = new Set();
  for (let at = text.indexOf(ARROW); at >= 0; at = text.indexOf(ARROW, at + 1))
    found.add(characters(text.slice(0, at)).length);
  return found;
}

/**
 * The badges of the gutter, the one next to the text first; each stands for the stretch it tells about.
 * @param {HTMLElement | null} gutter
 * @param {Spot[]} spots
 * @param {Item} item
 * @param {WeakMap<Element, Item>} owners
 * @returns {Stop[]}
 */
function badgeStops(gutter, spots, item, owners) {
  const badges = /** @type {HTMLElement[]} */ ([...(gutter?.children ?? [])]);
  return badges.reverse().map((badge) => {
    const spot = spots.find(({ span }) => span.join(" ") === badge.getAttribute("data-span"));
    owners.set(badge, spot?.item ?? item);
    return { item: spot?.item ?? item, spot: null, el: focusable(badge, -1) };
  });
}

/**
 * @param {number[]} flat
 * @returns {Token[]}
 */
function tokensOf(flat) {
  const tokens = [];
  let end = 0;
  for (let i = 0; i + 2 < flat.length; i += 3) {
    const start = end + flat[i];
    end = start + flat[i + 1];
    tokens.push({ start, end, kind: KINDS[flat[i + 2]] });
  }
  return tokens;
}
