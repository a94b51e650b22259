/**
 * A view and its layout as SVG: every element is made here, one by one, and all text is text.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./graph-model.js').View} View
 * @typedef {import('./compose.js').Layout} Layout
 * @typedef {import('./splines.js').Box} Box
 * @typedef {import('./types.js').GraphNode} GraphNode
 * @typedef {{ layout: Layout, svg: SVGElement, shapes: Map<string, SVGElement>, names: Map<string, SVGElement>, words: Map<string, SVGElement>,
 *   kinds: Set<string>, borders: Set<string>,
 *   labels: { text: SVGElement, room: number }[], handles: Map<number, SVGElement>, lines: DrawnLine[], closed: Set<number> }}
 *   Drawing `shapes` by "n5", "e5", "r5"; `names` of borders and `words` on edges by the same; `handles` by region; `closed`: nodes that stand for a region
 * @typedef {{ edge: import('./graph-model.js').Bundle, spline: import('./splines.js').Spline, name: string, words: Box | null }}
 *   DrawnLine `name` is the variable that it says, `words` where it says it
 */

import { svgElement } from "./dom.js";
import { crossings, edgeWords } from "./edge-words.js";
import { grounds } from "./graph-ground.js";
import { isMissing } from "./graph-model.js";
import { sidesOf, withNames } from "./graph-names.js";
import { borderForms, edgeName, linesOf } from "./graph-words.js";
import { border, corner, face, handle, kindOf, outline } from "./shapes.js";
import { arrowOf, between, middle, pathOf } from "./splines.js";
import { spaced } from "./stretch.js";

/** Room around the picture, and sizes of its parts, in its own units. */
const PAD = 8;
const ARROW = 8;
const LINE = 16;
const FONT = 14;
const SMALL = 13;
/** As many times a picture is made wider, at most. */
const WIDENED = 6;

/**
 * @param {Model} model
 * @param {View} view
 * @param {Layout} laid
 * @param {boolean} types whether edges say shape and element type
 * @returns {Drawing}
 */
export function draw(model, view, laid, types) {
  const deciding = new Set(view.edges.filter((edge) => edge.kind === "control").map((edge) => edge.source));
  const labels = new Map(view.nodes.map((node) => [node.number, node.label]));
  const tests = new Set(view.nodes.filter((node) => deciding.has(node.number)).map((node) => node.label));
  const { layout, courses, named, places, taken } = placed(view, tests, laid);
  /** @type {Drawing} */
  const drawing = {
    layout,
    svg: svgElement("svg", {
      class: "nbg-svg",
      viewBox: `${-PAD} ${-PAD} ${Math.ceil(layout.width) + 2 * PAD} ${Math.ceil(layout.height) + 2 * PAD}`,
    }),
    shapes: new Map(),
    names: new Map(),
    words: new Map(),
    kinds: new Set(),
    borders: new Set(),
    labels: [],
    handles: new Map(),
    lines: [],
    closed: new Set(view.nodes.filter(({ folds }) => folds >= 0).map(({ number }) => number)),
  };

  /**
   * @param {string} id
   * @param {string} name
   * @param {string} kind
   * @param {(SVGElement | string)[]} parts
   */
  function put(id, name, kind, parts) {
    const group = svgElement(
      "g",
      { class: `nbg-${name} nbg-${name}-${word(kind)}`, "data-id": id },
      ...parts,
    );
    drawing.shapes.set(id, group);
    drawing.svg.append(group);
  }

  const ground = grounds(view.regions, layout.regions);
  for (const region of view.regions) {
    const box = layout.regions.get(region.number);
    if (!box) continue;
    const [left, top] = box;
    put(region.id, "region", region.kind, border(region.kind, box));
    if (region.parent >= 0) {
      const grip = handle(left + 1, top + 1, false);
      grip.setAttribute("data-id", region.id);
      drawing.handles.set(region.number, grip);
    }
    drawing.borders.add(region.kind);
  }
  for (const [i, { region }] of named.entries()) {
    const { words, x, y } = places[i];
    const name = svgElement("text", { class: "nbg-border-name", x, y, "font-size": SMALL }, words);
    if (region.parent >= 0) {
      name.setAttribute("data-page", String(region.number));
      name.setAttribute("data-id", region.id);
    }
    name.style.setProperty("--nbg-ground", ground.at(x, y - 4));
    drawing.names.set(region.id, name);
  }
  const isCrossed = crossings(courses.map(({ spline }) => spline));
  const sides = [...layout.regions.values()].flatMap(sidesOf);
  for (const { edge, line, spline } of courses) {
    const name = line?.leaf === undefined ? edgeName(edge, labels, model) : "";
    const words = types && edge.aval ? `${name} ${edge.aval}`.trim() : name;
    const place = line?.label ? beside(line.label) : middle(spline);
    const said = words ? edgeWords(words, name, place, spline, taken, isCrossed, sides) : null;
    put(edge.id, "edge", edge.kind, [
      svgElement("path", { class: "nbg-reach", d: pathOf(spline) }),
      svgElement("path", { class: "nbg-line", d: pathOf(spline) }),
      svgElement("polygon", { points: arrowOf(spline, ARROW) }),
    ]);
    if (said) {
      const { text, at } = wordsOn(said);
      text.style.setProperty("--nbg-ground", ground.at(...at));
      drawing.words.set(edge.id, text);
    }
    drawing.lines.push({ edge, spline, name, words: said?.box ?? null });
  }
  // A line that crosses words goes behind them.
  drawing.svg.append(...drawing.names.values(), ...drawing.words.values());
  for (const node of view.nodes) {
    const box = layout.nodes.get(node.number);
    if (!box) continue;
    const kind = kindOf(node, deciding.has(node.number));
    drawing.kinds.add(kind);
    const opens =
      node.folds >= 0 && (model.openable.has(node.folds) || (model.asked && isMissing(model, node)));
    put(node.id, "node", kind, [...outline(kind, box), ...nodeWords(node, face(kind, box), drawing.labels)]);
    if (opens) {
      const grip = handle(...corner(kind, box), true);
      drawing.shapes.get(node.id)?.append(grip);
      drawing.handles.set(node.folds, grip);
    }
  }
  for (const [number, box] of layout.nodes) {
    const edge = view.edges.find(({ members }) => members.some((each) => each.number === -1 - number));
    const node = view.nodes.find((each) => each.number === edge?.source);
    if (!edge || !node) continue;
    const label = (node.operation === "items" && edge.name) || node.label;
    const words = nodeWords({ ...node, role: "leaf", label }, box, drawing.labels);
    const leaf = svgElement("g", { class: "nbg-leaf" }, ...outline(node.kind, box), ...words);
    // A part of the value's own shape: what lights or is pointed at is the value, wherever it stands.
    drawing.shapes.get(node.id)?.append(leaf);
  }
  // Nothing lies over a handle.
  drawing.svg.append(...[...drawing.handles.values()].filter((grip) => grip.parentNode === null));
  return drawing;
}

/**
 * The layout with room for the names of regions, the lines in it, and where the names stand.
 * @param {View} view
 * @param {Set<string>} tests
 * @param {Layout} layout
 */
function placed(view, tests, layout) {
  const forms = new Map(
    view.regions.map((region) => {
      const [left, , right] = layout.regions.get(region.number) ?? [0, 0, 0, 0];
      return [region, borderForms(region, tests, right - left)];
    }),
  );
  for (let tries = 0; ; tries++) {
    const courses = view.edges.flatMap((edge) => {
      const [from, to] = [layout.nodes.get(edge.source), layout.nodes.get(edge.target)];
      const line = edge.members
        .map(({ number }) => layout.lines.get(number))
        .find((known) => known !== undefined);
      if (layout.isSketch) return line ? [{ edge, line, spline: line.spline }] : [];
      return from && to ? [{ edge, line, spline: line?.spline ?? between(from, to) }] : [];
    });
    const named = [...forms].flatMap(([region, forms]) => {
      const box = layout.regions.get(region.number);
      return box ? [{ region, box, forms }] : [];
    });
    const splines = courses.map(({ spline }) => spline);
    const { gaps, ...rest } = withNames(
      named,
      splines,
      [...layout.nodes.values()],
      [...layout.regions.values()],
    );
    // A sketch must not outgrow its stage.
    if (gaps.length === 0 || tries === WIDENED || layout.isSketch) return { layout, courses, named, ...rest };
    layout = spaced(layout, gaps);
  }
}

/**
 * @param {GraphNode} node
 * @param {Box} box
 * @param {Drawing['labels']} labels filled: what has to fit into what
 */
function nodeWords(node, [left, top, right, bottom], labels) {
  const lines = node.role === "leaf" ? [node.label] : linesOf(node);
  const size = node.role === "leaf" ? SMALL : FONT;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2 + size * 0.34];
  return lines.flatMap((line, i) => {
    const text = svgElement(
      "text",
      { x, y: y + (i - (lines.length - 1) / 2) * LINE, "text-anchor": "middle", "font-size": size },
      line,
    );
    labels.push({ text, room: right - left - (node.role === "pass" ? 0 : 6) }); // which has no outline
    // Two lines are two words to who reads the text alone.
    return i > 0 ? [" ", text] : [text];
  });
}

/**
 * @param {{ form: string, box: Box }} words
 * @returns {{ text: SVGElement, at: [number, number] }} and their middle
 */
function wordsOn({ form, box: [left, top, right, bottom] }) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const at = { class: "nbg-words-on", x, y: y + SMALL * 0.34, "text-anchor": "middle", "font-size": SMALL };
  return { text: svgElement("text", at, form), at: [x, y] };
}

/**
 * A little further from the line that words were laid out to the right of: the reader's font may be wider.
 * @param {[number, number]} place
 * @returns {[number, number]}
 */
function beside([x, y]) {
  return [x + 3, y];
}

/** @param {string} text */
function word(text) {
  return text.replace(/[^a-z]/g, "");
}
