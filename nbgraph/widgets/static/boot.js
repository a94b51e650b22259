/**
 * Starting inside plain HTML: the output holds a readable text, the style, the data, and the script that runs this.
 */

import { render } from "./explorer.js";

/**
 * Replaces the readable text of the output around `script` by the explorer; on any failure the text stays.
 * @param {Element | null} script the running script; null where the host does not say, then every waiting output
 * @param {Live} live
 */
export function boot(script, live = {}) {
  const own = script?.closest(".nbg-output");
  for (const output of own ? [own] : document.querySelectorAll(".nbg-output")) start(output, live);
}

/**
 * What a live explorer adds: its controls, and what is done when it stands.
 * @typedef {{ panel?: typeof import('./live-panel.js').livePanel, started?: (output: HTMLElement) => void }} Live
 */

/**
 * @param {Element} output
 * @param {Live} live
 */
function start(output, { panel, started }) {
  const skeleton = /** @type {HTMLElement | null} */ (output.querySelector(".nbg-skeleton"));
  const data = output.querySelector('script[type="application/json"]');
  if (output.querySelector(".nbg") || !data?.textContent) return;
  try {
    const payload = JSON.parse(data.textContent);
    /** @type {import('./types.js').Model} */
    const model = { get: (name) => (name === "payload" ? payload : payload.live?.[name]), on() {}, off() {} };
    const controls = payload.live ? panel : undefined; // the script may be that of several outputs
    const stop = render({ model, el: /** @type {HTMLElement} */ (output), panel: controls });
    // A page's data never changes, and what listens to the document would outlive the output.
    stop();
    if (skeleton) skeleton.style.display = "none";
    started?.(/** @type {HTMLElement} */ (output));
  } catch (error) {
    output.querySelector(".nbg")?.remove();
    console.error("nbgraph: the explorer could not start; the text above stays.", error);
  }
}
