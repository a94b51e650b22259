/**
 * Stepping through a recorded run: a bar of controls, and what it tells the panes to show. Closed at first.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {import('./recording.js').Position} Position
 * @typedef {{ open: boolean, spot: import('./step-spot.js').Spot, speed: string, into: boolean }} KeptSteps
 */

import { element } from "./dom.js";
import { readRecording } from "./recording.js";
import { stepButton, stepOpener, stepPanel, stepSlider, stepSpeed } from "./step-bar.js";
import { spotOf, stepAt } from "./step-spot.js";
import { valueTable } from "./step-values.js";
import { goesIntoCalls, walkThrough } from "./step-walk.js";
import { positionWords } from "./step-words.js";
import { say } from "./words.js";

/** Milliseconds of rest before a position is read out: nobody wants to hear each of them while it plays. */
const REST = 700;

/**
 * @param {RecordingData} data
 * @param {((position: Position | null) => void)[]} shows are told where the run stands, or null when it is closed
 * @param {KeptSteps | null} kept from the run that was shown in its place
 * @returns {{ el: HTMLElement, button: HTMLElement, keep: () => KeptSteps, settle: () => void,
 *   to: (spot: import('./step-spot.js').Spot | null) => void }} `settle` is to be called once all is in the page; `to` goes
 *   to a place, or closes the steps
 */
export function stepper(data, shows, kept = null) {
  const run = readRecording(data);
  const [last, apart, goesIn] = [run.count - 1, run.first, goesIntoCalls(run)];
  let into = kept?.into ?? true;
  let walk = walkThrough(run, into);
  let step = kept === null ? 0 : stepAt(run, kept.spot);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let speaking;

  const scrub = stepSlider(last);
  const speed = stepSpeed();
  const words = element("span", { class: "nbg-step-words" });
  const said = element("p", { class: "nbg-step-said", role: "status", "aria-live": "polite" });
  const table = valueTable(data);
  const play = stepButton("▶ Play", "Play or pause (Space)", toggle);
  const over = button("Over ⤼", "Over a call: to the next step of this function or its caller (O)", () =>
    go(walk.past(step)),
  );
  const inside = button("Into calls", "Into calls: go into the functions that are called (I)", () =>
    enter(!into),
  );
  const controls = [
    button("First", "First step (Home)", () => go(0)),
    button("« iteration", "Previous iteration (Shift and left)", () => go(run.round(step, -1))),
    button("‹ Back", "One step back (left)", () => go(walk.beside(step, -1))),
    play,
    button("Step ›", "One step forward (right)", () => go(walk.beside(step, 1))),
    goesIn ? over : null,
    button("iteration »", "Next iteration (Shift and right)", () => go(run.round(step, 1))),
    button("Last", "Last step (End)", () => go(last)),
    speed.el,
    goesIn ? inside : null,
    apart === null
      ? null
      : button(
          "≠ first difference",
          data.onCopies
            ? "≠ first difference: where the graph leaves Python on NumPy copies"
            : "≠ first difference: where the graph leaves plain Python",
          () => (run.depths[apart] > 0 && enter(true), go(apart)),
        ),
  ];
  const panel = stepPanel(controls, [scrub, words], data.notes, said, table.el);
  const opener = stepOpener();

  /**
   * A button that ends playing.
   * @param {string} label
   * @param {string} title
   * @param {() => void} act
   */
  function button(label, title, act) {
    return stepButton(label, title, () => (pause(), act()));
  }

  /** @param {boolean} wanted whether to go into calls */
  function enter(wanted) {
    into = wanted;
    walk = walkThrough(run, into);
    inside.setAttribute("aria-pressed", String(into));
    over.hidden = !into;
    scrub.max = String(walk.order.length - 1);
    go(step);
  }

  /** @param {number} wanted */
  function go(wanted) {
    const number = walk.placeOf(wanted);
    step = walk.order[number];
    const position = run.at(step);
    scrub.value = String(number);
    const text = positionWords(position, walk.order.length, number);
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
    if (walk.atEnd(step)) go(0);
    play.textContent = say("⏸ Pause");
    tick();
  }

  function tick() {
    timer = setTimeout(() => {
      if (!panel.isConnected || panel.hidden) return pause();
      go(walk.beside(step, 1));
      if (walk.atEnd(step)) pause();
      else tick();
    }, speed.pause());
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    play.textContent = say("▶ Play");
  }

  /** @param {boolean} open */
  function show(open) {
    panel.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    opener.textContent = say(open ? "Close the steps" : "Step through");
    if (open) {
      enter(into);
      return;
    }
    pause();
    clearTimeout(speaking);
    for (const each of shows) each(null);
  }

  if (kept !== null) speed.el.value = kept.speed;
  opener.addEventListener("click", () => {
    show(panel.hidden);
    if (!panel.hidden) scrub.focus({ preventScroll: true });
  });
  scrub.addEventListener("input", () => {
    pause();
    go(walk.order[Number(scrub.value)]);
  });
  panel.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === speed.el) return;
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
    const wanted = walk.byKey(step, key, shift);
    if (key === " ") toggle();
    else if (goesIn && key.toLowerCase() === "i") enter(!into);
    else if (wanted !== null) {
      pause();
      go(wanted);
    } else return false;
    return true;
  }

  return {
    el: panel,
    button: opener,
    keep: () => ({ open: !panel.hidden, spot: spotOf(run, step), speed: speed.el.value, into }),
    settle() {
      if (kept?.open) show(true);
    },
    to(spot) {
      if (panel.hidden === (spot !== null)) show(spot !== null);
      if (spot) go(stepAt(run, spot));
    },
  };
}
