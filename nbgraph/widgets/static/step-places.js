/**
 * Where values stand on the edges of a picture. Every edge has one place for the whole run, wide enough for the longest
 * value that comes along it: nothing jumps from step to step, and no two values lie on each other.
 * @typedef {import('./graph-pane.js').Drawn} Drawn
 * @typedef {import('./graph-draw.js').DrawnLine} DrawnLine
 * @typedef {import('./splines.js').Box} Box
 * @typedef {import('./splines.js').Point} Point
 * @typedef {{ x: number, y: number, named: boolean }} Place its middle, and whether there is room for the variable's name
 */

import { isFree, pointAt } from "./splines.js";
import { fitsOn, ON_EDGE, roomAt, roomOn } from "./step-chip.js";

/** Where along an edge its value may stand, best first. */
const SHARES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.14, 0.86];
/** How far points are apart by which a line is seen to lie under a value. */
const APART = 6;
/** The size of an arrow's head, and of a border's handle. */
const HEAD = 8;
/** Height of the words on a border, and the width of one of their characters. */
const [HIGH, WIDE] = [22, 6.8];

/**
 * @param {Drawn} drawn
 * @param {Map<string, number>} longest how long the values of each node get
 * @returns {Map<string, Place>} by the edge's id, for those that have room
 */
export function placesOn({ model, layout, drawing }, longest) {
  const paths = drawing.lines.map(({ spline }) => sampled(spline));
  const taken = obstacles(layout, drawing, longest);
  /** @type {Map<string, { room: Box, line: DrawnLine, index: number, count: number, named: boolean }>} */
  const found = new Map();
  drawing.lines.forEach((line, index) => {
    if (line.edge.kind === "control") return;
    const sources = new Set(line.edge.members.map(({ number }) => model.ends.get(number)?.source));
    const lengths = [...sources].map((source) => longest.get(`n${source}`) ?? 0);
    if (lengths.includes(0)) return;
    const count = Math.min(
      lengths.reduce((sum, length) => sum + length + 2, -2),
      ON_EDGE,
    );
    const room = best(line, index, count, taken);
    if (!room) return;
    taken.push(room);
    found.set(line.edge.id, { room, line, index, count, named: false });
  });
  // Values come before names.
  for (const each of found.values()) {
    const { line, index, count, room } = each;
    if (!line.name) continue;
    const others = taken.filter((one) => one !== room);
    const wider = best(line, index, line.name.length + 3 + count, others);
    if (!wider) continue;
    taken[taken.indexOf(room)] = wider;
    [each.room, each.named] = [wider, true];
  }
  return new Map(
    [...found].map(([id, { room, named }]) => {
      return [id, { x: (room[0] + room[2]) / 2, y: (room[1] + room[3]) / 2, named }];
    }),
  );

  /**
   * The room on a line for so many characters that lies on nothing, and over as few other lines as can be.
   * @param {DrawnLine} line
   * @param {number} index
   * @param {number} count
   * @param {Box[]} others
   * @returns {Box | null}
   */
  function best({ spline, words }, index, count, others) {
    /** @type {Point[]} */
    const points = SHARES.map((share) => pointAt(spline, share));
    if (words) points.unshift([(words[0] + words[2]) / 2, (words[1] + words[3]) / 2]);
    let [least, chosen] = [Infinity, /** @type {Box | null} */ (null)];
    for (const [x, y] of points) {
      const room = roomAt(x, y, count);
      if (!isFree(room, others)) continue;
      const crossed = paths.filter(
        (path, i) => i !== index && path.some((point) => isIn(room, point)),
      ).length;
      if (crossed < least) [least, chosen] = [crossed, room];
    }
    return chosen;
  }
}

/**
 * What has its place already: nodes with their values, words that stay, borders' words and handles, arrows' heads.
 * @param {Drawn['layout']} layout
 * @param {Drawn['drawing']} drawing
 * @param {Map<string, number>} longest
 * @returns {Box[]}
 */
function obstacles(layout, drawing, longest) {
  /** @type {Box[]} */
  const found = [];
  for (const [number, box] of layout.nodes) {
    // On a closed box stands the value of something in it.
    const most = drawing.closed.has(number) ? fitsOn(box) : (longest.get(`n${number}`) ?? 0);
    const length = Math.min(most, fitsOn(box));
    found.push(box);
    if (length > 0) found.push(roomOn(box, length));
  }
  for (const [number, [left, top]] of layout.regions) {
    const words = drawing.names.get(`r${number}`)?.textContent ?? "";
    found.push([left - HEAD, top - HEAD, left + HEAD, top + HEAD]);
    found.push([left, top, left + 10 + words.length * WIDE, top + HIGH]);
  }
  for (const { edge, words, spline } of drawing.lines) {
    const [x, y] = spline.slice(-2);
    found.push([x - HEAD / 2, y - HEAD, x + HEAD / 2, y + HEAD]);
    if (edge.kind === "control" && words) found.push(words);
  }
  return found;
}

/**
 * @param {number[]} spline
 * @returns {Point[]}
 */
function sampled(spline) {
  let length = 0;
  for (let i = 2; i < spline.length; i += 2)
    length += Math.hypot(spline[i] - spline[i - 2], spline[i + 1] - spline[i - 1]);
  const count = Math.max(Math.ceil(length / APART), 1);
  return Array.from({ length: count + 1 }, (_, i) => pointAt(spline, i / count));
}

/**
 * @param {Box} box
 * @param {Point} point
 */
function isIn([left, top, right, bottom], [x, y]) {
  return x >= left && x <= right && y >= top && y <= bottom;
}
