/**
 * Where the name of a region stands: at its border, where no line goes through the words, and nothing else stands; and
 * where the picture has to be wider for that.
 * @typedef {import('./splines.js').Box} Box
 * @typedef {import('./splines.js').Spline} Spline
 * @typedef {{ start: number, end: number, more: number }} Gap a room from `start` to `end`, and how much it lacks
 */

import { isFree, pointAt } from "./splines.js";

/** The width of a character and the height of a line at the size of names, with some room around; steps of the search. */
const [WIDE, HIGH, STEP] = [7.3, 15, 6];
/** Points of a spline are looked at this close to each other, about; and how far from words a line passes. */
const [CLOSE, PASS] = [5, 4];

/**
 * Places the names; where one cannot be, the name is shorter.
 * @param {{ forms: string[], box: Box }[]} named the forms of each region's name, and its border
 * @param {Spline[]} splines all lines of the picture
 * @param {Box[]} boxes what else stands in it
 * @param {Iterable<Box>} borders of all regions
 * @returns what the picture lacks for names that a line goes through; the places, and all that is taken
 */
export function withNames(named, splines, boxes, borders) {
  const taken = [...boxes];
  const placeOf = namePlaces(splines, taken, borders);
  const places = named.map(({ forms, box }) => placeOf(forms, box));
  const points = splines.flatMap(pointsOn);
  /** @type {Gap[]} */
  const gaps = [];
  for (const [i, place] of places.entries()) {
    if (!points.some((point) => isIn(roomOf(place), point))) continue;
    const { forms, box } = named[i];
    const gap = gapFor(forms.slice(-1)[0], box, points, boxes);
    // What stands above each other gets wider at once.
    if (gaps.every(({ start, end }) => gap.end < start || end < gap.start)) gaps.push(gap);
  }
  return { gaps, places, taken };
}

/**
 * The widest room at the top of a border that no line goes through.
 * @param {string} words
 * @param {Box} border
 * @param {[number, number][]} points of lines
 * @param {Box[]} boxes
 * @returns {Gap}
 */
function gapFor(words, [left, top, right], points, boxes) {
  const [, high, , low] = roomOf({ words, x: left, y: top + 18 });
  const met = points
    .filter(([, y]) => y > high - CLOSE && y < low + CLOSE)
    .map(([x]) => [x - PASS, x + PASS]);
  const on = boxes.filter((box) => box[1] < low && box[3] > high).map((box) => [box[0], box[2]]);
  const last = right - 8;
  let [start, end, at] = [left + 10, left + 10, left + 10];
  for (const [from, to] of [...met, ...on, [last, last]].sort((one, other) => one[0] - other[0])) {
    if (Math.min(from, last) - at > end - start) [start, end] = [at, Math.min(from, last)];
    at = Math.max(at, to);
  }
  return {
    start,
    end: Math.max(end, start + 1),
    more: Math.max(widthOf(words) + STEP - (end - start), STEP),
  };
}

/**
 * Whether a line goes through a box at a point, or may between it and the next.
 * @param {Box} box
 * @param {[number, number]} point
 */
function isIn([left, top, right, bottom], [x, y]) {
  return x > left - 2 && x < right + 2 && y > top - 2 && y < bottom + 2;
}

/**
 * @param {Spline[]} splines all lines of the picture
 * @param {Box[]} taken what else stands in it; names that are placed are added
 * @param {Iterable<Box>} borders of all regions
 * @returns {(forms: string[], box: Box) => { words: string, x: number, y: number }} which of the forms of a region's
 *   name stands there, the first that no line goes through, and where it begins
 */
export function namePlaces(splines, taken, borders) {
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
      const crossed = points.filter((point) => isIn(box, point)).length;
      // A place that is not the usual one has to be worth it.
      const cost = crossed + (first && !isFree(box, taken) ? 2 : 0);
      if (cost < fewest) [atX, atY, fewest] = [x, y, cost];
      if (cost === 0) break;
    }
    return { words, x: atX, y: atY, fewest };
  }

  return (forms, border) => {
    let best = placed(forms[0], border);
    for (const words of forms.slice(1)) {
      if (best.fewest === 0) break;
      const other = placed(words, border);
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

/**
 * The room that words take.
 * @param {{ words: string, x: number, y: number }} name
 * @returns {Box}
 */
export function roomOf({ words, x, y }) {
  return [x, y - HIGH + 4, x + widthOf(words), y + 3];
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
