/**
 * Where a run stands, in words.
 * @typedef {import('./recording.js').Position} Position
 * @typedef {import('./recording.js').Around} Around
 */

import { bare } from "./format.js";
import { lineName } from "./source-lines.js";
import { say, tell } from "./words.js";

/**
 * @param {Position} position
 * @param {number} count how many steps there are
 * @param {number} number which of them it is, from 0
 */
export function positionWords(position, count, number = position.step) {
  const parts = [tell("step {0} of {1}", number + 1, count)];
  if (position.calls.length > 1) parts.push(callWords(position));
  parts.push(tell("line {0}", lineName(position.line)));
  parts.push(...position.loops.map(roundWords));
  if (position.test !== null) parts.push(position.test ? "✓ True" : "✗ False");
  if (position.alone) parts.push(say("Python alone runs it, while it traces: no operation"));
  for (const variable of position.variables) {
    if (variable.fresh) parts.push(changeWords(variable));
  }
  parts.push(...position.printed.map((text) => tell("prints {0}", text || say("something"))));
  return parts.join(" · ");
}

/**
 * "in half, called from line 11"; of a call from another helper also where that stands.
 * @param {Position} position
 */
export function callWords({ calls }) {
  const from = calls
    .slice(1)
    .reverse()
    .map(({ name, line }, i) =>
      tell(i === 0 ? "in {0}, called from line {1}" : "of {0}, from line {1}", name, lineName(line)),
    );
  return from.join(" ");
}

/**
 * "iteration 34 of 111"; the test that ends a loop is in no iteration.
 * @param {Around} loop
 */
export function roundWords(loop) {
  const total = loop.ended ? `${loop.total}` : tell("at least {0}", loop.total);
  const line = tell("loop in line {0}", lineName(loop.line));
  const ends =
    loop.total === 1 && loop.ended ? "{0} ends after {1} iteration" : "{0} ends after {1} iterations";
  return loop.round > loop.total
    ? tell(ends, line, total)
    : `${tell("iteration {0} of {1}", loop.round, total)} (${line})`;
}

/**
 * "a = 82 → 41", "account: balance=5.0 → balance=8.0"; "a = 41 in Python, not recorded in the graph" where there is none in the graph.
 * @param {Position['variables'][number]} variable
 */
export function changeWords({ name, before, graph, python }) {
  if (graph === null)
    return python
      ? tell("{0} = {1} in Python, not recorded in the graph", name, python)
      : tell("{0}: not recorded in the graph", name);
  if (before === undefined || before === null) return `${name} = ${graph}`;
  const to = bare(graph ?? "");
  const alike = to !== graph && before.split(":")[0] === graph?.split(":")[0];
  return alike ? `${name}: ${bare(before)} → ${to}` : `${name} = ${before} → ${graph}`;
}
