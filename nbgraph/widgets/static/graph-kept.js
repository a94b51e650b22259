/**
 * What of a graph's view outlasts the graph: which regions are open, by what they are, for another run of the function
 * may number them otherwise.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./heat.js').Measure} Measure
 * @typedef {{ types: boolean, legend: boolean, measure: Measure | null }} Options
 * @typedef {{ open: Set<string>, known: Set<string> }} Opened the regions that were open, of all that could be
 * @typedef {{ opened: Opened | null, options: Options, asText: boolean, level: string, search: string, at: number,
 *   scale: number | null, scroll: number[] | null }} KeptGraph `opened` is null where it was all as at first
 */

import { closings, isMissing } from "./graph-model.js";
import { countOf, MOST } from "./graph-views.js";

/**
 * A name for each region that is the same in every graph in which it is the same part of the function: what it is and
 * is in, and which of its like.
 * @param {Model} model
 * @returns {Map<number, string>}
 */
function keysOf(model) {
  /** @type {Map<number, string>} */
  const keys = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { number, parent, kind, label } of model.regions.values()) {
    // The root's label may be the call, with its arguments.
    const own = parent < 0 ? "" : `${keys.get(parent)}\n${kind} ${label}`;
    const count = (counts.get(own) ?? 0) + 1;
    counts.set(own, count);
    keys.set(number, `${own} ${count}`);
  }
  return keys;
}

/**
 * @param {Model} model
 * @param {Set<number>} open
 * @returns {Opened | null}
 */
export function openedIn(model, open) {
  const seen = [...open].filter((number) => number === 0 || model.openable.has(number));
  if (seen.length === model.start.size && seen.every((number) => model.start.has(number))) return null;
  const keys = keysOf(model);
  const named = (/** @type {Iterable<number>} */ numbers) =>
    new Set([...numbers].map((number) => keys.get(number) ?? ""));
  return { open: named(seen), known: named(model.openable) };
}

/**
 * The same regions open in another graph; what it has besides is as at first.
 * @param {Model} model
 * @param {Opened | null} opened
 * @returns {Set<number>}
 */
export function openAgain(model, opened) {
  if (opened === null) return new Set(model.start);
  const keys = keysOf(model);
  const wanted = [...model.openable].filter((number) => {
    const key = keys.get(number) ?? "";
    return opened.known.has(key) ? opened.open.has(key) : model.start.has(number);
  });
  const open = new Set([0, ...wanted]);
  return countOf(model, open) <= MOST ? open : new Set(model.start);
}

/**
 * What was open and cannot be opened here, by name.
 * @param {Model} model
 * @param {Iterable<string>} names
 */
export function unopened(model, names) {
  const keys = keysOf(model);
  const here = new Set([...model.openable, 0].map((number) => keys.get(number)));
  return new Set([...names].filter((name) => !here.has(name)));
}

/**
 * The first of these that is to be seen as a box and can be asked for.
 * @param {Model} model
 * @param {Set<number>} open
 * @param {Set<string>} wished names of regions
 * @returns {number | undefined}
 */
export function firstMissed(model, open, wished) {
  const [keys, closed] = [keysOf(model), closings(model, open)];
  return [...keys.keys()].find((region) => {
    const box = model.boxes.get(region);
    const wanted = box && wished.has(keys.get(region) ?? "") && closed.get(region) === region;
    return wanted && isMissing(model, box);
  });
}

/**
 * What is open, and besides it what is wished for.
 * @param {Model} model
 * @param {KeptGraph | null} kept
 * @param {Set<string>} wished names of regions
 * @returns {KeptGraph | null}
 */
export function withWished(model, kept, wished) {
  if (kept === null || wished.size === 0) return kept;
  const keys = keysOf(model);
  const names = (/** @type {Set<number>} */ numbers) =>
    new Set([...numbers].map((number) => keys.get(number) ?? ""));
  const { open, known } = kept.opened ?? { open: names(model.start), known: names(model.openable) };
  return { ...kept, opened: { open: new Set([...open, ...wished]), known: new Set([...known, ...wished]) } };
}

/**
 * The name of a region.
 * @param {Model} model
 * @param {number} region
 */
export function keyOf(model, region) {
  return keysOf(model).get(region) ?? "";
}
