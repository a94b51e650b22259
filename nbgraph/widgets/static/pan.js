/**
 * Dragging what is larger than its pane. The pane scrolls, so that wheels, keys and touch work as everywhere; a mouse
 * may take hold of it, too.
 */

import { magnified } from "./scroll.js";

/** A press that moves less is a click. */
const SLACK = 4;

/** @param {HTMLElement} pane */
export function pannable(pane) {
  /** @type {{ x: number, y: number, left: number, top: number } | null} */
  let held = null;
  let dragging = false;

  pane.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    held = { x: event.clientX, y: event.clientY, left: pane.scrollLeft, top: pane.scrollTop };
    dragging = false;
  });
  pane.addEventListener("pointermove", (event) => {
    if (held === null || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!dragging && Math.hypot(dx, dy) < SLACK) return;
    if (!dragging) pane.setPointerCapture(event.pointerId);
    dragging = true;
    pane.classList.add("nbg-dragging");
    const by = magnified(pane);
    pane.scrollLeft = held.left - dx / by;
    pane.scrollTop = held.top - dy / by;
  });
  for (const end of ["pointerup", "pointercancel"]) {
    pane.addEventListener(end, () => {
      held = null;
      pane.classList.remove("nbg-dragging");
    });
  }
  // What was dragged was not clicked at.
  pane.addEventListener(
    "click",
    (event) => {
      if (!dragging) return;
      dragging = false;
      event.stopPropagation();
    },
    true,
  );
}
