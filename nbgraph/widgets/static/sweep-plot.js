/**
 * Time of one call against the size of an argument: a line for each way of running, told apart by the shape of its
 * points, its dashes and its colour, and labelled at its end. What a graph of its own cost at a size stands apart, as
 * hollow points without a line. Lines are drawn piece by piece in percent, so the plot follows the page's width by itself.
 * @typedef {import('./types.js').SweepData} SweepData
 * @typedef {import('./axes.js').Scale} Scale
 * @typedef {{ size: number, seconds: number, text: string, wrong: boolean }} Point
 * @typedef {{ name: string, label: string, points: Point[], joined: boolean }} Line
 */

import { linearScale, logScale, tightLogScale } from "./axes.js";
import { element, focusable, svgElement } from "./dom.js";
import { duration, fitted } from "./format.js";
import { sweepTable } from "./sweep-table.js";
import { say, tell } from "./words.js";

const HEIGHT = 240;
/** Rows that labels at the right end keep from each other, in pixels. */
const APART = 17;
/** As many characters of what is swept over stand at its axis; the title has all of them. */
const LONGEST = 16;
/** The shape of a point, by the name of its line. */
const SHAPES = new Map([
  ["python", "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0"],
  ["eager", "M-3.6,-3.6h7.2v7.2h-7.2z"],
  ["graph", "M0,-5.2L5.2,0L0,5.2L-5.2,0z"],
  ["first", "M0,-5L5,4H-5z"],
]);

/**
 * @param {SweepData} data
 * @returns {HTMLElement}
 */
export function sweepPlot(data) {
  const lines = linesOf(data);
  const points = lines.flatMap((line) => line.points);
  const [headline, ...rest] = data.sentences.map(say);
  const words = element(
    "p",
    { class: "nbg-words" },
    headline ? element("strong", {}, headline) : null,
    rest.length > 0 ? ` ${rest.join(" ")}` : null,
  );
  const el = element("div", { class: "nbg-sweep" }, words);
  if (points.length === 0) return el;
  const across = data.log ? tightLogScale(data.sizes) : linearScale(data.sizes);
  const up = logScale(points.map((point) => point.seconds));
  const readout = element(
    "div",
    { class: "nbg-readout", role: "status" },
    say("Arrow keys read the points."),
  );
  const marks = lines.map((line) => line.points.map((point) => mark(line, point, across, up)));
  const svg = svgElement(
    "svg",
    {
      class: "nbg-plot",
      width: "100%",
      height: HEIGHT + 40,
      role: "group",
      "aria-label": tell("Time of one call against {0}, logarithmic scale of time", data.over),
    },
    ...grid(data, across, up),
    ...lines.flatMap((line) => (line.joined ? pieces(line, across, up) : [])),
    ...marks.flat(),
    ...labels(lines, across, up),
  );
  el.append(svg, readout, sweepTable(data));
  walk(svg, lines, marks, readout);
  return el;
}

/**
 * @param {SweepData} data
 * @returns {Line[]}
 */
function linesOf(data) {
  const wrong = new Set(data.different);
  const lines = data.series.map(({ name, label, points }) => ({
    name: SHAPES.has(name) ? name : "graph",
    label: say(label),
    joined: true,
    points: points.map(([size, seconds, first, third, runs]) => ({
      size,
      seconds,
      wrong: wrong.has(size),
      text: `${data.over} = ${size}: ${say(label)} ${duration(seconds)}, ${spread(first, third, runs)}${wrong.has(size) ? `, ${say("results differ")}` : ""}`,
    })),
  }));
  const first = data.first.map(([size, seconds]) => ({
    size,
    seconds,
    wrong: false,
    text: `${data.over} = ${size}: ${tell("first call of the graph {0}, compiling included", duration(seconds))}`,
  }));
  return [...lines, { name: "first", label: say("graph, first call"), joined: false, points: first }].filter(
    (line) => line.points.length > 0,
  );
}

/**
 * How far the runs at a size say what a further one would take.
 * @param {number} first
 * @param {number} third
 * @param {number} runs
 */
function spread(first, third, runs) {
  return runs === 1
    ? say("one run")
    : tell("middle half {0} to {1}, {2} runs", duration(first), duration(third), runs);
}

/**
 * @param {number} seconds
 * @param {Scale} up
 */
function heightOf(seconds, up) {
  return Math.round((HEIGHT * (100 - up.at(seconds))) / 10) / 10;
}

/**
 * @param {SweepData} data
 * @param {Scale} across
 * @param {Scale} up
 */
function grid(data, across, up) {
  const rows = up.ticks.flatMap((tick) => {
    const y = heightOf(tick, up);
    return [
      svgElement("line", { x1: "0", x2: "100%", y1: y, y2: y, class: "nbg-grid" }),
      svgElement("text", { x: -8, y: y + 4, "text-anchor": "end", class: "nbg-axis" }, duration(tick)),
    ];
  });
  const columns = across.ticks.flatMap((tick) => {
    const x = `${across.at(tick)}%`;
    return [
      svgElement("line", { x1: x, x2: x, y1: HEIGHT, y2: HEIGHT + 5, class: "nbg-tick" }),
      svgElement(
        "text",
        { x, y: HEIGHT + 18, "text-anchor": "middle", class: "nbg-axis" },
        tick.toLocaleString("en"),
      ),
    ];
  });
  return [
    ...rows,
    ...columns,
    svgElement("line", { x1: "0", x2: "100%", y1: HEIGHT, y2: HEIGHT, class: "nbg-rail" }),
    svgElement(
      "text",
      { x: "50%", y: HEIGHT + 36, "text-anchor": "middle", class: "nbg-axis-title" },
      fitted(data.over, LONGEST),
    ),
  ];
}

/**
 * @param {Line} line
 * @param {Scale} across
 * @param {Scale} up
 */
function pieces(line, across, up) {
  return line.points.slice(1).map((point, index) => {
    const before = line.points[index];
    return svgElement("line", {
      x1: `${across.at(before.size)}%`,
      x2: `${across.at(point.size)}%`,
      y1: heightOf(before.seconds, up),
      y2: heightOf(point.seconds, up),
      class: `nbg-sweep-line nbg-series-${line.name}`,
    });
  });
}

/**
 * @param {Line} line
 * @param {Point} point
 * @param {Scale} across
 * @param {Scale} up
 */
function mark(line, point, across, up) {
  const shape = svgElement("path", { d: SHAPES.get(line.name) ?? "" });
  const cross = point.wrong ? svgElement("path", { d: "M-7,-7L7,7M-7,7L7,-7", class: "nbg-cross" }) : null;
  const place = { x: `${across.at(point.size)}%`, y: heightOf(point.seconds, up) };
  const hit = svgElement("circle", { r: 11, class: "nbg-hit" });
  const attributes = { ...place, overflow: "visible", role: "img", "aria-label": point.text };
  const title = svgElement("title", {}, point.text);
  const el = svgElement("svg", attributes, title, hit, shape, cross);
  el.classList.add("nbg-point", `nbg-series-${line.name}`);
  return focusable(el, -1);
}

/**
 * The name of each line behind its last point, moved apart where they would meet.
 * @param {Line[]} lines
 * @param {Scale} across
 * @param {Scale} up
 */
function labels(lines, across, up) {
  const ends = lines
    .map((line) => {
      const last = /** @type {Point} */ (line.points.at(-1));
      return { line, x: across.at(last.size), y: heightOf(last.seconds, up) };
    })
    .sort((one, other) => one.y - other.y);
  /** @type {{ x: number, y: number }[]} */
  const placed = [];
  return ends.map(({ line, x, y }) => {
    const near = placed.filter((other) => Math.abs(other.x - x) < 30 && y - other.y < APART);
    const low = Math.max(y, ...near.map((other) => other.y + APART));
    placed.push({ x, y: low });
    const attributes = { x: `${x}%`, y: low + 4, dx: 10, class: `nbg-series-label nbg-series-${line.name}` };
    return svgElement("text", attributes, line.label.replace(/ \(.*/, ""));
  });
}

/**
 * Left and right go along a line, up and down to the next one; one point at a time can be tabbed to.
 * @param {SVGElement} svg
 * @param {Line[]} lines
 * @param {SVGElement[][]} marks
 * @param {HTMLElement} readout
 */
function walk(svg, lines, marks, readout) {
  let [row, column] = [0, 0];
  marks[0][0].setAttribute("tabindex", "0");

  /**
   * @param {number} nextRow
   * @param {number} nextColumn
   */
  function hold(nextRow, nextColumn) {
    marks[row][column].setAttribute("tabindex", "-1");
    row = Math.min(Math.max(nextRow, 0), lines.length - 1);
    column = Math.min(Math.max(nextColumn, 0), marks[row].length - 1);
    marks[row][column].setAttribute("tabindex", "0");
    readout.textContent = lines[row].points[column].text;
  }

  /** @param {Event} event */
  function read(event) {
    const target = /** @type {Element} */ (event.target).closest(".nbg-point");
    marks.forEach((found, index) => {
      const place = found.findIndex((point) => point === target);
      if (place >= 0) hold(index, place);
    });
  }

  svg.addEventListener("focusin", read);
  svg.addEventListener("pointerover", read);
  svg.addEventListener("keydown", (event) => {
    const [down, right] =
      { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key] ?? [];
    if (down === undefined) return;
    const size = lines[row].points[column].size;
    const next = lines[Math.min(Math.max(row + down, 0), lines.length - 1)];
    const level = next.points.findIndex((point) => point.size >= size);
    hold(row + down, right === 0 ? (level < 0 ? next.points.length - 1 : level) : column + right);
    marks[row][column].focus({ preventScroll: true });
    event.preventDefault();
    event.stopPropagation();
  });
}
