/**
 * A pane of program text: numbered rows, coloured tokens, and stretches that light up. Source and generated code are
 * both made of it.
 *
 * Each row is cut into segments once, when it is built (`text-row.js`); lighting a stretch is then adding a class to a
 * few elements. The keyboard's cursor stands on a row (stop -1), on a stretch or an explained word in it (0, 1, ...), or
 * on a badge in its gutter (-2, -3, ...), which like the words takes the focus itself, to show its explanation.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./text-row.js').Spot} Spot
 */

import { element, focusable } from "./dom.js";
import { tellHeight } from "./own-height.js";
import { reveal } from "./scroll.js";
import { columnsIn, grouped, linesOf, outerFirst } from "./spans.js";
import { plainRow, textRow } from "./text-row.js";

/** As many rows are built whole at once, the others when they come into view. */
const AT_ONCE = 300;

/**
 * @param {object} spec
 * @param {string} spec.name
 * @param {string} spec.label for screen readers
 * @param {string[]} spec.lines
 * @param {number[]} [spec.numbers] of the lines; by default they count from 1
 * @param {number[][]} spec.tokens
 * @param {Spot[]} spec.spots
 * @param {(line: number) => Item} spec.rowItem what a whole row stands for
 * @param {Record<string, string>} [spec.words] what words of the kind "runtime" mean
 * @param {(line: number) => HTMLElement | null} [spec.gutter] what stands between number and text
 * @param {(line: number) => HTMLElement | null} [spec.above] what stands above a row
 * @param {(line: number) => HTMLElement[]} [spec.below] what stands under a row
 * @returns {Pane}
 */
export function textPane(spec) {
  const spots = [...spec.spots].sort((one, other) => outerFirst(one.span, other.span));
  /** @type {ReturnType<typeof builtPane> | null} */
  let pane = null;
  /** @type {Parameters<Pane['light']> | null} */
  let lit = null;

  // What nobody looks at is not built: a form of a long function has a hundred thousand elements.
  function built() {
    if (pane === null) {
      pane = builtPane(spec, spots);
      if (lit) pane.light(...lit);
    }
    return pane;
  }

  return {
    name: spec.name,
    get el() {
      return built().el;
    },
    items: spots.map((spot) => spot.item),
    at: (target, take) => built().at(target, take),
    light(items, origin) {
      lit = [items, origin];
      pane?.light(items, origin);
    },
    move: (key) => built().move(key),
  };
}

/**
 * @param {Parameters<typeof textPane>[0]} spec
 * @param {Spot[]} spots outer before inner
 * @returns {Pick<Pane, 'el' | 'at' | 'light' | 'move'>}
 */
function builtPane(spec, spots) {
  const watcher = rowWatcher((row) => rows[numbers.get(row) ?? 0].segments);
  const touching = grouped(spots, ({ span }) => linesOf(span));
  /** @type {WeakMap<Element, Item>} */
  const owners = new WeakMap();
  /** @type {Map<Item, Spot>} */
  const places = new Map(spots.map((spot) => [spot.item, spot]));
  const lineAt = (/** @type {number} */ index) => spec.numbers?.[index] ?? index + 1;
  const rows = spec.lines.map((text, index) => {
    const line = lineAt(index);
    const [item, gutter] = [spec.rowItem(line), spec.gutter?.(line) ?? null];
    const tokens = spec.tokens[index] ?? [];
    const own = touching.get(line) ?? [];
    const make = index < AT_ONCE || watcher === null ? textRow : plainRow;
    return make({ line, text, tokens, spots: own, item, words: spec.words ?? {}, gutter }, owners);
  });
  /** @type {Map<Element, number>} */
  const numbers = new Map(rows.map((row, index) => [row.el, index]));
  const el = focusable(element("div", { class: "nbg-text", role: "list", "aria-label": spec.label }), -1);
  for (const row of rows.slice(AT_ONCE)) watcher?.observe(row.el);
  el.style.setProperty("--nbg-rows", String(spec.lines.length));
  const byLine = new Map(rows.map((row, index) => [lineAt(index), row]));
  for (const [line, row] of byLine) {
    const head = spec.above?.(line);
    el.append(...(head ? [head] : []), row.el, ...(spec.below?.(line) ?? []));
  }
  for (const spot of spots) {
    if (!spot.wrong) continue;
    byLine.get(spot.span[0])?.el.classList.add("nbg-wrong");
    for (const segment of segmentsOf(spot)) segment.classList.add("nbg-wrong");
  }
  if (rows.length > 0) rows[0].el.setAttribute("tabindex", "0");

  let cursor = { row: 0, stop: -1 };
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
      const row = byLine.get(line);
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
      const row = byLine.get(spot.span[0]);
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
    if (whole || (origin && places.has(origin))) return;
    reveal(el, targets);
  }

  /** @type {Pane['at']} */
  function at(target, take) {
    const rowElement = target.closest(".nbg-row");
    const index = rowElement ? (numbers.get(rowElement) ?? -1) : -1;
    if (index < 0) return null;
    const segment = target.closest(".nbg-segment, .nbg-badge");
    const row = rows[index];
    const item = (segment && owners.get(segment)) ?? row.item;
    if (take) hold(index, stopAt(row, segment, item));
    return item;
  }

  /**
   * Where the cursor is on an element of a row: on what takes the focus itself, else on the stretch it belongs to.
   * @param {typeof rows[number]} row
   * @param {Element | null} segment
   * @param {Item} item
   */
  function stopAt(row, segment, item) {
    const badge = segment ? row.badges.findIndex(({ el }) => el === segment) : -1;
    if (badge >= 0) return -2 - badge;
    const word = segment ? row.stops.findIndex(({ el }) => el === segment) : -1;
    return word >= 0 ? word : row.stops.findIndex((stop) => stop.spot?.item === item);
  }

  /**
   * Puts the cursor on a row or on a stop in it; one row at a time can be tabbed to.
   * @param {number} row
   * @param {number} stop
   */
  function hold(row, stop) {
    rows[cursor.row].el.setAttribute("tabindex", "-1");
    cursor = { row, stop };
    rows[row].el.setAttribute("tabindex", "0");
  }

  /** @type {Pane['move']} */
  function move(key) {
    const last = rows.length - 1;
    if (last < 0) return null;
    const { row, stop } = cursor;
    const { badges, stops } = rows[row];
    if (key === "ArrowDown") hold(Math.min(row + 1, last), -1);
    else if (key === "ArrowUp") hold(Math.max(row - 1, 0), -1);
    else if (key === "Home") hold(0, -1);
    else if (key === "End") hold(last, -1);
    else if (key === "ArrowRight") hold(row, Math.min(stop + 1, stops.length - 1));
    else if (key === "ArrowLeft") hold(row, Math.max(stop - 1, -1 - badges.length));
    else return null;
    const here = rows[cursor.row];
    const at = cursor.stop < -1 ? here.badges[-2 - cursor.stop] : here.stops[cursor.stop];
    (at?.el ?? here.el).focus({ preventScroll: true });
    reveal(el, at?.spot ? segmentsOf(at.spot) : [at?.el ?? here.segments[0]?.el ?? here.el]);
    return at?.item ?? here.item;
  }

  return { el: tellHeight(el), at, light, move };
}

/**
 * Tells once of each row that comes near what is to be seen; null where nothing is ever seen.
 * @param {(row: Element) => void} see
 */
function rowWatcher(see) {
  if (typeof IntersectionObserver === "undefined") return null;
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        see(target);
      }
    },
    { rootMargin: "400px" },
  );
  return watcher;
}
