/**
 * A saved page keeps in its address which form, which open regions and which step a reader sees: whoever gets the
 * address sees the same. `#form=jaxpr&open=1.2&step=25`; of further functions the names end in their number.
 * @typedef {import('./types.js').Payload} Payload
 * @typedef {import('./types.js').FunctionData} FunctionData
 * @typedef {import('./function-view.js').Kept} Kept
 */

import { AT_FIRST } from "./graph-pane.js";
import { openAgain, openedIn } from "./graph-kept.js";
import { readGraph } from "./graph-model.js";
import { readRecording } from "./recording.js";
import { spotOf, stepAt } from "./step-spot.js";

/** Milliseconds of rest before the address is written: browsers let a page do so a few times a second at most. */
const REST = 300;
const MIXED = " with source";

/**
 * @param {HTMLElement} root the explorer
 * @returns null in a notebook, whose address is not the explorer's
 */
export function pageState(root) {
  if (!document.documentElement.hasAttribute("data-nbg-page")) return null;
  return {
    /** @param {Payload} payload */
    read: (payload) => {
      const values = new URLSearchParams(location.hash.slice(1));
      return payload.functions.map((data, i) => keptOf(data, (name) => values.get(nameOf(name, i))));
    },
    /**
     * @param {() => [Payload, Kept[]]} now
     */
    follow(now) {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let timer;
      const write = () => {
        const [payload, kept] = now();
        const values = new URLSearchParams(
          payload.functions.flatMap((data, i) => valuesOf(data, kept[i], i)),
        );
        history.replaceState(null, "", `#${values}`);
      };
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(write, REST);
      };
      for (const event of ["click", "keyup", "change"]) root.addEventListener(event, wait);
    },
  };
}

/**
 * @param {string} name
 * @param {number} i
 */
function nameOf(name, i) {
  return i === 0 ? name : `${name}.${i + 1}`;
}

/**
 * What an address says of a function's view; what it does not say, or what is not there, is as at first.
 * @param {FunctionData} data
 * @param {(name: string) => string | null} value
 * @returns {Kept | null}
 */
export function keptOf(data, value) {
  const [form, open, step] = ["form", "open", "step"].map(value);
  if (form === null && open === null && step === null) return null;
  const name = form?.replace(MIXED, "") ?? "";
  const known = data.codes.some((code) => code.form === name);
  const numbers = new Set([0, ...(open ?? "").split(".").map(Number)]);
  const run = data.recording && step !== null && /^\d+$/.test(step) ? readRecording(data.recording) : null;
  const spot = run && spotOf(run, Math.min(Number(step), run.count - 1));
  return {
    code: known ? { form: name, withSource: form !== name } : null,
    graph:
      open === null || !data.graph ? null : { ...AT_FIRST, opened: openedIn(readGraph(data.graph), numbers) },
    steps: spot && { open: true, spot, speed: "normal", into: true },
    scroll: [0, 0],
    columns: null,
  };
}

/**
 * @param {FunctionData} data
 * @param {Kept} kept
 * @param {number} i
 * @returns {string[][]} names and values
 */
export function valuesOf(data, { code, graph, steps }, i) {
  const found = [];
  if (code) found.push(["form", code.form + (code.withSource ? MIXED : "")]);
  if (graph?.opened && data.graph) {
    const open = [...openAgain(readGraph(data.graph), graph.opened)];
    found.push(["open", open.filter((number) => number > 0).join(".")]);
  }
  if (steps?.open && data.recording)
    found.push(["step", String(stepAt(readRecording(data.recording), steps.spot))]);
  return found.map(([name, value]) => [nameOf(name, i), value]);
}
