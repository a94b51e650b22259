/**
 * What lights up with what: for a stretch of source, its counterparts in every pane.
 *
 * In each pane, the first of these that finds anything decides:
 * 1. items with exactly this span;
 * 2. the largest items within it (of a stretch over several lines: within its first line, its header);
 * 3. the smallest item around it that shares no line with anything else, i.e. that stays within its lines;
 * 4. items on its line, else those that begin in it;
 * 5. the smallest item around it.
 *
 * Frames (regions) take part in 1 and 5 only: a loop's border does not light up for each statement in it.
 *
 * A stretch that calls a helper lights up what the call made, too: the counterparts of the helper's stretches.
 * @typedef {import('./types.js').Span} Span
 * @typedef {import('./types.js').Item} Item
 * @typedef {Item & { span: Span }} Placed
 */

import { contains, key, outerFirst, shareLine } from "./spans.js";

/**
 * An index over the items of all panes. Each span is looked up once and remembered, so that pointing at something
 * costs one map access.
 * @param {Item[]} items
 * @param {[Span, Span[]][]} calls places that call a helper, and the places in it that the call comes to
 */
export function createIndex(items, calls = []) {
  /** @type {Map<string, Placed[]>} */
  const panes = new Map();
  for (const item of items) {
    if (item.span === null) continue;
    const pane = panes.get(item.pane) ?? [];
    pane.push(/** @type {Placed} */ (item));
    panes.set(item.pane, pane);
  }
  for (const pane of panes.values()) pane.sort((one, other) => outerFirst(one.span, other.span));

  /** @type {Map<string, Map<string, Item[]>>} */
  const known = new Map();

  /**
   * The counterparts of a span, by pane.
   * @param {Span} span
   * @returns {Map<string, Item[]>}
   */
  function counterparts(span) {
    const name = key(span);
    let found = known.get(name);
    if (found === undefined) {
      const called = calls.flatMap(([site, inside]) => (contains(headerOf(span), site) ? inside : []));
      const wanted = [span, ...called];
      found = new Map(
        [...panes].map(([pane, placed]) => [
          pane,
          [...new Set(wanted.flatMap((each) => matches(each, placed)))],
        ]),
      );
      known.set(name, found);
    }
    return found;
  }

  return { counterparts };
}

/**
 * The first line of a stretch over several lines, which is the header of a block.
 * @param {Span} span
 * @returns {Span}
 */
function headerOf(span) {
  return span[0] === span[2] ? span : [span[0], span[1], span[0], Infinity];
}

/**
 * @param {Span} span
 * @param {Placed[]} placed outer before inner
 * @returns {Item[]}
 */
function matches(span, placed) {
  const equal = placed.filter((item) => key(item.span) === key(span));
  if (equal.length > 0) return equal;
  const solid = placed.filter((item) => !item.frame);
  const header = headerOf(span);
  const within = largest(solid.filter((item) => contains(header, item.span)));
  if (within.length > 0) return within;
  const around = solid.filter((item) => contains(item.span, span));
  const tight = around.filter((item) => item.span[0] === span[0] && item.span[2] === span[2]);
  if (tight.length > 0) return smallest(tight);
  const first = /** @type {Span} */ ([span[0], 0, span[0], Infinity]);
  const online = solid.filter((item) => item.span[0] === item.span[2] && shareLine(item.span, first));
  if (online.length > 0) return largest(online);
  const begun = solid.filter((item) => item.span[0] === span[0]);
  if (begun.length > 0) return largest(begun);
  return smallest(placed.filter((item) => contains(item.span, span)));
}

/**
 * Those that lie in no other; equal ones stay together.
 * @param {Placed[]} items outer before inner
 */
function largest(items) {
  /** @type {Placed[]} */
  const kept = [];
  for (const item of items) {
    const last = kept.at(-1);
    if (!last || key(last.span) === key(item.span) || !contains(last.span, item.span)) kept.push(item);
  }
  return kept;
}

/**
 * The innermost of items that all contain one place; equal ones stay together.
 * @param {Placed[]} items outer before inner
 */
function smallest(items) {
  const last = items.at(-1);
  return last ? items.filter((item) => key(item.span) === key(last.span)) : [];
}
