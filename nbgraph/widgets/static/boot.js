/**
 * Starting inside plain HTML: the output holds a readable text, the style, the data, and the script that runs this.
 */

import { render } from "./explorer.js";

/**
 * Replaces the readable text of the output around `script` by the explorer; on any failure the text stays.
 * @param {Element | null} script the running script; null where the host does not say, then every waiting output
 */
export function boot(script) {
  const own = script?.closest(".nbg-output");
  for (const output of own ? [own] : document.querySelectorAll(".nbg-output")) start(output);
}

/** @param {Element} output */
function start(output) {
  const skeleton = /** @type {HTMLElement | null} */ (output.querySelector(".nbg-skeleton"));
  const data = output.querySelector('script[type="application/json"]');
  if (output.querySelector(".nbg") || !data?.textContent) return;
  try {
    const payload = JSON.parse(data.textContent);
    const model = { get: () => payload, on() {}, off() {} };
    const stop = render({ model, el: /** @type {HTMLElement} */ (output) });
    // A page's data never changes, and what listens to the document would outlive the output.
    stop();
    if (skeleton) skeleton.style.display = "none";
  } catch (error) {
    output.querySelector(".nbg")?.remove();
    console.error("nbgraph: the explorer could not start; the text above stays.", error);
  }
}
