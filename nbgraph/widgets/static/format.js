/**
 * Durations as `core/timing/units.py` writes them, so that picture and sentence agree.
 */

/** @type {[number, string][]} */
const UNITS = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "us"],
  [1e-9, "ns"],
];

/**
 * A duration with three significant digits and its unit.
 * @param {number} seconds
 */
export function duration(seconds) {
  for (const [scale, unit] of UNITS) {
    const number = Number((seconds / scale).toPrecision(3));
    if (number >= 1 || unit === "ns") return `${number} ${unit}`;
  }
  return "";
}

/**
 * The decades around some positive numbers: the exponents of the powers of ten below and above all of them.
 * @param {number[]} values
 * @returns {[number, number]}
 */
export function decades(values) {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  if (logs.length === 0) return [-6, -3];
  const [low, high] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))];
  return low === high ? [low, high + 1] : [low, high];
}

/**
 * Where a value stands on a log axis, in percent.
 * @param {number} value
 * @param {[number, number]} axis exponents at 0 and 100 %
 */
export function percent(value, axis) {
  const at = (Math.log10(Math.max(value, 1e-12)) - axis[0]) / (axis[1] - axis[0]);
  return Math.round(Math.min(Math.max(at, 0), 1) * 10000) / 100;
}
