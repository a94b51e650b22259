/**
 * A position in terms that hold for another run of the same function: the calls and the line, the rounds around it, and
 * how often the line was there in these.
 * @typedef {import('./recording.js').Run} Run
 * @typedef {{ step: number, place: string, rounds: number[][], nth: number }} Spot `rounds` are pairs of a loop's line and
 *   the round
 */

/**
 * @param {Run} run
 * @param {number} step
 * @returns {Spot}
 */
export function spotOf(run, step) {
  const [place, rounds] = [placeAt(run, step), roundsAt(run, step)];
  let nth = 0;
  for (let each = 0; each < step; each += 1) {
    if (placeAt(run, each) === place && String(roundsAt(run, each)) === String(rounds)) nth += 1;
  }
  return { step, place, rounds, nth };
}

/**
 * The step at a place of another run: in the same line and rounds; else in the last rounds before them in which the line
 * is; else the one with that number.
 * @param {Run} run
 * @param {Spot} spot
 */
export function stepAt(run, { step: number, place, rounds, nth }) {
  const loops = String(rounds.map(([header]) => header));
  let [same, before, count] = [-1, -1, 0];
  for (let step = 0; step < run.count; step += 1) {
    const here = placeAt(run, step) === place ? roundsAt(run, step) : null;
    if (here === null || String(here.map(([header]) => header)) !== loops) continue;
    if (String(here) === String(rounds)) {
      if (count <= nth) same = step;
      count += 1;
    } else if (isBefore(here, rounds)) before = step;
  }
  if (same >= 0) return same;
  return before >= 0 ? before : Math.min(number, run.count - 1);
}

/**
 * The calls that a step is in, and its line.
 * @param {Run} run
 * @param {number} step
 */
function placeAt(run, step) {
  const calls = run.callsAt(step).map(({ name, line }) => `${line} ${name}`);
  return [...calls, run.lineOf(step)].join(" ");
}

/**
 * @param {Run} run
 * @param {number} step
 */
function roundsAt(run, step) {
  return run.around(step).map(({ line, round }) => [line, round]);
}

/**
 * Whether rounds of the same loops come before others.
 * @param {number[][]} one
 * @param {number[][]} other
 */
function isBefore(one, other) {
  const at = one.findIndex(([, round], i) => round !== other[i][1]);
  return at >= 0 && one[at][1] < other[at][1];
}
