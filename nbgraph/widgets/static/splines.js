/**
 * Lines as Graphviz makes them: cubic splines, flat lists of coordinates (a first point, then three more for each
 * piece). Everything here returns a new list.
 * @typedef {number[]} Spline
 * @typedef {[number, number]} Point
 * @typedef {[number, number, number, number]} Box left, top, right, bottom
 */

/** So many places of a piece are looked at to find where it enters a box. */
const SAMPLES = 16;

/**
 * The spline led to another end, straight down or up into it; the rest is unchanged.
 * @param {Spline} spline
 * @param {Point} end
 * @returns {Spline}
 */
export function endingAt(spline, [x, y]) {
  const short =
    spline.length > 8 && Math.hypot(x - spline[spline.length - 2], y - spline[spline.length - 1]) > 20;
  // A last piece that is much shorter than the way it has to be led is given up for a longer one.
  const kept = spline.slice(0, spline.length - (short ? 12 : 6));
  const fromY = kept[kept.length - 1];
  const [cx, cy] = short ? spline.slice(kept.length, kept.length + 2) : spline.slice(-6, -4);
  const lead = Math.min(Math.max(Math.abs(y - fromY) / 2, 8), 60) * (y >= fromY ? -1 : 1);
  return [...kept, cx, cy, x, y + lead, x, y];
}

/**
 * The spline with its end moved, and the direction it comes from kept.
 * @param {Spline} spline
 * @param {Point} end
 * @returns {Spline}
 */
export function endMoved(spline, [x, y]) {
  const [dx, dy] = [x - spline[spline.length - 2], y - spline[spline.length - 1]];
  return [...spline.slice(0, -4), spline[spline.length - 4] + dx, spline[spline.length - 3] + dy, x, y];
}

/**
 * @param {Spline} spline
 * @param {Point} start
 * @returns {Spline}
 */
export function startingAt(spline, start) {
  return reversed(endingAt(reversed(spline), start));
}

/**
 * Two splines, the second beginning where the first ends.
 * @param {Spline} one
 * @param {Spline} other
 * @returns {Spline}
 */
export function joined(one, other) {
  return [...one, ...other.slice(2)];
}

/**
 * @param {Spline} spline
 * @returns {Spline}
 */
export function reversed(spline) {
  const back = [];
  for (let i = spline.length - 2; i >= 0; i -= 2) back.push(spline[i], spline[i + 1]);
  return back;
}

/**
 * The spline up to where it first enters a box; all of it when it does not.
 * @param {Spline} spline
 * @param {Box} box
 * @returns {Spline}
 */
export function upTo(spline, [left, top, right, bottom]) {
  for (let i = 0; i + 8 <= spline.length; i += 6) {
    const piece = spline.slice(i, i + 8);
    for (let step = 0; step <= SAMPLES; step++) {
      const head = cut(piece, step / SAMPLES);
      const [x, y] = head.slice(-2);
      if (x > left && x < right && y > top && y < bottom) {
        return i === 0 && step === 0 ? head : [...spline.slice(0, i), ...head];
      }
    }
  }
  return spline;
}

/**
 * The first part of one piece, up to `t` of its way (de Casteljau).
 * @param {Spline} piece
 * @param {number} t
 * @returns {Spline}
 */
function cut(piece, t) {
  const [ax, ay, bx, by, cx, cy, dx, dy] = piece;
  const mix = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * t;
  const [abx, aby, bcx, bcy] = [mix(ax, bx), mix(ay, by), mix(bx, cx), mix(by, cy)];
  const [cdx, cdy] = [mix(cx, dx), mix(cy, dy)];
  const [abcx, abcy, bcdx, bcdy] = [mix(abx, bcx), mix(aby, bcy), mix(bcx, cdx), mix(bcy, cdy)];
  return [ax, ay, abx, aby, abcx, abcy, mix(abcx, bcdx), mix(abcy, bcdy)];
}

/**
 * A plain line from one box's edge to another's, for what no layout knows.
 * @param {Box} from
 * @param {Box} to
 * @returns {Spline}
 */
export function between(from, to) {
  const [x, u] = [(from[0] + from[2]) / 2, (to[0] + to[2]) / 2];
  const down = to[1] >= from[1];
  const [y, v] = down ? [from[3], to[1]] : [from[1], to[3]];
  const bend = (v - y) / 3;
  return [x, y, x, y + bend, u, v - bend, u, v];
}

/**
 * The middle of a spline's way, roughly: the middle of its middle piece.
 * @param {Spline} spline
 * @returns {Point}
 */
export function middle(spline) {
  const pieces = (spline.length - 2) / 6;
  const at = Math.floor((pieces - 1) / 2) * 6;
  const [x, y] = cut(spline.slice(at, at + 8), 0.5).slice(-2);
  return [x, y];
}

/**
 * The point at a share of a spline's way, each of its pieces taken to be as long as the others.
 * @param {Spline} spline
 * @param {number} share 0 at its start, 1 at its end
 * @returns {Point}
 */
export function pointAt(spline, share) {
  const pieces = (spline.length - 2) / 6;
  const piece = Math.min(Math.floor(share * pieces), pieces - 1);
  const [x, y] = cut(spline.slice(piece * 6, piece * 6 + 8), share * pieces - piece).slice(-2);
  return [x, y];
}

/**
 * Whether a box lies on none of others.
 * @param {Box} box
 * @param {Box[]} taken
 */
export function isFree(box, taken) {
  return taken.every(
    (other) => other[2] < box[0] || other[0] > box[2] || other[3] < box[1] || other[1] > box[3],
  );
}

/**
 * As the `d` of a path.
 * @param {Spline} spline
 */
export function pathOf(spline) {
  const numbers = spline.map((number) => Math.round(number * 10) / 10);
  return `M${numbers.slice(0, 2).join(",")}C${numbers.slice(2).join(",")}`;
}

/**
 * The corners of an arrow's head at a spline's end.
 * @param {Spline} spline
 * @param {number} size
 */
export function arrowOf(spline, size) {
  const [x, y] = spline.slice(-2);
  let [dx, dy] = [0, 0];
  for (let i = spline.length - 4; i >= 0 && dx === 0 && dy === 0; i -= 2) {
    [dx, dy] = [x - spline[i], y - spline[i + 1]];
  }
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(dx / length) * size, (dy / length) * size];
  const corner = (/** @type {number} */ side) => [x - ux - uy * 0.45 * side, y - uy + ux * 0.45 * side];
  return [[x, y], corner(1), corner(-1)]
    .map((point) => point.map((number) => number.toFixed(1)).join(","))
    .join(" ");
}
