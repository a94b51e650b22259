/**
 * Changing a layout in one place: a region becomes a box, or a box a region. What is beside it moves, and never past
 * anything else.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./compose.js').Layout} Layout
 * @typedef {import('./compose.js').Line} Line
 * @typedef {import('./splines.js').Box} Box
 * @typedef {import('./room.js').Warp} Warp
 */

import { makingRoom, squeeze } from "./room.js";
import { endingAt, endMoved, joined, reversed, startingAt, upTo } from "./splines.js";

/** Room that is left around what stands beside a closed region. */
const MARGIN = 6;

/**
 * The layout with an open region closed: its box in the middle of its place, and the room it leaves given up wherever
 * nothing else stands.
 * @param {Model} model
 * @param {Layout} layout
 * @param {number} region
 * @returns {Layout}
 */
export function fold(model, layout, region) {
  const { width, height } = /** @type {{ width: number, height: number }} */ (model.regions.get(region));
  const place = /** @type {Box} */ (layout.regions.get(region));
  const lacks = [Math.max(width - place[2] + place[0], 0), Math.max(height - place[3] + place[1], 0)];
  if (lacks[0] + lacks[1] > 0) layout = withRoom(model, layout, region, place, lacks);
  /** @type {Box} */
  const border = [place[0], place[1], place[2] + lacks[0], place[3] + lacks[1]];
  const [x, y] = [(border[0] + border[2]) / 2, (border[1] + border[3]) / 2];
  /** @type {Box} */
  const box = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  const inside = insideOf(model, region);
  const nodes = new Map([...layout.nodes].filter(([number]) => !inside.ends.has(number)));
  nodes.set(model.boxes.get(region)?.number ?? -1, box);
  const regions = new Map([...layout.regions].filter(([number]) => !inside.regions.has(number)));
  /** @type {Map<number, Line>} */
  const lines = new Map();
  for (const edge of model.edges) {
    const line = layout.lines.get(edge.number);
    if (line === undefined) continue;
    const [from, to] = [inside.ends.has(edge.source), inside.ends.has(edge.target)];
    if (from && to) continue;
    if (line.leaf !== undefined ? from : !from && !to) lines.set(edge.number, line);
    else if (line.leaf !== undefined) continue;
    else lines.set(edge.number, trimmed(line, border, box, from));
  }
  const around = new Set(model.regions.get(region)?.around);
  const others = [
    ...[...nodes.values()].filter((other) => other !== box),
    ...[...regions].filter(([number]) => !around.has(number)).map(([, other]) => other),
  ];
  const along = (/** @type {0 | 1} */ axis) => squeeze(border, box, others, axis);
  const [alongX, alongY] = [along(0), along(1)];
  return moved({ ...layout, nodes, regions, lines }, (x, y) => [alongX(x), alongY(y)]);
}

/**
 * The layout with a closed region's box replaced by the layout of the region.
 * @param {Model} model
 * @param {Layout} layout
 * @param {number} region
 * @param {Layout} inner
 * @returns {Layout}
 */
export function graft(model, layout, region, inner) {
  const number = model.boxes.get(region)?.number ?? -1;
  const box = /** @type {Box} */ (layout.nodes.get(number));
  const more = [Math.max(inner.width - (box[2] - box[0]), 0), Math.max(inner.height - (box[3] - box[1]), 0)];
  const outer = withRoom(model, layout, region, box, more);
  const left = (box[0] + box[2] + more[0] - inner.width) / 2;
  const top = (box[1] + box[3] + more[1] - inner.height) / 2;
  const placed = moved(inner, (x, y) => [x + left, y + top]);
  const inside = insideOf(model, region);
  outer.nodes.delete(number);
  for (const [id, place] of placed.nodes) outer.nodes.set(id, place);
  for (const [id, place] of placed.regions) outer.regions.set(id, place);
  for (const edge of model.edges) {
    const within = placed.lines.get(edge.number);
    const [from, to] = [inside.ends.has(edge.source), inside.ends.has(edge.target)];
    if (within && (within.leaf !== undefined || (from && to))) outer.lines.set(edge.number, within);
    const without = outer.lines.get(edge.number);
    const alone = within?.leaf !== undefined || (from && without?.leaf !== undefined);
    if (from !== to && within && without && !alone)
      outer.lines.set(edge.number, through(without, within, from));
  }
  return outer;
}

/**
 * The layout with a box made larger, to the right and downward.
 * @param {Model} model
 * @param {Layout} layout
 * @param {number} region
 * @param {Box} box
 * @param {number[]} more
 * @returns {Layout}
 */
function withRoom(model, layout, region, box, [wider, higher]) {
  const room = makingRoom(model, layout, region, box, wider, higher);
  const made = moved(layout, room.boxes, room.lines);
  for (const [id, border] of room.around) made.regions.set(id, border);
  made.width = Math.max(made.width, ...[...room.around.values()].map((border) => border[2] + MARGIN));
  return made;
}

/**
 * The line from outside to a port at the border, and on from there.
 * @param {Line} outside
 * @param {Line} inside
 * @param {boolean} leaving
 * @returns {Line}
 */
function through(outside, inside, leaving) {
  const [label, leaf] = [inside.label ?? outside.label, outside.leaf];
  if (leaving) {
    const [x, y] = inside.spline.slice(-2);
    return { spline: joined(inside.spline, startingAt(outside.spline, [x, y])), label };
  }
  const [x, y] = inside.spline;
  return { spline: joined(endingAt(outside.spline, [x, y]), inside.spline), label, leaf };
}

/**
 * @param {Line} line
 * @param {Box} border
 * @param {Box} box
 * @param {boolean} leaving
 * @returns {Line}
 */
function trimmed({ spline, label }, border, box, leaving) {
  const toward = leaving ? reversed(spline) : spline;
  const rest = upTo(toward, border);
  const [x, y] = rest.slice(-2);
  const middle = (border[1] + border[3]) / 2;
  const end = endingAt(rest, [
    Math.min(Math.max(x, box[0] + MARGIN), box[2] - MARGIN),
    y <= middle ? box[1] : box[3],
  ]);
  const inside = label !== null && isWithin(label, border);
  return { spline: leaving ? reversed(end) : end, label: inside ? null : label };
}

/**
 * @param {[number, number]} point
 * @param {Box} box
 */
function isWithin([x, y], [left, top, right, bottom]) {
  return x > left && x < right && y > top && y < bottom;
}

/**
 * The regions in a region, itself included, and the ends of edges in them.
 * @param {Model} model
 * @param {number} region
 */
function insideOf(model, region) {
  const regions = new Set();
  for (const { number, around } of model.regions.values()) if (around.includes(region)) regions.add(number);
  const ends = new Set();
  for (const [end, home] of model.home) if (regions.has(home)) ends.add(end);
  for (const { number, target } of model.edges) if (ends.has(target)) ends.add(-1 - number);
  return { regions, ends };
}

/**
 * The whole layout mapped. Boxes keep their size, and lines stay where they touch them.
 * @param {Layout} layout
 * @param {Warp} warp
 * @param {Warp} bend the same for lines
 * @returns {Layout}
 */
function moved(layout, warp, bend = warp) {
  const boxes = [...layout.nodes.values()];
  /** @type {Map<Line, Line>} */
  const known = new Map();
  /** @param {Line} line */
  function movedLine(line) {
    let found = known.get(line);
    if (found === undefined) {
      let spline = line.spline.flatMap((_, i) => (i % 2 ? [] : bend(line.spline[i], line.spline[i + 1])));
      spline = endMoved(spline, touching(line.spline.slice(-2), boxes, warp, bend));
      spline = reversed(endMoved(reversed(spline), touching(line.spline, boxes, warp, bend)));
      found = { ...line, spline, label: line.label && bend(...line.label) };
      known.set(line, found);
    }
    return found;
  }
  const [width, height] = warp(layout.width, layout.height);
  const regions = [...layout.regions].map(([id, [left, top, right, bottom]]) => {
    return /** @type {[number, Box]} */ ([id, [...warp(left, top), ...warp(right, bottom)]]);
  });
  const everything = [...regions.map(([, box]) => box[2] + MARGIN), width];
  return {
    width: Math.max(...everything),
    height,
    nodes: new Map([...layout.nodes].map(([id, box]) => [id, shifted(box, warp)])),
    regions: new Map(regions),
    lines: new Map([...layout.lines].map(([id, line]) => [id, movedLine(line)])),
  };
}

/**
 * The layout with more room in some places along x: boxes there keep their size, and everything its order.
 * @param {Layout} layout
 * @param {import('./graph-names.js').Gap[]} gaps
 */
export function spaced(layout, gaps) {
  return moved(layout, (x, y) => {
    const shares = gaps.map(({ start, end, more }) => {
      return more * Math.min(Math.max((x - start) / (end - start), 0), 1);
    });
    return [shares.reduce((sum, share) => sum + share, x), y];
  });
}

/**
 * @param {Box} box
 * @param {Warp} warp
 * @returns {Box}
 */
function shifted([left, top, right, bottom], warp) {
  const [x, y] = warp((left + right) / 2, (top + bottom) / 2);
  const [w, h] = [(right - left) / 2, (bottom - top) / 2];
  return [x - w, y - h, x + w, y + h];
}

/**
 * Where a point goes that may touch a box: with the box.
 * @param {number[]} point
 * @param {Box[]} boxes
 * @param {Warp} warp
 * @param {Warp} bend
 * @returns {[number, number]}
 */
function touching([x, y], boxes, warp, bend) {
  const box = boxes.find((each) => x > each[0] - 2 && x < each[2] + 2 && y > each[1] - 2 && y < each[3] + 2);
  if (box === undefined) return bend(x, y);
  const [left, top] = shifted(box, warp);
  return [x + left - box[0], y + top - box[1]];
}
