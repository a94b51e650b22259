/**
 * The explorer as a widget. It draws itself into every page output that waits for it by its key, so that the output is
 * a complete page without a kernel; where it is displayed by itself, it draws itself there.
 *
 * An output that a notebook throws away must not be kept alive by its widget, which lives as long as the kernel. So a
 * widget holds its outputs weakly: what is called when it changes hangs on the output.
 * @typedef {import('./types.js').Model} Model
 */

import { render } from "./explorer.js";
import { livePanel } from "./live-panel.js";
import { answer } from "./meeting.js";

const CHANGES = ["payload", "controls", "values", "status"];

/** @typedef {Map<string, Set<() => void>>} Callbacks what one output wants to hear, by event */

/** @type {WeakMap<HTMLElement, Callbacks>} keeps them exactly as long as the output */
const HELD = new WeakMap();

/**
 * Called once for each widget, whether or not it is displayed.
 * @param {{ model: any }} host anywidget's
 * @returns {() => void} ends it: the outputs stay, and say that a kernel is needed
 */
export function initialize({ model }) {
  /** @type {Set<WeakRef<Callbacks>>} */
  const outputs = new Set();
  let connected = true;

  /** @param {string} event */
  function tell(event) {
    for (const output of outputs) {
      const callbacks = output.deref();
      if (!callbacks) outputs.delete(output);
      for (const callback of callbacks?.get(event) ?? []) callback();
    }
  }

  /** @param {HTMLElement} output */
  function mount(output) {
    if (!connected || HELD.get(output)?.size) return;
    /** @type {Callbacks} */
    const callbacks = new Map();
    HELD.set(output, callbacks);
    outputs.add(new WeakRef(callbacks));
    output.querySelector(":scope > .nbg")?.remove();
    render({ model: connection(model, callbacks, () => connected), el: output, panel: livePanel });
  }

  function disconnect() {
    connected = false;
    tell("change:connected");
  }

  for (const name of CHANGES) model.on(`change:${name}`, () => tell(`change:${name}`));
  model.on("comm_live_update", disconnect);
  const stop = answer(model.get("key"), mount);
  return () => {
    stop();
    disconnect();
  };
}

/**
 * Called for each place where the widget itself is displayed.
 * @param {{ model: any, el: HTMLElement }} host anywidget's
 */
export function display({ model, el }) {
  /** @type {Callbacks} */
  const callbacks = new Map();
  const names = CHANGES.map((name) => `change:${name}`);
  const tellers = names.map((name) => () => callbacks.get(name)?.forEach((callback) => callback()));
  names.forEach((name, i) => model.on(name, tellers[i]));
  const stop = render({ model: connection(model, callbacks, () => true), el, panel: livePanel });
  return () => {
    names.forEach((name, i) => model.off(name, tellers[i]));
    stop();
  };
}

/**
 * What the explorer sees of the widget.
 * @param {any} model anywidget's
 * @param {Callbacks} callbacks where it is written down who wants to hear of changes
 * @param {() => boolean} connected
 * @returns {Model}
 */
function connection(model, callbacks, connected) {
  return {
    get: (name) => (name === "connected" ? connected() : model.get(name)),
    on(event, callback) {
      if (!callbacks.has(event)) callbacks.set(event, new Set());
      callbacks.get(event)?.add(callback);
    },
    off: (event, callback) => void callbacks.get(event)?.delete(callback),
    send(values) {
      model.set("values", values);
      model.save_changes();
    },
  };
}
