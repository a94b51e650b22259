/**
 * Stepping through a recorded run: a bar of controls, and what it tells the panes to show. Closed at first.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {import('./recording.js').Position} Position
 * @typedef {{ open: boolean, spot: import('./step-spot.js').Spot, speed: string }} KeptSteps
 */

import { element, focusable } from "./dom.js";
import { readRecording } from "./recording.js";
import { spotOf, stepAt } from "./step-spot.js";
import { valueTable } from "./step-values.js";
import { positionWords } from "./step-words.js";

/** Milliseconds between two steps while it plays, by what the choice is called. */
const SPEEDS = new Map([
  ["slow", 1200],
  ["normal", 500],
  ["fast", 120],
]);
/** Milliseconds of rest before a position is read out: nobody wants to hear each of them while it plays. */
const REST = 700;

/**
 * @param {RecordingData} data
 * @param {((position: Position | null) => void)[]} shows are told where the run stands, or null when it is closed
 * @param {KeptSteps | null} kept from the run that was shown in its place
 * @returns {{ el: HTMLElement, button: HTMLElement, keep: () => KeptSteps, settle: () => void }} `settle` is to be called
 *   once all is in the page
 */
export function stepper(data, shows, kept = null) {
  const run = readRecording(data);
  const last = run.count - 1;
  let step = kept === null ? 0 : stepAt(run, kept.spot);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let speaking;

  const scrub = /** @type {HTMLInputElement} */ (
    focusable(
      element("input", {
        type: "range",
        class: "nbg-step-scrub",
        min: 0,
        max: last,
        value: 0,
        "aria-label": "Step",
      }),
      0,
    )
  );
  const words = element("span", { class: "nbg-step-words" });
  const said = element("p", { class: "nbg-step-said", role: "status", "aria-live": "polite" });
  const speed = /** @type {HTMLSelectElement} */ (
    focusable(
      element(
        "select",
        { class: "nbg-step-speed", "aria-label": "Speed" },
        ...[...SPEEDS.keys()].map((name) =>
          element("option", { value: name, ...(name === "normal" ? { selected: true } : {}) }, name),
        ),
      ),
      0,
    )
  );
  const play = button("▶ Play", "Play or pause (Space)", toggle);
  const table = valueTable(data);
  const apart = run.first;
  const bar = element(
    "div",
    { class: "nbg-step-bar", role: "group", "aria-label": "Steps of the run" },
    button("First", "First step (Home)", () => go(0)),
    button("« round", "Round before (Shift and left)", () => go(run.round(step, -1))),
    button("‹ Back", "One step back (left)", () => go(step - 1)),
    play,
    button("Step ›", "One step forward (right)", () => go(step + 1)),
    button("round »", "Next round (Shift and right)", () => go(run.round(step, 1))),
    button("Last", "Last step (End)", () => go(last)),
    speed,
    apart === null
      ? null
      : button("≠ first difference", "≠ first difference: where the graph leaves plain Python", () =>
          go(apart),
        ),
  );
  const panel = element(
    "div",
    { class: "nbg-stepper", role: "group", "aria-label": "Step through the run" },
    element(
      "div",
      { class: "nbg-step-controls" },
      bar,
      scrub,
      words,
      ...data.notes.map((note) => element("p", { class: "nbg-fine nbg-note" }, note)),
      said,
    ),
    table.el,
  );
  panel.hidden = true;
  const opener = focusable(
    element(
      "button",
      { type: "button", class: "nbg-button nbg-switch nbg-step-open", "aria-expanded": "false" },
      "Step through",
    ),
    0,
  );

  /**
   * @param {string} label
   * @param {string} title
   * @param {() => void} act
   */
  function button(label, title, act) {
    const made = focusable(
      element("button", { type: "button", class: "nbg-step-button", title, "aria-label": title }, label),
      0,
    );
    made.addEventListener("click", () => {
      if (made !== play) pause();
      act();
    });
    return made;
  }

  /** @param {number} wanted */
  function go(wanted) {
    step = Math.min(Math.max(wanted, 0), last);
    const position = run.at(step);
    scrub.value = String(step);
    const text = positionWords(position, run.count);
    scrub.setAttribute("aria-valuetext", text);
    words.textContent = text;
    table.show(position);
    for (const show of shows) show(position);
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      if (timer === undefined && panel.isConnected) said.textContent = text;
    }, REST);
  }

  function toggle() {
    if (timer !== undefined) return pause();
    if (step === last) go(0);
    play.textContent = "⏸ Pause";
    tick();
  }

  function tick() {
    timer = setTimeout(
      () => {
        if (!panel.isConnected || panel.hidden) return pause();
        go(step + 1);
        if (step === last) pause();
        else tick();
      },
      SPEEDS.get(speed.value) ?? 500,
    );
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    play.textContent = "▶ Play";
  }

  /** @param {boolean} open */
  function show(open) {
    panel.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    opener.textContent = open ? "Close the steps" : "Step through";
    if (open) {
      go(step);
      return;
    }
    pause();
    clearTimeout(speaking);
    for (const each of shows) each(null);
  }

  if (kept !== null) speed.value = kept.speed;
  opener.addEventListener("click", () => {
    show(panel.hidden);
    if (!panel.hidden) scrub.focus({ preventScroll: true });
  });
  scrub.addEventListener("input", () => {
    pause();
    go(Number(scrub.value));
  });
  panel.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === speed) return;
    if (event.key === "Escape") {
      show(false);
      opener.focus({ preventScroll: true });
    } else if (event.key === " " && event.target instanceof HTMLButtonElement) {
      event.stopPropagation(); // it presses the button
      return;
    } else if (!act(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  /**
   * Whether a key is one of the stepper's, which then does what it stands for.
   * @param {string} key
   * @param {boolean} shift
   */
  function act(key, shift) {
    const wanted = {
      ArrowRight: () => (shift ? run.round(step, 1) : step + 1),
      ArrowLeft: () => (shift ? run.round(step, -1) : step - 1),
      Home: () => 0,
      End: () => last,
    }[key];
    if (key === " ") toggle();
    else if (wanted) {
      pause();
      go(wanted());
    } else return false;
    return true;
  }

  return {
    el: panel,
    button: opener,
    keep: () => ({ open: !panel.hidden, spot: spotOf(run, step), speed: speed.value }),
    settle() {
      if (kept?.open) show(true);
    },
  };
}
