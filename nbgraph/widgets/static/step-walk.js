/**
 * The steps of a run that are gone through, into calls or past them, and which of them a key or a button leads to. No
 * document here.
 * @typedef {import('./recording.js').Run} Run
 * @typedef {ReturnType<typeof walkThrough>} Walk
 */

/**
 * Whether the run has steps in functions that it calls.
 * @param {Run} run
 */
export function goesIntoCalls(run) {
  return run.depths.some((depth) => depth > 0);
}

/**
 * @param {Run} run
 * @param {boolean} into whether to go into calls
 */
export function walkThrough(run, into) {
  const last = run.count - 1;
  const order = [...Array(run.count).keys()].filter((step) => into || run.depths[step] === 0);

  /**
   * The place of a step among those that are gone through, or of the next one after it.
   * @param {number} step
   */
  function placeOf(step) {
    const place = order.findIndex((each) => each >= step);
    return place < 0 ? order.length - 1 : place;
  }

  /**
   * @param {number} step
   * @param {1 | -1} direction
   */
  function beside(step, direction) {
    return order[Math.min(Math.max(placeOf(step) + direction, 0), order.length - 1)];
  }

  /**
   * The next step that is in no call made from here.
   * @param {number} step
   */
  function past(step) {
    return order.find((each) => each > step && run.depths[each] <= run.depths[step]) ?? last;
  }

  /**
   * The step that a key leads to; null where it is no such key.
   * @param {number} step
   * @param {string} key
   * @param {boolean} shift
   */
  function byKey(step, key, shift) {
    if (key === "ArrowRight") return shift ? run.round(step, 1) : beside(step, 1);
    if (key === "ArrowLeft") return shift ? run.round(step, -1) : beside(step, -1);
    if (key === "Home") return 0;
    if (key === "End") return last;
    return key.toLowerCase() === "o" && goesIntoCalls(run) ? past(step) : null;
  }

  return {
    order,
    placeOf,
    beside,
    past,
    byKey,
    atEnd: (/** @type {number} */ step) => step === order.at(-1),
  };
}
