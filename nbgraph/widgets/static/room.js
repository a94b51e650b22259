/**
 * Making room in a layout for what grows, and giving up room that nothing needs any more.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./compose.js').Layout} Layout
 * @typedef {import('./splines.js').Box} Box
 * @typedef {(value: number) => number} Along
 * @typedef {(x: number, y: number) => [number, number]} Warp
 */

/** Room that is left between things. */
const MARGIN = 6;
/** How far above and below something that grows lines still give way. */
const FADE = 40;

/**
 * Room for a box that grows to the right and downward. Downward everything below goes; to the right only what stands
 * beside it, within each region around.
 * @param {Model} model
 * @param {Layout} layout
 * @param {number} region
 * @param {Box} box
 * @param {number} wider
 * @param {number} higher
 * @returns {{ boxes: Warp, lines: Warp, around: Map<number, Box> }} where boxes and points of lines go, and the new
 *   borders of the regions around
 */
export function makingRoom(model, layout, region, box, wider, higher) {
  const around = (model.regions.get(region)?.around ?? []).slice(0, -1).reverse();
  /** @type {{ child: Box, within: Box, by: number, movers: Box[] }[]} */
  const steps = [];
  let [child, by] = [box, wider];
  const numbers = [...around.filter((each) => layout.regions.has(each)), -1];
  for (const number of numbers) {
    const within = layout.regions.get(number) ?? /** @type {Box} */ ([-1e6, -1e6, 1e6, 1e6]);
    const others = [...layout.nodes.values(), ...layout.regions.values()].filter(
      (other) => isIn(within, (other[0] + other[2]) / 2, (other[1] + other[3]) / 2) && other !== within,
    );
    const movers = pushed(child, others);
    steps.push({ child, within, by, movers });
    const right = Math.max(child[2], ...movers.map((mover) => mover[2])) + by;
    [child, by] = [within, Math.max(right + 2 * MARGIN - within[2], 0)];
  }
  const down = widen(box[1], box[3], higher);
  /** @type {Map<number, Box>} */
  const borders = new Map();
  for (const [i, { child }] of steps.entries()) {
    if (i > 0)
      borders.set(numbers[i - 1], [child[0], down(child[1]), child[2] + steps[i].by, down(child[3])]);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} bends whether what is not pushed itself gives way
   */
  function across(x, y, bends) {
    const step = steps.find(({ within }) => isIn(within, x, y));
    if (step === undefined) return x;
    if (step.movers.some((mover) => isIn(mover, x, y))) return x + step.by;
    return bends && x >= step.child[2] ? x + step.by * fading(y, step.child[1], step.child[3]) : x;
  }

  return {
    boxes: (x, y) => [across(x, y, false), down(y)],
    lines: (x, y) => [across(x, y, true), down(y)],
    around: borders,
  };
}

/**
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
function isIn([left, top, right, bottom], x, y) {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/**
 * What a box that grows to the right pushes, and what that pushes in turn.
 * @param {Box} box
 * @param {Box[]} others
 */
function pushed(box, others) {
  const found = [box];
  for (const pusher of found) {
    for (const other of others) {
      const beside = other[0] >= pusher[2] - 1 && other[1] < pusher[3] && other[3] > pusher[1];
      if (beside && !found.includes(other)) found.push(other);
    }
  }
  return found.slice(1);
}

/**
 * 1 between two heights, going to 0 outside of them.
 * @param {number} y
 * @param {number} top
 * @param {number} bottom
 */
function fading(y, top, bottom) {
  const outside = Math.max(top - y, y - bottom, 0);
  return Math.max(1 - outside / FADE, 0);
}

/**
 * Makes [`start`, `end`] longer by `more`, and moves what is behind it.
 * @param {number} start
 * @param {number} end
 * @param {number} more
 * @returns {Along}
 */
function widen(start, end, more) {
  return (value) => {
    if (value <= start) return value;
    return value >= end ? value + more : value + ((value - start) / (end - start)) * more;
  };
}

/**
 * Takes out of `border` what neither `box` nor anything else needs.
 * @param {Box} border
 * @param {Box} box
 * @param {Box[]} others
 * @param {0 | 1} axis
 * @returns {Along}
 */
export function squeeze(border, box, others, axis) {
  const needed = others
    .filter((other) => other[axis] < border[axis + 2] && other[axis + 2] > border[axis])
    .map((other) => [other[axis] - MARGIN, other[axis + 2] + MARGIN]);
  needed.push([box[axis], box[axis + 2]]);
  needed.sort((one, other) => one[0] - other[0]);
  /** @type {[number, number][]} */
  const free = [];
  let at = border[axis];
  for (const [start, end] of [...needed, [border[axis + 2], Infinity]]) {
    const stop = Math.min(start, border[axis + 2]);
    if (stop > at) free.push([at, stop]);
    at = Math.max(at, end);
  }
  return (value) =>
    free.reduce((left, [start, end]) => left - (Math.min(Math.max(value, start), end) - start), value);
}
