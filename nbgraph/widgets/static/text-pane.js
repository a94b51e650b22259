/**
 * A pane of program text: numbered rows, coloured tokens, and stretches that light up. Source and generated code are
 * both made of it.
 *
 * Each row is cut into segments at every border of a token or a stretch, once, when it is built; lighting a stretch is
 * then adding a class to a few elements. The keyboard cursor stands on a row (column -1) or on a stretch in it.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {{ start: number, end: number, el: HTMLElement }} Segment
 * @typedef {{ span: Span, item: Item, wrong?: boolean }} Spot an item, where it stands, whether an error is there
 * @typedef {{ el: HTMLElement, item: Item, segments: Segment[], spots: Spot[] }} Row
 */

import { element, focusable } from "./dom.js";
import { reveal } from "./scroll.js";
import { characters, columnsIn, outerFirst } from "./spans.js";

/** As in `widgets/highlight.py`. */
const KINDS = ["keyword", "string", "number", "comment", "name", "builtin"];

/**
 * @param {object} spec
 * @param {string} spec.name
 * @param {string} spec.label for screen readers
 * @param {string[]} spec.lines
 * @param {number} spec.first number of the first line
 * @param {number[][]} spec.tokens
 * @param {Spot[]} spec.spots
 * @param {(line: number) => Item} spec.rowItem what a whole row stands for
 * @param {(line: number) => HTMLElement | null} [spec.gutter] what stands between number and text
 * @param {(line: number) => HTMLElement[]} [spec.below] what stands under a row
 * @returns {Pane}
 */
export function textPane(spec) {
  const spots = [...spec.spots].sort((one, other) => outerFirst(one.span, other.span));
  /** @type {WeakMap<Element, Item>} */
  const owners = new WeakMap();
  /** @type {Map<Item, Spot>} */
  const places = new Map(spots.map((spot) => [spot.item, spot]));
  const rows = spec.lines.map((line, index) => makeRow(spec, spots, owners, line, index));
  /** @type {Map<Element, number>} */
  const numbers = new Map(rows.map((row, index) => [row.el, index]));
  const el = focusable(element("div", { class: "nbg-text", role: "list", "aria-label": spec.label }), -1);
  rows.forEach((row, index) => {
    el.append(row.el, ...(spec.below?.(spec.first + index) ?? []));
  });
  for (const spot of spots) {
    if (!spot.wrong) continue;
    rows[spot.span[0] - spec.first]?.el.classList.add("nbg-wrong");
    for (const segment of segmentsOf(spot)) segment.classList.add("nbg-wrong");
  }
  if (rows.length > 0) rows[0].el.setAttribute("tabindex", "0");

  let cursor = { row: 0, column: -1 };
  /** @type {Element[]} */
  let lit = [];

  /**
   * The segments of a spot, line by line.
   * @param {Spot} spot
   */
  function segmentsOf(spot) {
    /** @type {Element[]} */
    const found = [];
    for (let line = spot.span[0]; line <= spot.span[2]; line++) {
      const row = rows[line - spec.first];
      if (row === undefined) continue;
      const columns = columnsIn(spot.span, line, Infinity);
      for (const segment of row.segments) {
        if (columns && columns[0] <= segment.start && segment.end <= columns[1]) found.push(segment.el);
      }
    }
    return found;
  }

  /** @type {Pane['light']} */
  function light(items, origin) {
    for (const old of lit) old.classList.remove("nbg-lit", "nbg-current");
    lit = [];
    /** @type {Element[]} */
    const targets = [];
    for (const item of items) {
      const spot = places.get(item);
      if (spot === undefined) continue;
      const segments = segmentsOf(spot);
      const row = rows[spot.span[0] - spec.first];
      for (const target of row ? [...segments, row.el] : segments) {
        target.classList.add("nbg-lit");
        if (item === origin) target.classList.add("nbg-current");
        lit.push(target);
      }
      targets.push(...segments);
    }
    const whole = rows.find((row) => row.item === origin);
    if (whole) {
      whole.el.classList.add("nbg-lit", "nbg-current");
      lit.push(whole.el);
    }
    if (!whole && !(origin && places.has(origin))) reveal(el, targets);
  }

  /** @type {Pane['at']} */
  function at(target, take) {
    const rowElement = target.closest(".nbg-row");
    const index = rowElement ? (numbers.get(rowElement) ?? -1) : -1;
    if (index < 0) return null;
    const segment = target.closest(".nbg-segment, .nbg-badge");
    const item = (segment && owners.get(segment)) ?? rows[index].item;
    if (take)
      hold(
        index,
        rows[index].spots.findIndex((spot) => spot.item === item),
      );
    return item;
  }

  /**
   * Puts the cursor on a row (column -1) or on a stretch that begins in it; one row at a time can be tabbed to.
   * @param {number} row
   * @param {number} column
   */
  function hold(row, column) {
    rows[cursor.row].el.setAttribute("tabindex", "-1");
    cursor = { row, column };
    rows[row].el.setAttribute("tabindex", "0");
  }

  /** @type {Pane['move']} */
  function move(key) {
    const last = rows.length - 1;
    const { row, column } = cursor;
    if (last < 0) return null;
    if (key === "ArrowDown") hold(Math.min(row + 1, last), -1);
    else if (key === "ArrowUp") hold(Math.max(row - 1, 0), -1);
    else if (key === "Home") hold(0, -1);
    else if (key === "End") hold(last, -1);
    else if (key === "ArrowRight") hold(row, Math.min(column + 1, rows[row].spots.length - 1));
    else if (key === "ArrowLeft") hold(row, Math.max(column - 1, -1));
    else return null;
    const here = rows[cursor.row];
    const spot = here.spots[cursor.column];
    here.el.focus({ preventScroll: true });
    reveal(el, spot ? segmentsOf(spot) : [here.segments[0]?.el ?? here.el]);
    return spot?.item ?? here.item;
  }

  return { name: spec.name, el, items: spots.map((spot) => spot.item), at, light, move };
}

/**
 * @param {Parameters<typeof textPane>[0]} spec
 * @param {Spot[]} spots outer before inner
 * @param {WeakMap<Element, Item>} owners filled: the innermost item of each segment
 * @param {string} text
 * @param {number} index
 * @returns {Row}
 */
function makeRow(spec, spots, owners, text, index) {
  const line = spec.first + index;
  const chars = characters(text);
  const tokens = tokensOf(spec.tokens[index] ?? []);
  const stretches = spots.flatMap((spot) => {
    const columns = columnsIn(spot.span, line, chars.length);
    return columns ? [{ columns, item: spot.item }] : [];
  });
  const borders = new Set([0, chars.length]);
  for (const { start, end } of tokens) borders.add(start).add(end);
  for (const { columns } of stretches) borders.add(columns[0]).add(columns[1]);
  const cuts = [...borders].filter((cut) => cut <= chars.length).sort((one, other) => one - other);

  /** @type {Segment[]} */
  const segments = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [start, end] = [cuts[i], cuts[i + 1]];
    const token = tokens.find((candidate) => candidate.start <= start && end <= candidate.end);
    const kind = token ? ` nbg-token-${token.kind}` : "";
    const el = element("span", { class: `nbg-segment${kind}` }, chars.cut(start, end));
    const inner = stretches.findLast(({ columns }) => columns[0] <= start && end <= columns[1]);
    if (inner) owners.set(el, inner.item);
    segments.push({ start, end, el });
  }
  const own = spots.filter((spot) => spot.span[0] === line);
  const item = spec.rowItem(line);
  const gutter = spec.gutter?.(line) ?? null;
  if (gutter) for (const badge of gutter.children) noteBadge(badge, own, owners);
  const el = element(
    "div",
    { class: "nbg-row", role: "listitem", "data-line": line },
    element("span", { class: "nbg-number", "aria-hidden": "true" }, String(line)),
    gutter,
    element("span", { class: "nbg-code" }, ...segments.map((segment) => segment.el)),
  );
  return { el: focusable(el, -1), item, segments, spots: own };
}

/**
 * A badge in the gutter stands for the stretch it tells about.
 * @param {Element} badge
 * @param {Spot[]} spots
 * @param {WeakMap<Element, Item>} owners
 */
function noteBadge(badge, spots, owners) {
  const spot = spots.find(({ span }) => span.join(" ") === badge.getAttribute("data-span"));
  if (spot) owners.set(badge, spot.item);
}

/** @param {number[]} flat */
function tokensOf(flat) {
  const tokens = [];
  for (let i = 0; i + 2 < flat.length; i += 3) {
    tokens.push({ start: flat[i], end: flat[i] + flat[i + 1], kind: KINDS[flat[i + 2]] });
  }
  return tokens;
}
