/**
 * Where a run stands, in words.
 * @typedef {import('./recording.js').Position} Position
 * @typedef {import('./recording.js').Around} Around
 */

import { lineName } from "./source-lines.js";

/**
 * @param {Position} position
 * @param {number} count how many steps there are
 * @param {number} number which of them it is, from 0
 */
export function positionWords(position, count, number = position.step) {
  const parts = [`step ${number + 1} of ${count}`];
  if (position.calls.length > 1) parts.push(callWords(position));
  parts.push(`line ${lineName(position.line)}`);
  parts.push(...position.loops.map(roundWords));
  if (position.test !== null) parts.push(position.test ? "✓ True" : "✗ False");
  if (position.alone) parts.push("Python alone runs it, while it traces: no operation");
  for (const variable of position.variables) {
    if (variable.fresh) parts.push(changeWords(variable));
  }
  parts.push(...position.printed.map((text) => `prints ${text || "something"}`));
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
    .map(
      ({ name, line }, i) =>
        `${i === 0 ? `in ${name}, called from` : `of ${name}, from`} line ${lineName(line)}`,
    );
  return from.join(" ");
}

/**
 * "iteration 34 of 111"; the test that ends a loop is in no iteration.
 * @param {Around} loop
 */
export function roundWords(loop) {
  const total = loop.ended ? `${loop.total}` : `at least ${loop.total}`;
  const line = `loop in line ${lineName(loop.line)}`;
  return loop.round > loop.total
    ? `${line} ends after ${total} ${loop.total === 1 && loop.ended ? "iteration" : "iterations"}`
    : `iteration ${loop.round} of ${total} (${line})`;
}

/**
 * "a = 82 → 41"; "a = 41 in Python, no operation here" where there is none in the graph.
 * @param {Position['variables'][number]} variable
 */
export function changeWords({ name, before, graph, python }) {
  if (graph === null) return `${name}${python ? ` = ${python} in Python,` : ":"} no operation here`;
  return before === undefined || before === null ? `${name} = ${graph}` : `${name} = ${before} → ${graph}`;
}
