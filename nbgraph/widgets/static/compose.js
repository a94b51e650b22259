/**
 * Pictures put together from tiles. A tile is one region laid out by itself; the picture of any choice of open regions
 * is the first tile, in which a region that is open becomes a box (`fold`) and a box becomes the tile of its region
 * (`graft`). Both move what is around along each axis and never past each other, so that neighbours keep their order.
 * @typedef {import('./types.js').GraphData} GraphData
 * @typedef {import('./types.js').GraphEdge} GraphEdge
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./splines.js').Spline} Spline
 * @typedef {import('./splines.js').Box} Box
 * @typedef {{ spline: Spline, label: [number, number] | null, leaf?: number }} Line `leaf` is where it starts, if not at the box
 * @typedef {{ width: number, height: number, nodes: Map<number, Box>, regions: Map<number, Box>,
 *   lines: Map<number, Line>, isSketch?: boolean }} Layout everything by number; lines by the number of each value's edge;
 *   a leaf that stands for the source of edge 5 is node -6; of a sketch some nodes, borders and lines are left out
 * @typedef {{ region: number, inner: Layout | null, layout: Layout }} Step
 */

import { closings } from "./graph-model.js";
import { fold, graft } from "./stretch.js";

/**
 * @param {Model} model
 * @param {GraphData['tiles']} tiles
 */
export function composer(model, tiles) {
  /** @type {Map<GraphData['tiles'][number], Layout>} */
  const read = new Map();
  /** How each region's last picture was put together: what is opened next mostly leaves the first steps as they were.
   *  @type {Map<number, { from: Layout, steps: Step[] }>} */
  const made = new Map();
  /** What can be put into a layout in which it is closed. */
  const alone = new Set(tiles.map((tile) => tile[0]));

  /**
   * The layout of a region that has most of what is wanted open, and least besides.
   * @param {number} region
   * @param {Set<number>} open what is to be seen open
   */
  function nearest(region, open) {
    const inside = (/** @type {number} */ number) => model.regions.get(number)?.around.includes(region);
    const missed = (/** @type {GraphData['tiles'][number]} */ tile) => {
      const opened = tile[4].filter((_, i) => i % 5 === 0);
      const wrong = opened.filter((number) => number !== region && !open.has(number)).length;
      const lacking = [...open].filter((number) => inside(number) && !opened.includes(number));
      return wrong * 2 + lacking.length + lacking.filter((number) => !alone.has(number)).length * 1000;
    };
    const [tile] = tiles
      .filter((each) => each[0] === region)
      .map((each) => ({ each, missed: missed(each) }))
      .sort((one, other) => one.missed - other.missed);
    if (tile === undefined) return null;
    const layout = read.get(tile.each) ?? tileLayout(model, tile.each);
    read.set(tile.each, layout);
    return layout;
  }

  /**
   * The picture with exactly the regions in `open` open, as far as there are tiles.
   * @param {Set<number>} open
   * @param {number} root
   * @returns {Layout | null}
   */
  function compose(open, root = 0) {
    const closed = closings(model, open);
    const seen = new Set([...open].filter((number) => closed.get(number) === -1));
    let layout = nearest(root, seen);
    if (layout === null) return null;
    const opened = new Set([root, ...layout.regions.keys()]);
    const last = made.get(root);
    const steps = last?.from === layout ? last.steps : [];
    made.set(root, { from: layout, steps });
    let count = 0;
    /** The layout after one more step; `inner` is put in for a region, null folds it.
     * @param {Layout} before
     * @param {number} region
     * @param {Layout | null} inner
     */
    function next(before, region, inner) {
      const known = steps[count];
      count += 1;
      if (known?.region === region && known.inner === inner) return known.layout;
      const layout = inner === null ? fold(model, before, region) : graft(model, before, region, inner);
      steps.splice(count - 1, Infinity, { region, inner, layout });
      return layout;
    }

    for (const { number, parent } of model.regions.values()) {
      const box = model.boxes.get(number);
      if (!box || number === root) continue;
      if (layout.regions.has(number) && !seen.has(number)) layout = next(layout, number, null);
      else if (
        !opened.has(number) &&
        opened.has(parent) &&
        seen.has(number) &&
        layout.nodes.has(box.number)
      ) {
        const inner = compose(open, number);
        if (inner !== null) layout = next(layout, number, inner);
      }
    }
    return layout;
  }

  return compose;
}

/**
 * @param {Model} model
 * @param {GraphData['tiles'][number]} row
 * @param {Set<number>} [open] what is open in it, where some of that has no border
 * @returns {Layout}
 */
export function tileLayout(model, [root, width, height, nodes, regions, rows], open) {
  /** @type {Map<number, Box>} */
  const boxes = new Map();
  for (let i = 0; i < nodes.length; i += 5) {
    const [number, x, y, w, h] = nodes.slice(i, i + 5);
    boxes.set(number, [x - w / 2, y - h / 2, x + w / 2, y + h / 2]);
  }
  /** @type {Map<number, Box>} */
  const borders = new Map();
  for (let i = 0; i < regions.length; i += 5) {
    const [number, x, y, w, h] = regions.slice(i, i + 5);
    borders.set(number, [x, y, x + w, y + h]);
  }
  const drawn = new Map(rows.map((line) => [line[0], lineOf(line)]));
  const lines = spread(model, root, boxes, open ?? new Set(borders.keys()), drawn);
  return { width, height, nodes: boxes, regions: borders, lines, isSketch: open !== undefined };
}

/**
 * @param {number[]} row
 * @returns {Line}
 */
function lineOf([, labelled, ...numbers]) {
  const label = labelled ? numbers.splice(0, 2) : null;
  let [x, y] = numbers;
  const spline = [x, y];
  for (let i = 2; i < numbers.length; i += 2) spline.push((x += numbers[i]), (y += numbers[i + 1]));
  return { spline, label: label && [label[0] + numbers[0], label[1] + numbers[1]] };
}

/**
 * A tile draws one line for all values between two of its boxes; here each value gets the line that it is part of.
 * @param {Model} model
 * @param {number} root
 * @param {Map<number, Box>} boxes
 * @param {Set<number>} open
 * @param {Map<number, Line>} drawn
 */
function spread(model, root, boxes, open, drawn) {
  /** @param {number} end */
  function seen(end) {
    const around = model.regions.get(model.home.get(end) ?? 0)?.around ?? [];
    if (!around.includes(root)) return `outside ${end}`;
    const closed = around.slice(around.indexOf(root) + 1).find((region) => !open.has(region));
    return closed === undefined ? String(end) : `closed ${closed}`;
  }

  /** @type {Map<string, GraphEdge[]>} */
  const groups = new Map();
  for (const edge of model.edges) {
    const [source, target] = [seen(edge.source), seen(edge.target)];
    const moves = edge.kind === "feedback" && source.startsWith("closed");
    if ((source === target && !moves) || (source.startsWith("out") && target.startsWith("out"))) continue;
    const key = `${source} ${target} ${edge.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), edge]);
  }
  /** @type {Map<number, Line>} */
  const lines = new Map();
  for (const group of groups.values()) {
    const shared = group.map(({ number }) => drawn.get(number)).find((line) => line !== undefined);
    const leaf = group.map(({ number }) => -1 - number).find((number) => boxes.has(number));
    for (const { number } of group) {
      const line = drawn.get(number) ?? shared;
      if (line) lines.set(number, leaf === undefined ? line : { ...line, leaf });
    }
  }
  return lines;
}
