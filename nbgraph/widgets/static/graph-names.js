/**
 * Where the name of a region stands: at its border, where no line goes through the words, and nothing else stands; and
 * how lines that would go through it all the same are led around it.
 * @typedef {import('./splines.js').Box} Box
 * @typedef {import('./splines.js').Spline} Spline
 */

import { isFree, pointAt } from "./splines.js";

/** The width of a character and the height of a line at the size of names, with some room around; steps of the search. */
const [WIDE, HIGH, STEP] = [7.3, 15, 6];
/** What a shorter form of a name costs, in points of lines that go through it: first somewhat more than one line has. */
const PRICES = [6, 3, 0];
/** Points of a spline are looked at this close to each other, about. */
const CLOSE = 5;

/**
 * Places the names, and leads lines around them; where one cannot be, the name is shorter.
 * @param {{ forms: string[], box: Box }[]} named the forms of each region's name, and its border
 * @param {Spline[]} splines all lines of the picture
 * @param {Box[]} boxes what else stands in it
 * @param {Iterable<Box>} borders of all regions
 */
export function withNames(named, splines, boxes, borders) {
  /** @type {{ count: number, places: ReturnType<ReturnType<typeof namePlaces>>[], lines: Spline[], taken: Box[] }} */
  let best = { count: Infinity, places: [], lines: splines, taken: boxes };
  let left = named;
  for (const price of PRICES) {
    const taken = [...boxes];
    const placeOf = namePlaces(splines, taken, borders, price);
    const places = left.map(({ forms, box }) => placeOf(forms, box));
    const rooms = places.filter(({ words }) => words).map(roomOf);
    const lines = splines.map((spline) => around(spline, rooms, taken));
    const points = lines.flatMap(pointsOn);
    const crossed = places.map((place) => points.some((point) => isIn(roomOf(place), point)));
    const count = crossed.filter(Boolean).length;
    if (count < best.count) best = { count, places, lines, taken };
    if (count === 0) break;
    left = left.map(({ forms, box }, i) => ({ forms: crossed[i] ? forms.slice(-1) : forms, box }));
  }
  return best;
}

/**
 * @param {Box} box
 * @param {[number, number]} point
 */
function isIn([left, top, right, bottom], [x, y]) {
  return x > left && x < right && y > top && y < bottom;
}

/**
 * @param {Spline[]} splines all lines of the picture
 * @param {Box[]} taken what else stands in it; names that are placed are added
 * @param {Iterable<Box>} borders of all regions
 * @param {number} price
 * @returns {(forms: string[], box: Box) => { words: string, x: number, y: number }} which of the forms of a region's
 *   name stands there, the first that no line goes through, and where it begins
 */
export function namePlaces(splines, taken, borders, price = PRICES[0]) {
  const points = splines.flatMap(pointsOn);
  const edges = [...borders].flatMap(sidesOf);

  /**
   * @param {string} words
   * @param {Box} border
   */
  function placed(words, [left, top, right, bottom]) {
    const width = widthOf(words);
    const last = Math.max(right - width - 8, left + 10);
    const xs = [left + 10];
    for (let x = left + 10 + STEP; x <= last; x += STEP) xs.push(x);
    // Inside at the top, as a reader expects; else at the foot; else above the border.
    const spots = [top + 18, bottom - 6, top - 6].flatMap((y) => xs.map((x) => [x, y]));
    let [[atX, atY], fewest] = [spots[0], Infinity];
    for (const [x, y] of spots) {
      /** @type {Box} */
      const box = [x - 1, y - HIGH + 4, x + width, y + 3];
      const first = y === top + 18;
      if (!first && !isFree(box, [...taken, ...edges])) continue;
      const crossed = sum(points.filter((point) => isIn(box, point)).map((point) => detour(box, point)));
      // A place that is not the usual one has to be worth it.
      const cost = crossed + (first && !isFree(box, taken) ? 2 : 0);
      if (cost < fewest) [atX, atY, fewest] = [x, y, cost];
      if (cost === 0) break;
    }
    return { words, x: atX, y: atY, fewest };
  }

  return (forms, border) => {
    let best = placed(forms[0], border);
    for (const [i, words] of forms.slice(1).entries()) {
      // What has to be led around the words has its price, and so has a name that says less.
      const least = price * (i + 1);
      if (best.fewest <= least) break;
      const other = placed(words, border);
      other.fewest += least;
      if (other.fewest < best.fewest) best = other;
    }
    taken.push(roomOf(best));
    return best;
  };
}

/**
 * How wide words are: Chinese characters are as wide as two letters.
 * @param {string} words
 */
function widthOf(words) {
  return words.replace(/[\u2e80-\u9fff]/g, "xx").length * WIDE;
}

/** So far a line may be led aside at the price of one that is led nowhere. */
const ASIDE = 24;

/**
 * What a point of a line in the room of words costs: more, the farther it has to be led to pass them.
 * @param {Box} box
 * @param {[number, number]} point
 */
function detour([left, , right], [x]) {
  return Math.max(1, Math.min(x - left, right - x) / ASIDE);
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/**
 * The room that words take.
 * @param {{ words: string, x: number, y: number }} name
 * @returns {Box}
 */
export function roomOf({ words, x, y }) {
  return [x, y - HIGH + 4, x + widthOf(words), y + 3];
}

/** How far from words a line passes, and over which length, above and below them, it is led there. */
const [PASS, EASE] = [4, 18];

/**
 * The line led around names that it goes through: past the nearer end of the words where nothing stands in its way.
 * @param {Spline} spline
 * @param {Box[]} names
 * @param {Box[]} taken everything that stands in the picture, names included
 * @returns {Spline}
 */
export function around(spline, names, taken) {
  /** @type {Spline} */
  let led = spline;
  for (const name of names) {
    const points = pointsOn(led);
    const at = points.findIndex((point) => isIn(name, point));
    if (at < 0) continue;
    const ways = [0, 1, 2, 3]
      .map((side) => ({ side, off: name[side] + (side > 1 ? PASS : -PASS) }))
      .sort((one, other) => far(one, points[at]) - far(other, points[at]))
      .flatMap(({ side, off }) => ledBy(points, at, name, off, side % 2) ?? []);
    const free = ways.find((way) => way.moved.every(([x, y]) => isFree([x, y, x, y], taken)));
    if (free) led = splineOf(free.points);
  }
  return led;
}

/**
 * @param {{ side: number, off: number }} way
 * @param {[number, number]} point
 */
function far({ side, off }, point) {
  return Math.abs(off - point[side % 2]);
}

/**
 * The points with those about the one at `at` led to x = `off`, or to y = `off`; null where the line ends too near.
 * @param {[number, number][]} points
 * @param {number} at
 * @param {Box} name
 * @param {number} off
 * @param {number} axis 0 for x, 1 for y
 */
function ledBy(points, at, name, off, axis) {
  const [top, bottom] = [name[1 - axis], name[3 - axis]];
  const near = (/** @type {[number, number]} */ point) =>
    point[1 - axis] > top - EASE && point[1 - axis] < bottom + EASE;
  let [first, last] = [at, at];
  while (first > 0 && near(points[first - 1])) first -= 1;
  while (last < points.length - 1 && near(points[last + 1])) last += 1;
  const [above, below] = [points[first][1 - axis], points[last][1 - axis]].sort((one, other) => one - other);
  if (above > top - 3 || below < bottom + 3) return null;
  const share = (/** @type {number} */ y) => {
    const part = y < top ? (y - above) / (top - above) : y > bottom ? (below - y) / (below - bottom) : 1;
    return part * part * (3 - 2 * part);
  };
  const moved = points.slice(first, last + 1).map(([x, y]) => {
    const by = share(axis ? x : y) * (off - (axis ? y : x));
    return /** @type {[number, number]} */ (axis ? [x, y + by] : [x + by, y]);
  });
  return { moved, points: [...points.slice(0, first), ...moved, ...points.slice(last + 1)] };
}

/**
 * The smooth line through points.
 * @param {[number, number][]} points
 * @returns {Spline}
 */
function splineOf(points) {
  const spline = [...points[0]];
  for (let i = 0; i + 1 < points.length; i++) {
    const [p, q, r, s] = [
      points[Math.max(i - 1, 0)],
      points[i],
      points[i + 1],
      points[Math.min(i + 2, points.length - 1)],
    ];
    spline.push(q[0] + (r[0] - p[0]) / 6, q[1] + (r[1] - p[1]) / 6);
    spline.push(r[0] - (s[0] - q[0]) / 6, r[1] - (s[1] - q[1]) / 6, ...r);
  }
  return spline;
}

/** @param {Spline} spline */
export function pointsOn(spline) {
  const [x, y] = spline;
  const far = Math.hypot(spline[spline.length - 2] - x, spline[spline.length - 1] - y);
  const count = Math.ceil((far * 1.5) / CLOSE) + spline.length;
  return Array.from({ length: count + 1 }, (_, i) => pointAt(spline, i / (count + 1e-9)));
}

/**
 * @param {Box} box
 * @returns {Box[]} its four sides, as thin boxes
 */
export function sidesOf([left, top, right, bottom]) {
  return [
    [left, top, right, top],
    [left, bottom, right, bottom],
    [left, top, left, bottom],
    [right, top, right, bottom],
  ];
}
