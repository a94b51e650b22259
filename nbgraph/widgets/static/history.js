/**
 * What changes while a run goes on, looked up at any step. No document here.
 */

/**
 * The changes of one thing: at which steps, to what.
 * @template T
 * @typedef {{ steps: number[], values: T[] }} History
 */

/**
 * Rows of numbers by their first one.
 * @param {number[]} flat
 * @param {number} width
 */
export function byStep(flat, width) {
  /** @type {Map<number, number[][]>} */
  const found = new Map();
  for (let i = 0; i < flat.length; i += width) {
    const row = flat.slice(i + 1, i + width);
    const rows = found.get(flat[i]);
    if (rows) rows.push(row);
    else found.set(flat[i], [row]);
  }
  return found;
}

/**
 * @template T
 * @param {History<T>} history
 * @param {number} step
 * @param {T} value
 */
export function enter(history, step, value) {
  if (history.steps.at(-1) === step) history.values[history.values.length - 1] = value;
  else {
    history.steps.push(step);
    history.values.push(value);
  }
}

/**
 * The position of the last change at or before a step; -1 for none.
 * @param {History<any>} history
 * @param {number} step
 */
export function changeBefore(history, step) {
  let [low, high] = [0, history.steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (history.steps[middle] <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The value at a step; what was entered before the step `since` counts for nothing.
 * @template T
 * @param {History<T>} history
 * @param {number} step
 * @param {number} since
 * @returns {T | undefined}
 */
export function valueAt(history, step, since = 0) {
  const change = changeBefore(history, step);
  return history.steps[change] < since ? undefined : history.values[change];
}

/**
 * Whether a step gave a value that was not there before; what was before the step `since` counts for nothing.
 * @param {History<any>} history
 * @param {number} step
 * @param {number} since
 */
export function changedAt(history, step, since = 0) {
  const change = changeBefore(history, step);
  return (
    change >= 0 &&
    history.steps[change] === step &&
    (history.values[change] !== history.values[change - 1] || history.steps[change - 1] < since)
  );
}
