/**
 * The picture of a graph in its pane: what is open, what is lit, where the keyboard is.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Pane} Pane
 * @typedef {import('./types.js').GraphData} GraphData
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./graph-search.js').Found} Found
 */

import { composer } from "./compose.js";
import { element } from "./dom.js";
import { draw } from "./graph-draw.js";
import { markFound, placeOf, unmark } from "./graph-found.js";
import { cursorAfter, seenOf, stopAt } from "./graph-seen.js";
import { darken, lightShapes, nameStops } from "./graph-shapes.js";
import { stageOf } from "./graph-stage.js";
import { closing, countOf, MOST, opening } from "./graph-views.js";
import { crumbs, cut, homeOf, liesIn, pageOf } from "./graph-within.js";
import { foldedText } from "./graph-words.js";
import { heatLegend, paint } from "./heat.js";
import { fitLabels } from "./labels.js";
import { legendOf } from "./legend.js";
import { pannable } from "./pan.js";
import { busiest, magnified, reveal } from "./scroll.js";
import { say, tell } from "./words.js";

/**
 * @param {Model} model
 * @param {GraphData['tiles']} tiles
 * @param {HTMLElement} pane scrolls the picture
 * @param {HTMLElement} foot legend and what is to be said
 * @param {{ take: (svg: SVGElement, onReady: (scale: number) => void) => void, fit: () => void,
 *   shown: () => number, room: () => number[], isFitted: () => boolean }} size
 * @param {{ open: Set<number>, options: import('./graph-kept.js').Options, scroll: number[] | null }} start
 * @param {(region: number) => void} ask is told which region is to be opened that is not in the page
 */
export function graphPicture(model, tiles, pane, foot, size, start, ask) {
  const compose = composer(model, tiles);
  const said = element("p", { class: "nbg-fine nbg-graph-said", role: "status" });
  let { open, options } = start;
  /** The region that is a page of its own; 0 for the whole. */
  let root = 0;
  const path = crumbs(model, within);
  const stage = stageOf(model, tiles[0], pane, said, size.room);
  let seen = look();
  let drawing = draw(model, seen.view, seen.layout, options.types);
  let cursor = 0;
  /** Whether it is seen from its begin, wherever that is in a pane of this size: until the reader goes elsewhere. */
  let isNew = start.scroll === null;
  /** Whether it stands where one stood before, until it is known what there is room for. */
  let isKept = !isNew;
  /** @type {(() => void)[]} */
  const watchers = [];
  /** @type {Element[][]} */
  let [lit, marked] = [[], []];
  pannable(pane);
  for (const act of ["wheel", "pointerdown", "keydown"]) pane.addEventListener(act, () => (isNew = false));
  new ResizeObserver(() => {
    restage();
    isKept = false;
    if (size.isFitted()) begin();
  }).observe(pane);
  put();

  function look() {
    const all = seenOf(model, (wanted) => stage.sketch(wanted) ?? compose(wanted), open);
    if (!all.layout.regions.has(root)) root = 0;
    return { ...all, stops: all.stops.filter((item) => liesIn(model, item, root)) };
  }

  function restage() {
    const wanted = stage.changed(open);
    if (wanted === null) return;
    isNew ||= !isKept;
    show(wanted);
    if (!isKept || size.isFitted()) size.fit();
  }

  const page = () => cut(drawing.layout, pageOf(drawing.layout, root));

  /** @param {number} region is to be a page of its own */
  function within(region) {
    isNew = true;
    show(model.openable.has(region) ? opening(model, open, region) : open, null, region);
    size.fit();
  }

  /** Puts the picture that was made into the pane. */
  function put() {
    drawing.svg.setAttribute("role", "group");
    drawing.svg.setAttribute("aria-label", say("Dataflow graph. Arrow keys move, Enter opens and closes."));
    nameStops(drawing.shapes, seen.stops);
    const { labels } = drawing;
    const part = pageOf(drawing.layout, root);
    path.show(root);
    drawing.svg.classList.toggle("nbg-part", part !== null);
    if (part) {
      const [left, top, right, bottom] = part.map(Math.round);
      drawing.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    }
    size.take(drawing.svg, () => {
      fitLabels(labels);
      begin();
    });
    dress();
    hold(Math.min(cursor, seen.stops.length - 1));
  }

  function begin() {
    const scale = size.shown();
    if (!isNew || scale === 0) return;
    const [width, height] = [pane.clientWidth / scale, pane.clientHeight / scale];
    pane.scrollLeft = busiest([...page().nodes.values()], width, height) * scale;
    pane.scrollTop = 0;
  }

  /** What does not change the layout: colours, legend, words under the picture. */
  function dress() {
    paint(drawing.shapes, seen.view.nodes, drawing.layout.nodes, options.measure);
    said.textContent = foldedText(model, seen.view, drawing.layout);
    foot.replaceChildren(
      ...(options.legend ? [legendOf(drawing)] : []),
      ...(options.measure ? [heatLegend(options.measure)] : []),
      said,
    );
  }

  /**
   * Opens exactly these regions; what stood at `anchor` stays where it was on the screen.
   * @param {Set<number>} wanted
   * @param {number | null} anchor the number of a region
   * @param {number} part the region that is a page of its own
   */
  function show(wanted, anchor = null, part = root) {
    const count = countOf(model, wanted);
    if (count > MOST) {
      said.textContent = tell(
        "That would be {0} boxes; {1} fit at a time. Close something first.",
        count,
        MOST,
      );
      return;
    }
    if (anchor !== null) isNew = false;
    const before = anchor === null ? null : drawing.handles.get(anchor)?.getBoundingClientRect();
    const focused = pane.contains(document.activeElement);
    open = wanted;
    root = part;
    seen = look();
    drawing = draw(model, seen.view, seen.layout, options.types);
    if (anchor !== null) cursor = stopAt(seen.stops, anchor);
    lit = [];
    marked = [];
    put();
    const after = anchor === null ? null : drawing.handles.get(anchor)?.getBoundingClientRect();
    if (before && after) {
      const by = magnified(pane);
      pane.scrollLeft += (after.left - before.left) / by;
      pane.scrollTop += (after.top - before.top) / by;
    }
    if (focused) shapeAt(cursor)?.focus({ preventScroll: true });
    for (const watcher of watchers) watcher();
  }

  /** @param {number} region */
  function toggle(region) {
    show(open.has(region) ? closing(open, region) : opening(model, open, region), region);
  }

  /**
   * Opens or closes what an item stands for, or asks for it.
   * @param {Item} item
   */
  function act({ toggles, asks }) {
    if (toggles !== undefined) toggle(toggles);
    else if (asks !== undefined) ask(asks);
    return (toggles ?? asks) !== undefined;
  }

  /** @param {number} index */
  function shapeAt(index) {
    return drawing.shapes.get(seen.stops[index]?.id ?? "");
  }

  /** @param {number} index */
  function hold(index) {
    shapeAt(cursor)?.setAttribute("tabindex", "-1");
    cursor = Math.max(index, 0);
    shapeAt(cursor)?.setAttribute("tabindex", "0");
  }

  /** @type {Pane['light']} */
  function light(chosen, origin) {
    darken(lit);
    const found = lightShapes(drawing.shapes, chosen, origin);
    lit = found.lit;
    if (!origin || seen.byId.get(origin.id) !== origin) reveal(pane, found.targets);
  }

  /** @type {Pane['at']} */
  function at(target, take) {
    const item = seen.byId.get(target.closest("[data-id]")?.getAttribute("data-id") ?? "") ?? null;
    if (take && item && seen.stops.includes(item)) hold(seen.stops.indexOf(item));
    return item;
  }

  /** @type {Pane['move']} */
  function move(key) {
    const last = seen.stops.length - 1;
    if (last < 0 || !document.activeElement?.closest("[data-id]")) return null;
    if (key === "z") {
      const home = homeOf(model, seen.stops[cursor].id ?? "");
      within(home === root ? Math.max(model.regions.get(root)?.parent ?? 0, 0) : home);
      return seen.stops[cursor];
    }
    if (key === "Enter" || key === " ") return act(seen.stops[cursor]) ? seen.stops[cursor] : null;
    const next = cursorAfter(key, cursor, last);
    if (next === null) return null;
    hold(next);
    const shape = /** @type {SVGElement} */ (shapeAt(cursor));
    shape.focus({ preventScroll: true });
    reveal(pane, [shape]);
    return seen.stops[cursor];
  }

  pane.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const named = target.closest("[data-page]")?.getAttribute("data-page");
    if (named) return within(Number(named));
    const item = seen.byId.get(target.closest("[data-id]")?.getAttribute("data-id") ?? "");
    if (!item) return;
    const onHandle = target.closest(".nbg-handle") !== null;
    const box = drawing.shapes.get(item.id ?? "")?.classList.contains("nbg-node-folded");
    if (onHandle || box) act(item);
  });

  /** @param {Found} found */
  function go(found) {
    const isHere = model.regions.get(found.region)?.around.includes(root);
    show(opening(model, open, found.region), null, isHere ? root : 0);
    const place = placeOf(model, open, found);
    const shape = drawing.shapes.get(place);
    if (shape) reveal(pane, [shape]);
    isNew = false;
    // Whoever leaves the search box with the keyboard gets to what was found.
    const stop = seen.stops.findIndex(({ id }) => id === place);
    if (stop >= 0) hold(stop);
  }

  /**
   * @param {Found[]} found
   * @param {Found | null} here
   */
  function mark(found, here) {
    for (const shape of marked) unmark(shape);
    marked = markFound({ model, open, layout: drawing.layout, drawing }, found, here);
  }

  return {
    path: path.el,
    page,
    items: () => seen.items,
    /** What is to be seen now. */
    shown: () => ({ model, open, view: seen.view, layout: drawing.layout, drawing }),
    state: () => ({ open: stage.sketch(open) ? model.start : open, options }),
    at,
    light,
    move,
    /** @param {Set<number>} wanted open; the picture is seen from its begin */
    show(wanted) {
      isNew = countOf(model, wanted) <= MOST;
      show(stage.fitted(wanted));
    },
    /**
     * @param {number} region
     * @param {boolean} focus whether its handle gets the focus
     */
    open(region, focus) {
      show(opening(model, open, region), region);
      if (focus) shapeAt(cursor)?.focus({ preventScroll: true });
    },
    /** @param {string} words stand under the picture until it changes */
    tell(words) {
      said.textContent = words;
    },
    go,
    mark,
    /** @param {Partial<typeof options>} changed */
    set(changed) {
      options = { ...options, ...changed };
      if (changed.types === undefined) dress();
      else show(open);
    },
    /** @param {() => void} watcher called whenever other things are to be seen */
    after(watcher) {
      watchers.push(watcher);
    },
  };
}
