/**
 * A recorded run as something to stand in: the state at any position, looked up and never played, so that forward, back
 * and anywhere cost the same. No document here.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {ReturnType<typeof readRecording>} Run
 * @typedef {{ name: string, graph: string | null | undefined, python: string | null | undefined, before: string | null |
 *   undefined, start: string | null | undefined, fresh: boolean, apart: boolean }} Variable `graph` is null where the
 *   graph has no operation for it, undefined before it has any value; `before` is what it was a step earlier, `start`
 *   what it was when the round began; `fresh`: this step gave it a value
 * @typedef {{ index: number, line: number, round: number, total: number, ended: boolean, region: string, kept: number,
 *   way: number }} Around
 * @typedef {{ step: number, line: number, last: boolean, test: boolean | null, alone: boolean, taken: string[], left: string[],
 *   loops: Around[], calls: Called[], variables: Variable[], nodes: Map<string, string>, current: string[],
 *   printed: string[] }} Position `calls` are those that the run is in, the shown function's first; `variables` are the
 *   last one's
 * @typedef {import('./step-calls.js').Call & { variables: Variable[] }} Called
 */

/**
 * @template T
 * @typedef {import('./history.js').History<T>} History
 */

import { byStep, changeBefore, changedAt, enter, valueAt } from "./history.js";
import { readCalls } from "./step-calls.js";

/** @param {RecordingData} data */
export function readRecording(data) {
  const count = data.steps.length;
  const alone = new Set(data.alone);
  /** @type {History<string | null>[]} */
  const graph = data.names.map(() => ({ steps: [], values: [] }));
  /** @type {History<string | null>[]} */
  const python = data.names.map(() => ({ steps: [], values: [] }));
  /** @type {History<boolean>[]} */
  const apart = data.names.map(() => ({ steps: [], values: [] }));
  /** @type {History<string>[]} */
  const nodes = data.nodes.map(() => ({ steps: [], values: [] }));
  /** Loop and round of each step. */
  const loops = new Int32Array(count).fill(-1);
  const rounds = new Int32Array(count);
  const calls = readCalls(data);
  /** The way of the call that each loop is in. */
  const homes = new Map();
  fill();

  function fill() {
    const more = byStep(data.more, 3);
    const other = byStep(data.python ?? [], 3);
    const moves = byStep(data.moves, 3);
    const flips = byStep(data.apart, 2);
    let at = 0;
    let [loop, round] = [-1, 0];
    for (let step = 0; step < count; step += 1) {
      const slots = data.places[data.steps[step]][1];
      for (let slot = 0; slot < slots.length; slot += 2) {
        const text = data.texts[data.values[at]];
        at += 1;
        enter(nodes[slots[slot]], step, text);
        if (slots[slot + 1] >= 0) {
          enter(graph[slots[slot + 1]], step, text);
          enter(python[slots[slot + 1]], step, text);
        }
      }
      for (const [name, text] of more.get(step) ?? []) {
        enter(graph[name], step, text < 0 ? null : data.texts[text]);
        if (text >= 0) enter(python[name], step, data.texts[text]);
      }
      for (const [name, text] of other.get(step) ?? [])
        enter(python[name], step, text < 0 ? null : data.texts[text]);
      for (const [name] of flips.get(step) ?? [])
        enter(apart[name], step, apart[name].values.length % 2 === 0);
      for (const move of moves.get(step) ?? []) [loop, round] = move;
      if (!homes.has(loop)) homes.set(loop, calls.at(step).at(-1)?.way ?? 0);
      loops[step] = loop;
      rounds[step] = round;
    }
  }

  /**
   * The loops around a step, outermost first.
   * @param {number} step
   * @returns {Around[]}
   */
  function around(step) {
    /** @type {Around[]} */
    const found = [];
    let [index, round] = [loops[step], rounds[step]];
    while (index >= 0) {
      const [line, region, total, ended, parent, outer, kept] = data.loops[index];
      const way = homes.get(index);
      found.unshift({ index, line, region, total, ended: ended === 1, round, kept, way });
      [index, round] = [parent, outer];
    }
    return found;
  }

  /**
   * The first step of the round that a step is in.
   * @param {number} step
   */
  function roundStart(step) {
    let first = step;
    while (first > 0 && isIn(first - 1, loops[step], rounds[step])) first -= 1;
    return first;
  }

  /**
   * Whether a step lies in a round of a loop, or in a loop within it.
   * @param {number} step
   * @param {number} loop
   * @param {number} round
   */
  function isIn(step, loop, round) {
    return loop < 0 ? true : around(step).some((each) => each.index === loop && each.round === round);
  }

  /**
   * Whether what a step made belongs to another round of a loop that the run is in now.
   * @param {number} step
   * @param {Around[]} chain the loops around, now
   */
  function isOutdated(step, chain) {
    // a loop of Python's own has no region: each round has nodes of its own
    const now = new Map(chain.filter(({ region }) => region).map(({ index, round }) => [index, round]));
    return around(step).some(({ index, round }) => now.has(index) && now.get(index) !== round);
  }

  /**
   * Whether a step lies in the rounds of the graph's own loops that another one is in.
   * @param {number} step
   * @param {number} other
   */
  function isInGraph(step, other) {
    const inner = around(other).findLast(({ region }) => region);
    return inner === undefined || isIn(step, inner.index, inner.round);
  }

  /**
   * Branches taken and left that still hold at a step: decided in the same rounds of the same loops.
   * @param {number} step
   */
  function branches(step) {
    const [taken, left] = [new Set(), new Set()];
    let from = step;
    while (from > 0 && isInGraph(step, from - 1)) from -= 1;
    for (let at = from; at <= step; at += 1) {
      if (!isInGraph(at, step)) continue;
      const [, , , chosen, others] = data.places[data.steps[at]];
      for (const region of chosen ?? []) (taken.add(region), left.delete(region));
      for (const region of others ?? []) (left.add(region), taken.delete(region));
    }
    return { taken: /** @type {string[]} */ ([...taken]), left: /** @type {string[]} */ ([...left]) };
  }

  /**
   * A variable of a call that began with the step `since`.
   * @param {number} index
   * @param {number} step
   * @param {number} since
   * @param {number | null} start where the round began
   * @returns {Variable}
   */
  function variable(index, step, since, start) {
    return {
      name: data.names[index],
      graph: valueAt(graph[index], step, since),
      python: data.python === null ? undefined : valueAt(python[index], step, since),
      before: valueAt(graph[index], step - 1, since),
      start: start === null ? undefined : valueAt(graph[index], start, since),
      fresh: changedAt(graph[index], step, since),
      apart: valueAt(apart[index], step, since) ?? false,
    };
  }

  /**
   * The state after a step.
   * @param {number} step
   * @returns {Position}
   */
  function at(step) {
    const [line, slots, test] = data.places[data.steps[step]];
    const chain = around(step);
    const start = roundStart(step);
    /** @type {Map<string, string>} */
    const values = new Map();
    nodes.forEach((history, index) => {
      const text = valueAt(history, step);
      if (text !== undefined && !isOutdated(history.steps[changeBefore(history, step)], chain))
        values.set(data.nodes[index], text);
    });
    const within = calls.at(step).map((call) => ({
      ...call,
      variables: calls
        .names(call.way)
        .map((index) => variable(index, step, call.begun, chain.length > 0 ? start : null)),
    }));
    const printed = data.printed.filter(([when]) => when === step).map(([, text]) => text);
    const current = slots.filter((_, slot) => slot % 2 === 0).map((node) => data.nodes[node]);
    return {
      step,
      line,
      last: step === count - 1,
      test: test === undefined || test === null ? null : test === 1,
      alone: alone.has(data.steps[step]),
      ...branches(step),
      loops: chain,
      calls: within,
      variables: within[within.length - 1].variables,
      nodes: values,
      current,
      printed,
    };
  }

  /**
   * The step where the next or the last round of the innermost loop begins; outside of loops the next or last step.
   * @param {number} step
   * @param {1 | -1} direction
   */
  function round(step, direction) {
    const start = roundStart(step);
    if (loops[step] < 0) return Math.min(Math.max(step + direction, 0), count - 1);
    if (direction < 0) return start < step ? start : start > 0 ? roundStart(start - 1) : 0;
    let next = step + 1;
    while (next < count - 1 && isIn(next, loops[step], rounds[step])) next += 1;
    return Math.min(next, count - 1);
  }

  /** @param {number} step */
  function lineOf(step) {
    return data.places[data.steps[step]][0];
  }

  const first = data.difference?.[0] ?? null;
  return { count, at, round, around, lineOf, callsAt: calls.at, depths: calls.depths, first, data };
}

/**
 * How many characters the longest value of each node has.
 * @param {RecordingData} data
 * @returns {Map<string, number>}
 */
export function longestTexts({ nodes, places, steps, texts, values }) {
  /** @type {Map<string, number>} */
  const found = new Map();
  let at = 0;
  for (const step of steps) {
    const slots = places[step][1];
    for (let slot = 0; slot < slots.length; slot += 2, at += 1) {
      const node = nodes[slots[slot]];
      found.set(node, Math.max(found.get(node) ?? 0, texts[values[at]].length));
    }
  }
  return found;
}
