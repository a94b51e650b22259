/**
 * The explorer as a widget. It draws itself into every page output that waits for it by its key, so that the output is
 * a complete page without a kernel; where it is displayed by itself, it draws itself there.
 *
 * An output that a notebook throws away must not be kept alive by its widget, which lives as long as the kernel. So a
 * widget holds its outputs weakly: what is called when it changes hangs on the output.
 * @typedef {import('./types.js').Model} Model
 */

import { render } from "./explorer.js";
import { askedGraphs } from "./graph-asked.js";
import { livePanel } from "./live-panel.js";
import { answer } from "./meeting.js";

const CHANGES = ["payload", "controls", "values", "status"];
/** What the explorer hears of, by what the widget calls it. */
const EVENTS = [["msg:custom", "answer"], ...CHANGES.map((name) => [`change:${name}`, `change:${name}`])];

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
  /** @type {unknown} the kernel's, while it is told */
  let answered = null;

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
    const own = { connected: () => connected, answer: () => answered };
    render({
      model: connection(model, callbacks, own, disconnect),
      el: output,
      panel: livePanel,
      graphsOf: askedGraphs,
    });
  }

  function disconnect() {
    connected = false;
    tell("change:connected");
  }

  for (const [name, event] of EVENTS) {
    model.on(name, (/** @type {unknown} */ content) => {
      if (event === "answer") answered = content;
      tell(event);
      answered = null;
    });
  }
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
  /** @type {unknown} */
  let answered = null;
  const tellers = EVENTS.map(([, event]) => (/** @type {unknown} */ content) => {
    if (event === "answer") answered = content;
    callbacks.get(event)?.forEach((callback) => callback());
    answered = null;
  });
  EVENTS.forEach(([name], i) => model.on(name, tellers[i]));
  let connected = true;
  const own = { connected: () => connected, answer: () => answered };
  const disconnect = () => {
    connected = false;
    callbacks.get("change:connected")?.forEach((callback) => callback());
  };
  const shown = {
    model: connection(model, callbacks, own, disconnect),
    el,
    panel: livePanel,
    graphsOf: askedGraphs,
  };
  const stop = render(shown);
  return () => {
    EVENTS.forEach(([name], i) => model.off(name, tellers[i]));
    stop();
  };
}

/**
 * What the explorer sees of the widget.
 * @param {any} model anywidget's
 * @param {Callbacks} callbacks where it is written down who wants to hear of changes
 * @param {Record<string, () => unknown>} own what is not the widget's
 * @param {() => void} lost is told when there is no kernel any more: a host says so to who sends, and to nobody before
 * @returns {Model}
 */
function connection(model, callbacks, own, lost) {
  /** @param {unknown} message whether it could be sent */
  function reaches(message) {
    try {
      model.send?.(message);
      return true;
    } catch {
      lost();
      return false;
    }
  }

  return {
    get: (name) => (own[name] ? own[name]() : model.get(name)),
    on(event, callback) {
      if (!callbacks.has(event)) callbacks.set(event, new Set());
      callbacks.get(event)?.add(callback);
    },
    off: (event, callback) => void callbacks.get(event)?.delete(callback),
    send(values) {
      // A change that cannot be sent is not told to who makes it; a message is. The kernel leaves this one alone.
      if (!reaches({})) return;
      model.set("values", values);
      model.save_changes();
    },
    ask: (question) => void reaches(question),
  };
}
