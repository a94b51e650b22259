/**
 * Values on the edges of a graph while a run is stepped through: on each edge what the node gave that it leaves, with
 * the name of the variable where there is room for it.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {import('./types.js').GraphEdge} GraphEdge
 * @typedef {import('./recording.js').Position} Position
 * @typedef {import('./graph-pane.js').Drawn} Drawn
 * @typedef {import('./step-places.js').Place} Place
 */

import { longestTexts } from "./recording.js";
import { fitted } from "./format.js";
import { chipIn, ON_EDGE, roomAt } from "./step-chip.js";
import { placesOn } from "./step-places.js";

/**
 * @param {RecordingData} data
 * @returns {(position: Position | null, drawn: Drawn) => void}
 */
export function edgeValues(data) {
  const longest = longestTexts(data);
  /** @type {Drawn['drawing'] | null} */
  let placed = null;
  /** @type {Map<string, Place>} */
  let places = new Map();
  /** @type {Element[]} */
  let chips = [];
  /** @type {Element[]} */
  let marked = [];

  return (position, drawn) => {
    for (const chip of chips) chip.remove();
    for (const shape of marked) shape.classList.remove("nbg-step-told", "nbg-step-along");
    chips = [];
    marked = [];
    if (position === null) return;
    if (placed !== drawn.drawing) places = placesOn(drawn, longest);
    placed = drawn.drawing;
    const now = new Set(position.current);
    const seen = valuesAt(position, drawn.model);
    for (const { edge, name } of drawn.drawing.lines) {
      const [shape, value] = [drawn.drawing.shapes.get(edge.id), seen(edge.members)];
      if (value === null || !shape) continue;
      const ends = edge.members.flatMap(({ number }) => drawn.model.ends.get(number) ?? []);
      const along = ends.some(({ source, target }) => now.has(`n${source}`) || now.has(`n${target}`));
      if (along) shape.classList.add("nbg-step-along");
      marked.push(shape);
      const place = places.get(edge.id);
      if (!place) continue;
      const text = fitted(value, ON_EDGE);
      const words = place.named ? `${name} = ${text}` : text;
      const room = roomAt(place.x, place.y, words.length);
      chips.push(chipIn(room, words, `nbg-step-flow${along ? " nbg-step-flow-now" : ""}`));
      const said = drawn.drawing.words.get(edge.id);
      for (const told of said ? [shape, said] : [shape]) told.classList.add("nbg-step-told");
      if (said) marked.push(said);
    }
    // The last in the drawing, for no line lies over a value.
    drawn.drawing.svg.append(...chips);
  };
}

/**
 * What comes along edges at a position; null where nothing has, or not all of it can be said.
 * @param {Position} position
 * @param {Drawn['model']} model
 * @returns {(members: GraphEdge[]) => string | null}
 */
function valuesAt(position, model) {
  const running = new Set(
    position.loops.filter(({ round, total }) => round <= total).map(({ region }) => region),
  );
  const left = new Set(position.left);
  const around = (/** @type {number} */ end) => model.regions.get(model.home.get(end) ?? 0)?.around ?? [];

  /**
   * Whether a value comes along an edge: what a loop gives leaves it at its end, and nothing goes to a branch that is
   * not taken.
   * @param {GraphEdge} edge
   */
  function comes({ kind, source, target }) {
    const there = around(target);
    const waits = around(source).some((region) => !there.includes(region) && running.has(`r${region}`));
    return (
      kind !== "control" && kind !== "order" && !waits && !there.some((region) => left.has(`r${region}`))
    );
  }

  return (members) => {
    /** @type {Map<number, string>} */
    const texts = new Map();
    for (const { number } of members) {
      const edge = model.ends.get(number);
      const text = edge && comes(edge) ? position.nodes.get(`n${edge.source}`) : undefined;
      if (edge === undefined || text === undefined) return null;
      texts.set(edge.source, text);
    }
    const [only] = texts.values();
    const every = [...texts.values()].join(", ");
    return texts.size === 1 ? only : every.length <= ON_EDGE ? every : null;
  };
}
