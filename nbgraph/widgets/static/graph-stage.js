/**
 * What of a graph is seen on the stage, where it must be legible from the last row: if the picture does not fit, a sketch
 * of its control flow that does. Whoever opens or closes something else sees the picture itself.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./types.js').GraphData} GraphData
 */

import { tileLayout } from "./compose.js";
import { openedIn } from "./graph-kept.js";
import { viewOf } from "./graph-model.js";
import { foldedText } from "./graph-words.js";

/** Room around a picture, and for the line under it. */
const [ROOM, LINE] = [16, 24];

/**
 * @param {Model} model
 * @param {any[]} whole the layout of what is seen at first, as in the data
 * @param {HTMLElement} pane
 * @param {HTMLElement} said what is under it; of a sketch, that it is one
 */
export function stageOf(model, whole, pane, said) {
  let isOn = false;
  /** Whether it has no room for the whole. */
  let isSmall = false;
  const { stage, start } = model;
  /** Whether a picture fits into the pane, its smallest text as large as it is on the stage. */
  const holds = (/** @type {any[]} */ [, width, height], line = 0) =>
    width + ROOM <= pane.clientWidth && height + ROOM + line <= pane.clientHeight;
  /** The same of a sketch, with the line that it has, instead of the one that is there. */
  const holdsSketch = (/** @type {any[]} */ row) => {
    const open = new Set(row[6]);
    const text = foldedText(model, viewOf(model, open), tileLayout(model, /** @type {any} */ (row), open));
    return holds(row, LINE * (Number(text !== "") - Number(said.textContent !== "")));
  };

  /** @param {Set<number>} open the layout of the sketch in which just that is open */
  function sketch(open) {
    const row = stage.find((each) => each[6].length === open.size && each[6].every((one) => open.has(one)));
    return isSmall && row ? tileLayout(model, /** @type {any} */ (row), open) : null;
  }

  return {
    sketch,
    /**
     * To be called when the pane has another size.
     * @param {Set<number>} open
     * @returns {Set<number> | null} what is to be open; null where it has neither come on the stage nor left it
     */
    changed(open) {
      if (isOn === (pane.closest(".nbg-stage") !== null)) return null;
      isOn = !isOn;
      const back = isSmall ? (sketch(open) ? start : open) : null;
      isSmall = isOn && !holds(whole);
      const row = isSmall && !openedIn(model, open) && (stage.find(holdsSketch) ?? stage.at(-1));
      return row ? new Set(row[6]) : back;
    },
  };
}
