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
 * All regions open down to a depth, outer and earlier ones first, as long as there is room.
 * @param {Model} model
 * @param {number} depth
 */
export function downTo(model, depth) {
  let open = new Set([0]);
  const wanted = [...model.regions.values()]
    .filter(({ number, around }) => model.openable.has(number) && around.length - 1 <= depth)
    .sort((one, other) => one.around.length - other.around.length);
  for (const { number } of wanted) {
    const more = new Set([...open, number]);
    if (countOf(model, more) <= MOST) open = more;
  }
  return open;
}

/**
 * How deep regions that can be opened lie in one another.
 * @param {Model} model
 */
export function depthOf(model) {
  const depths = [...model.regions.values()].filter(({ number }) => model.openable.has(number));
  return Math.max(0, ...depths.map(({ around }) => around.length - 1));
}
