/**
 * Where the name of a region stands: at its border, where no line goes through the words, and nothing else stands.
 * @typedef {import('./splines.js').Box} Box
 * @typedef {import('./splines.js').Spline} Spline
 */

import { isFree, pointAt } from "./splines.js";

/** The width of a character and the height of a line at the size of names, with some room around; steps of the search. */
const [WIDE, HIGH, STEP] = [7.3, 15, 6];
/** Points of a spline are looked at this close to each other, about. */
const CLOSE = 5;

/**
 * @param {Spline[]} splines all lines of the picture
 * @param {Box[]} taken what else stands in it; names that are placed are added
 * @param {Iterable<Box>} borders of all regions
 * @returns {(words: string, box: Box) => [number, number]} where the words of a region's border begin
 */
export function namePlaces(splines, taken, borders) {
  const points = splines.flatMap(pointsOn);
  const edges = [...borders].flatMap(sidesOf);
  return (words, [left, top, right, bottom]) => {
    const width = words.length * WIDE;
    const last = Math.max(right - width - 8, left + 10);
    const xs = [left + 10];
    for (let x = left + 10 + STEP; x <= last; x += STEP) xs.push(x);
    // Inside at the top, as a reader expects; else at the foot; else above the border.
    const spots = [top + 18, bottom - 6, top - 6].flatMap((y) => xs.map((x) => [x, y]));
    let [best, fewest] = [spots[0], Infinity];
    for (const [x, y] of spots) {
      /** @type {Box} */
      const box = [x - 1, y - HIGH + 4, x + width, y + 3];
      const first = y === top + 18;
      if (!first && !isFree(box, [...taken, ...edges])) continue;
      const crossed = points.filter(([u, v]) => u > box[0] && u < box[2] && v > box[1] && v < box[3]).length;
      // A place that is not the usual one has to be worth it.
      const cost = crossed + (first && !isFree(box, taken) ? 2 : 0);
      if (cost < fewest) [best, fewest] = [[x, y], cost];
      if (cost === 0) break;
    }
    const [x, y] = best;
    taken.push([x, y - HIGH + 4, x + width, y + 3]);
    return [x, y];
  };
}

/** @param {Spline} spline */
function pointsOn(spline) {
  const [x, y] = spline;
  const far = Math.hypot(spline[spline.length - 2] - x, spline[spline.length - 1] - y);
  const count = Math.ceil((far * 1.5) / CLOSE) + spline.length;
  return Array.from({ length: count + 1 }, (_, i) => pointAt(spline, i / (count + 1e-9)));
}

/**
 * @param {Box} box
 * @returns {Box[]} its four sides, as thin boxes
 */
function sidesOf([left, top, right, bottom]) {
  return [
    [left, top, right, top],
    [left, bottom, right, bottom],
    [left, top, left, bottom],
    [right, top, right, bottom],
  ];
}
