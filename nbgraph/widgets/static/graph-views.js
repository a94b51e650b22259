/**
 * Which regions are open: sets of their numbers, and the ways from one to another.
 * @typedef {import('./graph-model.js').Model} Model
 */

import { closings } from "./graph-model.js";

/** As many boxes are shown at a time: more are not read any more, and slow to point at. */
export const MOST = 300;

/**
 * How many boxes there are to see.
 * @param {Model} model
 * @param {Set<number>} open
 */
export function countOf(model, open) {
  const closed = closings(model, open);
  const plain = model.nodes.filter((node) => (closed.get(node.region) ?? -1) < 0).length;
  return plain + [...model.boxes.keys()].filter((region) => closed.get(region) === region).length;
}

/**
 * With a region opened, and all around it.
 * @param {Model} model
 * @param {Set<number>} open
 * @param {number} region
 */
export function opening(model, open, region) {
  const around = model.regions.get(region)?.around ?? [];
  return new Set([...open, ...around.filter((number) => number === 0 || model.openable.has(number))]);
}

/**
 * @param {Set<number>} open
 * @param {number} region
 */
export function closing(open, region) {
  return new Set([...open].filter((number) => number !== region));
}

/**
 * What is open at each level of detail: "idea", as the page was made; "operations", all but bookkeeping; "everything";
 * "closed", the function's own statements.
 * @param {Model} model
 * @param {string} level
 */
export function openAt(model, level) {
  if (level === "idea") return new Set(model.start);
  if (level === "closed") return new Set([0]);
  return all(model, level === "everything" ? [] : ["checks"]);
}

/**
 * All regions open but those of some kinds and what is in them, outer and earlier ones first, as long as there is room.
 * @param {Model} model
 * @param {string[]} without
 */
function all(model, without) {
  let open = new Set([0]);
  const isLeftOut = (/** @type {number} */ number) => without.includes(model.regions.get(number)?.kind ?? "");
  const wanted = [...model.regions.values()]
    .filter(({ number, around }) => model.openable.has(number) && ![number, ...around].some(isLeftOut))
    .sort((one, other) => one.around.length - other.around.length);
  for (const { number } of wanted) {
    const more = new Set([...open, number]);
    if (countOf(model, more) <= MOST) open = more;
  }
  return open;
}
