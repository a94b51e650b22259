/**
 * The controls of a live explorer, and one line on how it stands. Without a kernel they are shown and cannot be moved.
 * @typedef {import('./types.js').Model} Model
 * @typedef {import('./types.js').Control} Control
 * @typedef {import('./types.js').Shown} Shown
 * @typedef {import('./live-field.js').Field} Field
 */

import { element, focusable } from "./dom.js";
import { heading } from "./heading.js";
import { liveField } from "./live-field.js";
import { say, tell } from "./words.js";

const NO_KERNEL = "Kernel needed: run this cell to move the controls. What is shown is the last result.";
const TRAITS = ["controls", "values", "status", "connected"];

/**
 * @param {Model} model has `controls`, `values`, `status` and `connected`
 * @param {string} prefix makes ids unique on the page
 * @returns {{ el: HTMLElement, stop: () => void }}
 */
export function livePanel(model, prefix) {
  const fields = element("div", { class: "nbg-live-fields" });
  const line = element("p", { class: "nbg-live-status", role: "status" });
  const stopper = focusable(
    element("button", { type: "button", class: "nbg-button nbg-switch nbg-live-stop" }, say("Stop")),
    0,
  );
  stopper.addEventListener("click", () => model.ask?.({ stop: true }));
  const el = element(
    "div",
    { class: "nbg-live", role: "group", "aria-label": say("Arguments") },
    fields,
    line,
    stopper,
  );
  /** @type {Map<string, Field>} */
  let made = new Map();
  /** What the fields are made of now. */
  let drawn = "";
  /** Whether a change is on its way that the kernel has not answered. */
  let asked = false;
  /** Whether the heading below is that of a call that is still being looked at. */
  let ahead = false;

  function build() {
    /** @type {Control[]} */
    const controls = model.get("controls") ?? [];
    const text = JSON.stringify(controls);
    if (text === drawn) return;
    drawn = text;
    made = new Map(
      controls.map((control, i) => [
        control.name,
        liveField(control, `${prefix}-live-${i}`, (shown) => send(control.name, shown)),
      ]),
    );
    fields.replaceChildren(...[...made.values()].map((field) => field.el));
  }

  /**
   * @param {string} name
   * @param {Shown} shown
   */
  function send(name, shown) {
    const values = model.get("values");
    // A number that is written in another way is no change, and nothing would be answered.
    if (values?.[name] === shown) return;
    model.send?.({ ...values, [name]: shown });
    asked = true;
    answer();
  }

  function answer() {
    const status = model.get("status") ?? {};
    const { busy = "", message = "", errors = {} } = status;
    const connected = Boolean(model.get("connected"));
    head(connected ? (status.heading ?? null) : null, !connected || busy === "");
    const waits = asked || busy !== "";
    const words = waits ? tell("Updating… {0}", busy).trim() : message;
    line.textContent = connected ? words : say(NO_KERNEL);
    line.className = `nbg-live-status${!connected || (!waits && message) ? " nbg-live-news" : ""}`;
    // What stands below is the last result, and looks like it; the words above say so as well.
    el.toggleAttribute("data-waits", connected && waits);
    stopper.toggleAttribute("data-idle", !connected || busy === "");
    for (const [name, field] of made) {
      field.blame(connected ? (errors[name] ?? "") : "");
      field.enable(connected);
    }
  }

  function update() {
    build();
    const values = model.get("values") ?? {};
    for (const [name, field] of made) field.set(values[name] ?? "");
    answer();
  }

  function answered() {
    asked = false;
    update();
  }

  /**
   * Shows the value of a call as soon as it is known, and the last result's again where nothing comes of the call.
   * @param {import('./types.js').FunctionData | null} known
   * @param {boolean} over
   */
  function head(known, over) {
    const old = el.parentElement?.querySelector(".nbg-header");
    if (!old || !(known || (ahead && over))) return;
    const made = heading(known ?? model.get("payload").functions[0], []);
    old.replaceChildren(...made.childNodes, ...old.querySelectorAll(".nbg-tools"));
    ahead = known !== null;
    el.toggleAttribute("data-ahead", ahead);
  }

  el.addEventListener("keydown", (event) => {
    // Plain letters are commands to a notebook that sees them: `x` cuts the cell.
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  for (const name of TRAITS) model.on(`change:${name}`, name === "status" ? answered : update);
  update();
  return {
    el,
    stop() {
      for (const name of TRAITS) model.off(`change:${name}`, name === "status" ? answered : update);
    },
  };
}
