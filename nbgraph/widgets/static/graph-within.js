/**
 * One region as a page of its own: the picture cut to its border, with the way back as a row of names. Lines that cross
 * the border begin and end at the edge of the page.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./compose.js').Layout} Layout
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./splines.js').Box} Box
 */

import { element, focusable } from "./dom.js";
import { short } from "./graph-words.js";
import { say } from "./words.js";

/** How much of what is around is seen, in the picture's units. */
const MARGIN = 28;

/**
 * What of the picture is on the page of a region.
 * @param {Layout} layout
 * @param {number} region 0 for the whole
 * @returns {Box | null} null for all of it
 */
export function pageOf(layout, region) {
  const box = region > 0 ? layout.regions.get(region) : undefined;
  if (!box) return null;
  const [left, top, right, bottom] = box;
  return [
    Math.max(left - MARGIN, 0),
    Math.max(top - MARGIN, 0),
    Math.min(right + MARGIN, layout.width),
    Math.min(bottom + MARGIN, layout.height),
  ];
}

/**
 * A layout as far as it is on a page, which begins at its upper left corner.
 * @param {Layout} layout
 * @param {Box | null} page
 * @returns {Layout}
 */
export function cut(layout, page) {
  if (page === null) return layout;
  const [left, top, right, bottom] = page;
  const inside = (/** @type {Map<number, Box>} */ boxes) =>
    new Map(
      [...boxes]
        .filter(([, box]) => box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom)
        .map(([number, [x, y, end, low]]) => [number, [x - left, y - top, end - left, low - top]]),
    );
  const [nodes, regions] = /** @type {[Map<number, Box>, Map<number, Box>]} */ ([
    inside(layout.nodes),
    inside(layout.regions),
  ]);
  return { ...layout, width: right - left, height: bottom - top, nodes, regions };
}

/**
 * Whether an item lies in a region.
 * @param {Model} model
 * @param {Item} item
 * @param {number} region
 */
export function liesIn(model, { id }, region) {
  return region === 0 || (model.regions.get(homeOf(model, id ?? ""))?.around.includes(region) ?? false);
}

/**
 * The region that something is, or lies in; of a closed one that which it is.
 * @param {Model} model
 * @param {string} id
 */
export function homeOf(model, id) {
  const number = Number(id.slice(1));
  if (id[0] === "r") return number;
  return model.home.get(number) ?? [...model.boxes].find(([, box]) => box.number === number)?.[0] ?? 0;
}

/**
 * The names of the regions around a page, outermost first; a press on one goes there.
 * @param {Model} model
 * @param {(region: number) => void} go
 * @returns {{ el: HTMLElement, show: (region: number) => void }}
 */
export function crumbs(model, go) {
  const el = element("nav", { class: "nbg-crumbs", "aria-label": say("Part of the graph") });
  return {
    el,
    show(region) {
      const around = model.regions.get(region)?.around ?? [];
      const names = around.map((number) => short((number && model.regions.get(number)?.label) || model.name));
      el.hidden = region === 0;
      el.replaceChildren(
        ...around.map((number, i) => {
          const crumb = element("button", { type: "button", class: "nbg-button" }, names[i]);
          if (number === region) crumb.setAttribute("aria-current", "true");
          crumb.addEventListener("click", () => go(number));
          return focusable(crumb, 0);
        }),
      );
    },
  };
}
