/**
 * What of a graph is to be seen when some regions are open, what in it can be pointed at, and how the keyboard's cursor
 * goes through it. No document here.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./compose.js').Layout} Layout
 * @typedef {ReturnType<typeof seenOf>} Seen
 */

import { itemsOf } from "./graph-items.js";
import { viewOf } from "./graph-model.js";

/** @returns {Layout} what stands where there is no layout of these regions */
const nothing = () => ({ width: 1, height: 1, nodes: new Map(), regions: new Map(), lines: new Map() });

/**
 * @param {Model} model
 * @param {(open: Set<number>) => Layout | null} compose
 * @param {Set<number>} open
 */
export function seenOf(model, compose, open) {
  const view = viewOf(model, open);
  const layout = compose(open) ?? nothing();
  const items = itemsOf(model, view, open);
  return {
    open,
    view,
    layout,
    items,
    // Of a box and what it hides, pointing at it means the box, which comes first.
    byId: new Map(items.toReversed().map((item) => [item.id, item])),
    stops: items.filter((item) => item.stop && isDrawn(layout, item)),
  };
}

/**
 * Whether a node or a region has a place in the picture.
 * @param {Layout} layout
 * @param {Item} item
 */
export function isDrawn(layout, { id, frame }) {
  return (frame ? layout.regions : layout.nodes).has(Number(id?.slice(1)));
}

/**
 * Where the cursor stands after a key; null where it is none that moves it.
 * @param {string} key
 * @param {number} cursor
 * @param {number} last
 */
export function cursorAfter(key, cursor, last) {
  const next = {
    ArrowDown: cursor + 1,
    ArrowRight: cursor + 1,
    ArrowUp: cursor - 1,
    ArrowLeft: cursor - 1,
    Home: 0,
    End: last,
  }[key];
  return next === undefined ? null : Math.min(Math.max(next, 0), last);
}

/**
 * The place among the stops of what opens and closes a region; the first where there is none.
 * @param {Item[]} stops
 * @param {number} region
 */
export function stopAt(stops, region) {
  return Math.max(
    stops.findIndex((item) => item.toggles === region),
    0,
  );
}
