/**
 * Bringing a part of a pane into view by scrolling that pane alone. `scrollIntoView` would move the page as well.
 */

const MARGIN = 8;

/**
 * How much larger the page shows an element than it is: slides are enlarged as a whole, and then a pane's own pixels, by
 * which it scrolls, are not those of the window.
 * @param {HTMLElement} target
 */
export function magnified(target) {
  return target.getBoundingClientRect().width / target.offsetWidth || 1;
}

/**
 * A shape without its leaves, which stand elsewhere.
 * @param {Element} shape
 */
export function ownOf(shape) {
  return (shape.querySelector(".nbg-leaf") && shape.querySelector(".nbg-shape")) ?? shape;
}

/**
 * Scrolls `pane` so that `targets` are fully visible in it; when they do not fit together, the first one. Positions
 * are all read before anything is written.
 * @param {HTMLElement} pane
 * @param {Element[]} targets
 * @param {number} [margin] kept around what has to be scrolled to, as far as there is room
 */
export function reveal(pane, targets, margin = MARGIN) {
  if (targets.length === 0) return;
  const [view, by] = [pane.getBoundingClientRect(), magnified(pane)];
  const boxes = targets.map((target) => ownOf(target).getBoundingClientRect());
  const left = (Math.min(...boxes.map((box) => box.left)) - view.left) / by - pane.clientLeft;
  const right = (Math.max(...boxes.map((box) => box.right)) - view.left) / by - pane.clientLeft;
  const top = (Math.min(...boxes.map((box) => box.top)) - view.top) / by - pane.clientTop;
  const bottom = (Math.max(...boxes.map((box) => box.bottom)) - view.top) / by - pane.clientTop;
  if (targets.length > 1 && (right - left > pane.clientWidth || bottom - top > pane.clientHeight)) {
    reveal(pane, targets.slice(0, 1), margin);
    return;
  }
  const x = shift(left, right, pane.clientWidth, margin);
  const y = shift(top, bottom, pane.clientHeight, margin);
  if (x !== 0) pane.scrollLeft += x;
  if (y !== 0) pane.scrollTop += y;
  const map = pane.parentElement?.querySelector(".nbg-map:not([hidden]) svg");
  if (map) uncover(pane, ownOf(targets[0]), map);
}

/**
 * Scrolls on where a map lies over what is to be seen: up, or to the left where that is not enough.
 * @param {HTMLElement} pane
 * @param {Element} target
 * @param {Element} map
 */
function uncover(pane, target, map) {
  const over = map.getBoundingClientRect();
  for (const [side, end, scroll] of /** @type {const} */ ([
    ["top", "bottom", "scrollTop"],
    ["left", "right", "scrollLeft"],
  ])) {
    const box = target.getBoundingClientRect();
    // Its value hangs at its lower edge.
    const isLow = box.bottom + 2 * MARGIN > over.top && box.top < over.bottom;
    if (isLow && box.right > over.left && box.left < over.right)
      pane[scroll] += (box[end] - over[side]) / magnified(pane) + 3 * MARGIN;
  }
}

/**
 * How far to scroll so that [`start`, `end`] lies in [0, `size`]; 0 when it does.
 * @param {number} start
 * @param {number} end
 * @param {number} size
 * @param {number} [wanted] room beside it
 */
export function shift(start, end, size, wanted = MARGIN) {
  if (start >= 0 && end <= size) return 0;
  const margin = Math.max(0, Math.min(wanted, (size - (end - start)) / 2));
  if (start < 0 || end - start > size) return start - margin;
  return end - size + margin;
}

/**
 * Where a window over the top of `boxes` has to begin to hold the most of them, the leftmost of such places: a picture
 * that is wider than its pane is not first seen from an empty corner.
 * @param {number[][]} boxes left, top, right, bottom
 * @param {number} width of the window
 * @param {number} height of the window
 */
export function busiest(boxes, width, height) {
  const high = boxes.filter((box) => box[3] <= height);
  const count = (/** @type {number} */ start) =>
    high.filter((box) => box[0] >= start && box[2] <= start + width).length;
  // A box or two more are not worth a beginning that is cut off.
  let [best, most] = [0, 1.15 * count(0)];
  for (const start of high.map((box) => box[0] - MARGIN).sort((one, other) => one - other)) {
    const held = count(start);
    if (held > most) [best, most] = [start, held];
  }
  return Math.max(best, 0);
}
