/**
 * A position in the graph: what was computed last is outlined, every value stands on its node, the branch that was
 * taken is told from the other. What is inside a closed box is shown on the box.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {import('./recording.js').Position} Position
 */

import { svgElement } from "./dom.js";
import { reveal } from "./scroll.js";

/** As many characters of a value fit on a node. */
const FITS = 14;
const CLASSES = ["nbg-step-now", "nbg-step-inside", "nbg-step-taken", "nbg-step-left"];

/**
 * @param {HTMLElement} pane holds shapes with their ids as `data-id`, which may come and go
 * @param {RecordingData} data
 * @returns {(position: Position | null) => void}
 */
export function stepsInGraph(pane, data) {
  const regions = new Map((data.regions ?? []).map(([id, box, parent]) => [id, { box, parent }]));
  const homes = new Map(data.nodes.map((node, index) => [node, data.homes?.[index] ?? null]));
  /** @type {Element[]} */
  let marked = [];
  /** @type {Element[]} */
  let added = [];

  /** @param {string} id */
  function shape(id) {
    return /^\w+$/.test(id) ? pane.querySelector(`g[data-id="${id}"]`) : null;
  }

  /**
   * The shape that shows a node: its own, else the closed box around it.
   * @param {string} node
   * @returns {{ found: Element | null, inside: boolean }}
   */
  function shown(node) {
    const own = shape(node);
    if (own?.classList.contains("nbg-node")) return { found: own, inside: false };
    return { found: boxOf(homes.get(node) ?? null), inside: true };
  }

  /**
   * @param {string | null} region
   * @returns {Element | null}
   */
  function boxOf(region) {
    for (let at = region; at !== null; at = regions.get(at)?.parent ?? null) {
      if (shape(at)) return null; // it is open, so what is not seen has no box
      const box = regions.get(at)?.box;
      const found = box ? shape(box) : null;
      if (found) return found;
    }
    return null;
  }

  /**
   * @param {Element | null} target
   * @param {string} name
   */
  function mark(target, name) {
    if (target === null) return;
    target.classList.add(name);
    marked.push(target);
  }

  /** @type {Position | null} */
  let standing = null;
  // A region that opens or closes is a new drawing.
  new MutationObserver((changes) => {
    const drawn = changes.some(({ addedNodes }) =>
      [...addedNodes].some((node) => node instanceof Element && node.classList.contains("nbg-svg")),
    );
    if (drawn && standing) show(standing);
  }).observe(pane, { childList: true, subtree: true });
  return show;

  /** @param {Position | null} position */
  function show(position) {
    standing = position;
    for (const old of marked) old.classList.remove(...CLASSES);
    for (const old of added) old.remove();
    marked = [];
    added = [];
    if (position === null) return;
    for (const id of position.taken) {
      mark(shape(id) ?? boxOf(id), "nbg-step-taken");
      const border = shape(id);
      if (border) label(border, "taken", true);
    }
    for (const id of position.left) {
      mark(shape(id), "nbg-step-left");
      for (const [node, home] of homes) if (lies(home, id)) mark(shown(node).found, "nbg-step-left");
    }
    /** @type {Map<Element, string>} */
    const values = new Map();
    for (const [node, text] of position.nodes) {
      const { found, inside } = shown(node);
      if (found && (!inside || !values.has(found) || position.current.includes(node)))
        values.set(found, text);
    }
    const now = [];
    for (const node of position.current) {
      const { found, inside } = shown(node);
      mark(found, "nbg-step-now");
      if (inside) mark(found, "nbg-step-inside");
      if (found) now.push(found);
    }
    for (const [target, text] of values) label(target, text);
    if (now.length > 0) reveal(pane, [now[now.length - 1]]);
  }

  /**
   * @param {string | null} region
   * @param {string} outer
   */
  function lies(region, outer) {
    for (let at = region; at !== null; at = regions.get(at)?.parent ?? null) if (at === outer) return true;
    return false;
  }

  /**
   * Words on a shape's border: a value at the lower right corner of a node, what became of a region at the upper one.
   * @param {Element} target
   * @param {string} text
   * @param {boolean} above
   */
  function label(target, text, above = false) {
    const outline = target.querySelector("polygon, ellipse, path, rect");
    if (!(outline instanceof SVGGraphicsElement) || !("getBBox" in outline)) return;
    const box = outline.getBBox();
    const words = text.length <= FITS ? text : `${text.slice(0, FITS - 1)}…`;
    const width = 6.6 * words.length + 6;
    const [x, y] = [box.x + box.width - width / 2 - 2, box.y + (above ? 0 : box.height)];
    const made = svgElement(
      "g",
      { class: "nbg-step-value", "aria-hidden": "true" },
      svgElement("rect", { x: x - width / 2, y: y - 7, width, height: 14, rx: 3 }),
      svgElement("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 11 }, words),
    );
    target.append(made);
    added.push(made);
  }
}
