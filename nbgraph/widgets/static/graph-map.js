/**
 * A small map of a picture that is much larger than its pane, with the part that is seen; a press on it goes there. The
 * keyboard has the arrow keys for that.
 * @typedef {import('./compose.js').Layout} Layout
 */

import { svgElement } from "./dom.js";

/** The map's longer side, in px; and how much of the picture may be out of sight before there is a map. */
const [SIDE, SEEN] = [120, 0.5];

/**
 * @param {HTMLElement} drawing scrolls the picture
 * @param {() => Layout} layout of the picture that is shown
 * @returns {{ el: HTMLElement, refresh: () => void }} `refresh` is to be called when there is another picture
 */
export function graphMap(drawing, layout) {
  const el = document.createElement("div");
  el.className = "nbg-map";
  el.setAttribute("aria-hidden", "true");
  const here = svgElement("rect", { class: "nbg-map-here" });

  function follow() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = drawing;
    el.hidden = clientWidth * clientHeight > SEEN * scrollWidth * scrollHeight || clientWidth === 0;
    const { width, height } = layout();
    const [x, y] = [width / (scrollWidth || 1), height / (scrollHeight || 1)];
    const place = { x: scrollLeft * x, y: scrollTop * y, width: clientWidth * x, height: clientHeight * y };
    for (const [name, value] of Object.entries(place)) here.setAttribute(name, value.toFixed(1));
  }

  function refresh() {
    const { width, height, nodes, regions } = layout();
    const scale = SIDE / Math.max(width, height);
    const boxes = [
      ...[...regions.values()].map((box) => ({ box, name: "nbg-map-region" })),
      ...[...nodes.values()].map((box) => ({ box, name: "nbg-map-node" })),
    ].map(({ box: [x, y, right, bottom], name }) =>
      svgElement("rect", { class: name, x, y, width: right - x, height: bottom - y }),
    );
    const size = { width: width * scale, height: height * scale, viewBox: `0 0 ${width} ${height}` };
    el.replaceChildren(svgElement("svg", size, ...boxes, here));
    follow();
  }

  /** @param {PointerEvent} event */
  function go({ clientX, clientY }) {
    const box = /** @type {Element} */ (el.firstElementChild).getBoundingClientRect();
    drawing.scrollTo(
      ((clientX - box.left) / box.width) * drawing.scrollWidth - drawing.clientWidth / 2,
      ((clientY - box.top) / box.height) * drawing.scrollHeight - drawing.clientHeight / 2,
    );
  }
  el.addEventListener("pointerdown", (event) => {
    el.setPointerCapture?.(event.pointerId);
    go(event);
  });
  el.addEventListener("pointermove", (event) => event.buttons > 0 && go(event));
  drawing.addEventListener("scroll", follow, { passive: true });
  new ResizeObserver(follow).observe(drawing);
  return { el, refresh };
}
