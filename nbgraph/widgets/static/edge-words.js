/**
 * Where the words on an edge stand: at their line, where no line goes through them, and on nothing else.
 * @typedef {import('./splines.js').Box} Box
 * @typedef {import('./splines.js').Point} Point
 * @typedef {import('./splines.js').Spline} Spline
 */

import { pointsOn } from "./graph-names.js";
import { isFree, pointAt } from "./splines.js";

/** Half of a character's width and of a line's height. */
const [WIDE, HIGH] = [3.9, 8];
/** Where beside their line words may stand: at these shares of its way, and so far from it, where it is steep or not. */
const SHARES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9];
const ASIDE = [3, 9, 15, 24, 36];
/** Points of lines are looked up by squares of this size. */
const SQUARE = 32;

/**
 * Whether a line goes through a box.
 * @param {Spline[]} lines
 * @returns {(box: Box) => boolean}
 */
export function crossings(lines) {
  /** @type {Map<string, Point[]>} */
  const squares = new Map();
  const squareOf = (/** @type {number} */ at) => Math.floor(at / SQUARE);
  for (const point of lines.flatMap(pointsOn)) {
    const key = point.map(squareOf).join(" ");
    const known = squares.get(key);
    if (known) known.push(point);
    else squares.set(key, [point]);
  }
  return ([left, top, right, bottom]) => {
    for (let column = squareOf(left); column <= squareOf(right); column++) {
      for (let row = squareOf(top); row <= squareOf(bottom); row++) {
        const isIn = (/** @type {Point} */ [x, y]) => x > left && x < right && y > top && y < bottom;
        if (squares.get(`${column} ${row}`)?.some(isIn)) return true;
      }
    }
    return false;
  };
}

/**
 * The words on an edge; without the type where that would lie on something.
 * @param {string} words
 * @param {string} name
 * @param {Point} place where they were laid out
 * @param {Spline} line their own
 * @param {Box[]} taken what has its place already; what is put is added
 * @param {(box: Box) => boolean} crossed whether a line goes through
 * @param {Box[]} sides of borders, which words cover only where there is no other place
 * @returns {{ form: string, box: Box } | null}
 */
export function edgeWords(words, name, place, line, taken, crossed, sides = []) {
  for (const form of words === name ? [name] : [words, name]) {
    if (!form) continue;
    const boxes = [place, ...besides(line, form.length * WIDE)].map((at) => boxOf(form, at));
    const free = boxes.filter((each) => isFree(each, taken) && !crossed(each));
    const near = free.filter((each) => !crossed(betweenOf(line, each)));
    const left = form === name ? (free[0] ?? boxes[0]) : null;
    const box = near.find((each) => isFree(each, sides)) ?? near[0] ?? left;
    if (!box) continue;
    taken.push(box);
    return { form, box };
  }
  return null;
}

/**
 * Places at a line, to its right and to its left, the nearest to its middle first.
 * @param {Spline} line
 * @param {number} half of the words' width
 * @returns {Point[]}
 */
function besides(line, half) {
  return SHARES.flatMap((share) => {
    const [x, y] = pointAt(line, share);
    return ASIDE.flatMap((aside) => [half + aside, -half - aside]).map(
      (by) => /** @type {Point} */ ([x + by, y]),
    );
  });
}

/**
 * What is between words and their line: another that goes through would seem to be called so.
 * @param {Spline} line
 * @param {Box} words
 * @returns {Box}
 */
function betweenOf(line, [left, top, right, bottom]) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const far = (/** @type {Point} */ [a, b]) => Math.abs(a - x) + Math.abs(b - y) * 4;
  const [at, high] = pointsOn(line).reduce((best, each) => (far(each) < far(best) ? each : best));
  const [from, to] = at < left ? [at + ASIDE[1], left] : [right, at - ASIDE[1]];
  return [from, high - ASIDE[0] - 1, to, high + ASIDE[0] + 1];
}

/**
 * @param {string} form
 * @param {Point} at its middle
 * @returns {Box}
 */
function boxOf(form, [x, y]) {
  const half = form.length * WIDE;
  return [x - half, y - HIGH, x + half, y + HIGH];
}
