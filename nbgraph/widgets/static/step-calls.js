/**
 * The calls that a recorded run goes into. No document here.
 * @typedef {import('./types.js').RecordingData} RecordingData
 * @typedef {{ way: number, begun: number, function: number, name: string, line: number }} Call `line` is where it is
 *   called, `begun` its first step
 */

/** @param {RecordingData} data */
export function readCalls(data) {
  const ways = data.ways ?? [[0, 0, -1]];
  const flat = data.calls ?? [];
  /** @type {number[][]} */
  const names = ways.map(() => []);
  data.names.forEach((_, index) => names[data.owners?.[index] ?? 0].push(index));
  const depths = new Int32Array(data.steps.length);
  /** @type {Call[][]} */
  const chains = [];
  /** @type {Call[]} */
  let chain = [called(0, 0)];
  for (let step = 0, row = 0; step < data.steps.length; step += 1) {
    if (flat[row] === step) {
      const [, way, begun] = flat.slice(row, row + 3);
      const last = chain.findLastIndex((call) =>
        begun === step ? call.way === ways[way][2] : call.way === way && call.begun === begun,
      );
      chain = begun === step ? [...chain.slice(0, last + 1), called(way, begun)] : chain.slice(0, last + 1);
      row += 3;
    }
    chains.push(chain);
    depths[step] = chain.length - 1;
  }

  /**
   * @param {number} way
   * @param {number} begun
   * @returns {Call}
   */
  function called(way, begun) {
    const [number, line] = ways[way];
    return { way, begun, function: number, name: data.functions?.[number - 1] ?? "", line };
  }

  return {
    /** How many calls each step is in. */
    depths,
    /**
     * The calls that a step is in, the shown function's first.
     * @param {number} step
     */
    at: (step) => chains[step] ?? [called(0, 0)],
    /**
     * The variables of a call, by their numbers.
     * @param {number} way
     */
    names: (way) => names[way],
  };
}
