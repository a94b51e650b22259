/**
 * The colour of the ground at a place of the picture: regions are tinted, and one in another more so. Words have a rim
 * of that colour, which covers the lines behind them and is not seen itself.
 * @typedef {import('./graph-model.js').View} View
 * @typedef {import('./splines.js').Box} Box
 * @typedef {import('./types.js').GraphRegion} GraphRegion
 */

const PAPER = "var(--nbg-bg)";

/**
 * @param {View['regions']} regions those around before those inside
 * @param {Map<number, Box>} boxes where they stand
 * @returns {{ within: (region: number) => string, at: (x: number, y: number) => string }} colours for a style sheet:
 *   that inside a region, and that at a point
 */
export function grounds(regions, boxes) {
  /** @type {Map<number, string>} */
  const inside = new Map();
  for (const { number, kind, parent } of regions) {
    const around = inside.get(parent) ?? PAPER;
    inside.set(
      number,
      boxes.has(number) ? `color-mix(in srgb, var(--nbg-${over(kind)}-over), ${around})` : around,
    );
  }
  const within = (/** @type {number} */ region) => inside.get(region) ?? PAPER;
  return {
    within,
    at(x, y) {
      const here = regions.findLast(({ number }) => {
        const [left, top, right, bottom] = boxes.get(number) ?? [1, 1, 0, 0];
        return x >= left && x <= right && y >= top && y <= bottom;
      });
      return here ? within(here.number) : PAPER;
    },
  };
}

/** @param {string} kind */
function over(kind) {
  if (kind === "while" || kind === "scan") return "loop";
  return kind === "cond" ? "choice" : "any";
}
