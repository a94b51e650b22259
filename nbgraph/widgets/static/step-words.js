/**
 * Where a run stands, in words.
 * @typedef {import('./recording.js').Position} Position
 * @typedef {import('./recording.js').Around} Around
 */

/**
 * @param {Position} position
 * @param {number} count how many steps there are
 */
export function positionWords(position, count) {
  const parts = [`step ${position.step + 1} of ${count}`, `line ${position.line}`];
  parts.push(...position.loops.map(roundWords));
  if (position.test !== null) parts.push(position.test ? "✓ True" : "✗ False");
  for (const variable of position.variables) {
    if (variable.fresh) parts.push(changeWords(variable));
  }
  parts.push(...position.printed.map((text) => `prints ${text || "something"}`));
  return parts.join(" · ");
}

/**
 * "round 34 of 111"; the test that ends a loop is in no round.
 * @param {Around} loop
 */
export function roundWords(loop) {
  const total = loop.ended ? `${loop.total}` : `at least ${loop.total}`;
  const line = `loop in line ${loop.line}`;
  return loop.round > loop.total
    ? `${line} ends after ${total} ${loop.total === 1 && loop.ended ? "round" : "rounds"}`
    : `round ${loop.round} of ${total} (${line})`;
}

/**
 * "a = 82 → 41".
 * @param {Position['variables'][number]} variable
 */
export function changeWords({ name, before, graph }) {
  if (graph === null) return `${name}: no operation here`;
  return before === undefined || before === null ? `${name} = ${graph}` : `${name} = ${before} → ${graph}`;
}
