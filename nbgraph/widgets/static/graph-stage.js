/**
 * What of a graph is seen where it must be legible and there is little room, on the stage from the last row: if the
 * picture is much larger than its pane, a sketch of its control flow. Whoever opens or closes something else sees the
 * picture itself.
 * @typedef {import('./graph-model.js').Model} Model
 * @typedef {import('./types.js').GraphData} GraphData
 */

import { tileLayout } from "./compose.js";
import { openedIn } from "./graph-kept.js";
import { viewOf } from "./graph-model.js";
import { foldedText } from "./graph-words.js";

/** Room around a picture, and for the line under it. */
const [ROOM, LINE] = [16, 24];
/** As many times wider and higher than its pane a picture may be; in the page it can be panned, a sketch a little. */
const [WHOLE, PANNED, NEARLY] = [
  [1, 1],
  [1.5, 2],
  [1.1, 1.5],
];
/** As much makes an explorer of another width: the window's scroll bar is less. */
const OTHER = 20;

/**
 * @param {Model} model
 * @param {any[]} whole the layout of what is seen at first, as in the data
 * @param {HTMLElement} pane
 * @param {HTMLElement} said what is under it; of a sketch, that it is one
 * @param {() => number[]} room the pane's width and the most of its height, and the least scale of a picture
 */
export function stageOf(model, whole, pane, said, room) {
  let [isOn, width] = [false, 0];
  /** Whether it has no room for the whole. */
  let isSmall = false;
  const { stage, start } = model;
  /** Whether a picture fits into the pane, its smallest text as large as it is to be there. */
  const holds = (/** @type {any[]} */ [, wide, high], [across, down] = WHOLE, line = 0) => {
    const [width, height, scale] = room();
    return (wide + ROOM) * scale <= width * across && (high + ROOM) * scale + line <= height * down;
  };
  /** The same of a sketch, with the line that it has, instead of the one that is there. */
  const holdsSketch = (/** @type {any[]} */ row) => {
    const open = new Set(row[6]);
    const text = foldedText(model, viewOf(model, open), tileLayout(model, /** @type {any} */ (row), open));
    return holds(row, isOn ? WHOLE : NEARLY, LINE * (Number(text !== "") - Number(said.textContent !== "")));
  };

  /** @param {Set<number>} open the layout of the sketch in which just that is open */
  function sketch(open) {
    const row = stage.find((each) => isSame(each[6], open));
    return isSmall && row ? tileLayout(model, /** @type {any} */ (row), open) : null;
  }

  /** @param {Set<number>} open what is to be open; in place of what is at first, what there is room for */
  function fitted(open) {
    const row = isSmall && !openedIn(model, open) && (stage.find(holdsSketch) ?? stage.at(-1));
    return row ? new Set(row[6]) : open;
  }

  return {
    sketch,
    fitted,
    /**
     * To be called when the pane has another size; it matters where the explorer has.
     * @param {Set<number>} open
     * @returns {Set<number> | null} what is to be open; null where that is what is seen
     */
    changed(open) {
      const on = pane.closest(".nbg-stage") !== null;
      const now = pane.closest(".nbg")?.clientWidth ?? 0;
      if (pane.clientWidth === 0 || (isOn === on && Math.abs(now - width) <= OTHER)) return null;
      [isOn, width] = [on, now];
      const was = sketch(open);
      isSmall = !holds(whole, on ? WHOLE : PANNED);
      pane.classList.toggle("nbg-small", isSmall);
      const wanted = fitted(was ? start : open);
      return isSame([...wanted], open) && !was === !sketch(wanted) ? null : wanted;
    },
  };
}

/**
 * @param {number[]} one
 * @param {Set<number>} other
 */
function isSame(one, other) {
  return one.length === other.size && one.every((each) => other.has(each));
}
