/**
 * Where a function's panes stand beside each other. It is told from what is in them, before anything is laid out and
 * once for all: what is opened or chosen later does not move the panes.
 * @typedef {{ width: number, height: number }} Size
 */

/** A picture wider than this, in its own units, asks for more than half of the width, or is too small to read or cut off
 *  in a column of three, or of two in projector mode. */
const [WIDE, BROAD, LARGE] = [850, 560, 480];
/** Heights in the base style, in px, which projector mode enlarges alike: a line, a pane's bars, the graph's with its
 *  legend, the timing pane across two columns. */
const [LINE, BARS, GRAPH_BARS, TIMING] = [19.4, 50, 140, 310];
/** The most that text over text, text beside text, and a picture ask for. */
const [LONGEST, LONGER, TALLEST] = [480, 608, 990];
/** CSS pixels per unit of a picture whose text is as large as the page's, or just legible; a column's width. */
const [SCALE, LEAST, COLUMN] = [14 / 13, 9 / 13, 520];
/** As many characters of text fit beside each other, about. */
const CHARACTERS = 60;

/**
 * How many lines a text has on the screen, where long ones go on in further ones.
 * @param {string[]} lines
 */
export function linesOnScreen(lines) {
  return lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / CHARACTERS)), 0);
}

/**
 * The classes that say it: whether the picture never shares the width with two others (`nbg-broad-graph`) and has the most
 * of it (`nbg-wide-graph`), or a little more than half (`nbg-tight-graph`), or leaves room below it for the timing
 * (`nbg-low-graph`), or (`nbg-large-graph`) has all in projector mode, and whether the timing pane then finds room below
 * the source beside the code (`nbg-long-code`); else whether it finds room below both, when they stand over each other
 * beside the picture (`nbg-short`), or beside each other (`nbg-short-code`).
 * @param {number} sourceLines with those that a note below a line takes
 * @param {number} codeLines of the form that is seen first
 * @param {Size | null} picture in its own units
 * @returns {string[]}
 */
export function columns(sourceLines, codeLines, picture) {
  if (picture === null) return [];
  const text = (/** @type {number} */ lines, /** @type {number} */ most) =>
    Math.min(lines * LINE, most) + BARS;
  const longer = text(codeLines, Infinity) - text(sourceLines, LONGEST);
  const long = longer > (TIMING * 2) / 3 ? ["nbg-long-code"] : [];
  const scale = Math.min(SCALE, Math.max(COLUMN / picture.width, LEAST));
  const graph = Math.min(picture.height * scale, TALLEST) + GRAPH_BARS;
  const over = text(sourceLines, LONGEST) + text(codeLines, LONGEST);
  const beside = text(Math.max(sourceLines, codeLines), LONGER);
  const breadth = picture.width > BROAD ? "nbg-broad-graph" : "nbg-large-graph";
  const found = picture.width > LARGE ? [breadth, ...long] : [];
  if (picture.width > WIDE) found.push("nbg-wide-graph");
  else if (picture.width > COLUMN / LEAST) found.push("nbg-tight-graph");
  if (picture.width > BROAD && graph - text(sourceLines, LONGEST) < TIMING / 3) found.push("nbg-low-graph");
  // Either way something is left empty; less of it where the timing pane fills more than it adds.
  if (graph - over > TIMING / 3) found.push("nbg-short");
  if (graph - beside > (TIMING * 2) / 3) found.push("nbg-short-code");
  return found;
}
