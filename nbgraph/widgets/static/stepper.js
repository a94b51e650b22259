/**
 * Stepping through a recorded run: a bar of controls, and what it tells the panes to show. Closed at first.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {import('./recording.js').Position} Position
 * @typedef {{ open: boolean, spot: import('./step-spot.js').Spot, speed: string, into: boolean }} KeptSteps
 */

import { element, focusable } from "./dom.js";
import { prose } from "./prose.js";
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
  const every = [...Array(run.count).keys()];
  const alone = every.filter((each) => run.depths[each] === 0);
  let into = kept?.into ?? true;
  /** The steps that are gone through. */
  let order = into ? every : alone;
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
  const goesIn = alone.length < run.count;
  const over = button("Over ⤼", "Over a call: to the next step of this function or its caller (O)", () =>
    go(past()),
  );
  const inside = button("Into calls", "Into calls: go into the functions that are called (I)", () =>
    enter(!into),
  );
  const bar = element(
    "div",
    { class: "nbg-step-bar", role: "group", "aria-label": "Steps of the run" },
    button("First", "First step (Home)", () => go(0)),
    button("« round", "Round before (Shift and left)", () => go(run.round(step, -1))),
    button("‹ Back", "One step back (left)", () => go(beside(-1))),
    play,
    button("Step ›", "One step forward (right)", () => go(beside(1))),
    goesIn ? over : null,
    button("round »", "Next round (Shift and right)", () => go(run.round(step, 1))),
    button("Last", "Last step (End)", () => go(last)),
    speed,
    goesIn ? inside : null,
    apart === null
      ? null
      : button(
          "≠ first difference",
          "≠ first difference: where the graph leaves plain Python",
          () => (run.depths[apart] > 0 && enter(true), go(apart)),
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
      ...data.notes.map((note) => element("p", { class: "nbg-fine nbg-note" }, ...prose(note))),
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

  /** @param {boolean} wanted whether to go into calls */
  function enter(wanted) {
    into = wanted;
    order = into ? every : alone;
    inside.setAttribute("aria-pressed", String(into));
    over.hidden = !into;
    scrub.max = String(order.length - 1);
    go(step);
  }

  /**
   * The place among the steps that are gone through of one, or of the next one after it.
   * @param {number} wanted
   */
  function placeOf(wanted) {
    const place = order.findIndex((each) => each >= wanted);
    return place < 0 ? order.length - 1 : place;
  }

  /** @param {1 | -1} direction */
  function beside(direction) {
    return order[Math.min(Math.max(placeOf(step) + direction, 0), order.length - 1)];
  }

  /** The next step that is in no call made from here. */
  function past() {
    return order.find((each) => each > step && run.depths[each] <= run.depths[step]) ?? last;
  }

  /** @param {number} wanted */
  function go(wanted) {
    const number = placeOf(wanted);
    step = order[number];
    const position = run.at(step);
    scrub.value = String(number);
    const text = positionWords(position, order.length, number);
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
    if (step === order[order.length - 1]) go(0);
    play.textContent = "⏸ Pause";
    tick();
  }

  function tick() {
    timer = setTimeout(
      () => {
        if (!panel.isConnected || panel.hidden) return pause();
        go(beside(1));
        if (step === order[order.length - 1]) pause();
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
      enter(into);
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
    go(order[Number(scrub.value)]);
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
      ArrowRight: () => (shift ? run.round(step, 1) : beside(1)),
      ArrowLeft: () => (shift ? run.round(step, -1) : beside(-1)),
      Home: () => 0,
      End: () => last,
      ...(goesIn ? { o: past, O: past } : {}),
    }[key];
    if (key === " ") toggle();
    else if (goesIn && key.toLowerCase() === "i") enter(!into);
    else if (wanted) {
      pause();
      go(wanted());
    } else return false;
    return true;
  }

  return {
    el: panel,
    button: opener,
    keep: () => ({ open: !panel.hidden, spot: spotOf(run, step), speed: speed.value, into }),
    settle() {
      if (kept?.open) show(true);
    },
  };
}
