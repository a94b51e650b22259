/** A frame that its host only lets grow, as marimo does, is as high as the page in it: the text before the explorer is longer. */

/** Keeps the frame around this page at the page's height. */
export function fitFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (frame === null) return;
  new ResizeObserver(() => {
    frame.style.height = `${Math.ceil(document.body.getBoundingClientRect().height) + 1}px`;
  }).observe(document.body);
}
