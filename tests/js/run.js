/** A recorded run, made up. */

/**
 * A loop in line 2 with its body in line 3, so many rounds.
 * @param {number} rounds
 * @returns {any}
 */
export function run(rounds) {
  const numbers = [...Array(rounds).keys()].map((i) => i + 1);
  return {
    nodes: ["n1"],
    names: ["a"],
    texts: numbers.map(String),
    places: [
      [1, []],
      [2, [0, 0]],
      [3, []],
      [4, []],
    ],
    steps: [0, ...numbers.flatMap(() => [1, 2]), 3],
    values: numbers.map((i) => i - 1),
    more: [],
    python: null,
    moves: [...numbers.flatMap((i) => [2 * i - 1, 0, i]), 2 * rounds + 1, -1, 0],
    loops: [[2, "r1", rounds, 1, -1, 0, rounds]],
    printed: [],
    apart: [],
    difference: null,
    notes: [],
    result: String(rounds),
    homes: ["r1"],
    regions: [["r1", "n1", null]],
  };
}
