/**
 * Scales and their ticks, for everything that is drawn against an axis. A scale says where a value stands, in percent
 * of the axis: what is drawn in percent needs no measuring and no redrawing when the page changes its width.
 * @typedef {{ at: (value: number) => number, ticks: number[], log: boolean }} Scale
 */

/** Digits that a tick may have, of the steps that people count in. */
const STEPS = [1, 2, 5, 10];

/**
 * A logarithmic scale over whole decades around some positive numbers.
 * @param {number[]} values
 * @param {number} most ticks at most
 * @returns {Scale}
 */
export function logScale(values, most = 8) {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  if (logs.length === 0) logs.push(-6, -3);
  const low = Math.floor(Math.min(...logs) + 1e-9);
  const high = Math.max(Math.ceil(Math.max(...logs) - 1e-9), low + 1);
  const stride = Math.max(1, Math.ceil((high - low) / Math.max(most - 1, 1)));
  const ticks = [];
  for (let power = low; power <= high; power += stride) ticks.push(Number(`1e${power}`));
  const span = high - low;
  return { at: (value) => inside((Math.log10(Math.max(value, 1e-300)) - low) / span), ticks, log: true };
}

/**
 * A logarithmic scale that ends where the values do, for what need not be read off in decades.
 * @param {number[]} values positive
 * @returns {Scale}
 */
export function tightLogScale(values) {
  const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  const ticks = logScale(values, 12).ticks.filter(
    (tick) => low - 1e-9 <= Math.log10(tick) && Math.log10(tick) <= high + 1e-9,
  );
  return { at: (value) => inside((Math.log10(value) - low) / (high - low || 1)), ticks, log: true };
}

/**
 * A linear scale from the smallest to the largest value, with round ticks.
 * @param {number[]} values
 * @param {number} most ticks at most
 * @returns {Scale}
 */
export function linearScale(values, most = 8) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const raw = span / Math.max(most - 1, 1);
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = (STEPS.find((digit) => digit * unit >= raw * (1 - 1e-9)) ?? 10) * unit;
  const ticks = [];
  for (let count = Math.ceil(low / step - 1e-9); count * step <= high + 1e-9 * span; count++) {
    ticks.push(Number((count * step).toPrecision(12)));
  }
  return { at: (value) => inside((value - low) / span), ticks, log: false };
}

/**
 * A part of the axis in percent, kept on it.
 * @param {number} part
 */
function inside(part) {
  return Math.round(Math.min(Math.max(part, 0), 1) * 10000) / 100;
}
