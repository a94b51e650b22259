/**
 * A position in the graph: what was computed last is outlined, every value stands on its node and on the edges that
 * leave it, the branch that was taken is told from the other. What is inside a closed box is shown on the box.
 * @typedef {import('./graph-pane.js').GraphPane} GraphPane
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {import('./recording.js').Position} Position
 */

import { reveal } from "./scroll.js";
import { bare, fitted } from "./format.js";
import { chipIn, fitsOn, roomOn } from "./step-chip.js";
import { edgeValues } from "./step-edges.js";

/** Room around what is lit, where it has to be scrolled to: what leads to it and from it. */
const AROUND = 160;
const CLASSES = ["nbg-step-now", "nbg-step-inside", "nbg-step-taken", "nbg-step-left"];

/**
 * @param {GraphPane} pane
 * @param {RecordingData} data
 * @returns {(position: Position | null) => void}
 */
export function stepsInGraph(pane, data) {
  const onEdges = edgeValues(data);
  const regions = new Map((data.regions ?? []).map(([id, box, parent]) => [id, { box, parent }]));
  const homes = new Map(data.nodes.map((node, index) => [node, data.homes?.[index] ?? null]));
  /** @type {Element[]} */
  let marked = [];
  /** @type {Element[]} */
  let added = [];

  /** @param {string} id */
  function shape(id) {
    return pane.shown()?.drawing.shapes.get(id) ?? null;
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
  const scrolls = pane.shown()?.drawing.svg.parentElement;
  if (scrolls) new ResizeObserver(() => follow()).observe(scrolls);
  // A region that opens or closes is a new drawing; what the reader looks at stays where it is.
  pane.changed?.(() => put(false));
  return (position) => {
    standing = position;
    put(true);
  };

  /** Brings what is computed now into view: of arguments the first, else what the line ends with. */
  function follow() {
    const now = marked.filter((each) => each.classList.contains("nbg-step-now"));
    if (standing?.step !== 0) now.reverse();
    if (scrolls) reveal(scrolls, now, AROUND);
  }

  /** @param {boolean} follows whether what is computed now is to be seen */
  function put(follows) {
    const position = standing;
    for (const old of marked) old.classList.remove(...CLASSES);
    for (const old of added) old.remove();
    marked = [];
    added = [];
    const drawn = pane.shown();
    if (drawn === null) return;
    if (position === null) return onEdges(null, drawn);
    for (const id of position.taken) {
      mark(shape(id) ?? boxOf(id), "nbg-step-taken");
      const border = drawn.layout.regions.get(Number(id.slice(1)));
      if (border) label(shape(id), border, "taken", true);
    }
    for (const id of position.left) {
      mark(shape(id), "nbg-step-left");
      mark(drawn.drawing.names.get(id) ?? null, "nbg-step-left");
      for (const [node, home] of homes) if (lies(home, id)) mark(shown(node).found, "nbg-step-left");
    }
    /** @type {Map<Element, string>} */
    const values = new Map();
    for (const [node, text] of position.nodes) {
      const { found, inside } = shown(node);
      const held = found && heldAs(found, node, drawn);
      // Of several arrays that are one list none is its value.
      if (held === "columns") continue;
      if (found && held === "items") {
        const before = values.get(found)?.slice(1, -1);
        values.set(found, `[${before === undefined ? "" : `${before}, `}${text}]`);
      } else if (found && (!inside || !values.has(found) || position.current.includes(node)))
        values.set(found, text);
    }
    for (const node of position.current) {
      const { found, inside } = shown(node);
      mark(found, "nbg-step-now");
      if (inside) mark(found, "nbg-step-inside");
    }
    for (const [target, text] of values) {
      const box = drawn.layout.nodes.get(Number(target.getAttribute("data-id")?.slice(1)));
      if (box) label(target, box, text);
    }
    onEdges(position, drawn);
    if (follows) follow();
  }

  /**
   * As what the closed box that a shape is holds a node: as one of its "items", its "columns"; null where it does not.
   * @param {Element} found
   * @param {string} node
   * @param {import('./graph-pane.js').Drawn} drawn
   */
  function heldAs(found, node, { model }) {
    const box = model.boxes.get(Number(homes.get(node)?.slice(1)));
    return box?.id === found.getAttribute("data-id") ? box?.operation : null;
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
   * Words on the border of a node or a region.
   * @param {Element | null} target
   * @param {import('./splines.js').Box} box
   * @param {string} text
   * @param {boolean} above
   */
  function label(target, box, text, above = false) {
    const words = fitted(bare(text), fitsOn(box));
    if (target === null) return;
    // Beside the shapes, not in them: what a shape bears is its name.
    const made = chipIn(
      roomOn(box, words.length, above),
      words,
      `nbg-step-value${above ? " nbg-step-word" : ""}`,
    );
    target.parentNode?.append(made);
    added.push(made);
  }
}
