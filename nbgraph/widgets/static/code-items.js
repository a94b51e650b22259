/**
 * What of a form of the code can be pointed at: each stretch that came from one of the source, and each line.
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').CodeData} CodeData
 * @typedef {import('./text-row.js').Spot} Spot
 */

import { lineName } from "./source-lines.js";
import { characters, linksOf } from "./spans.js";
import { say, tell } from "./words.js";

/**
 * The name of a form's pane.
 * @param {CodeData} code
 */
export function paneOf({ form }) {
  return `code ${form}`;
}

/**
 * @param {CodeData} code
 * @returns {Spot[]}
 */
export function codeSpots(code) {
  return linksOf(code).map(({ generated, source: span }) => {
    const text = characters(code.lines[generated[0] - 1] ?? "");
    const end = generated[0] === generated[2] ? generated[3] : text.length;
    const excerpt = text.cut(generated[1], end).trim();
    return {
      span: generated,
      item: { pane: paneOf(code), span, text: `${excerpt} · ${tell("from line {0}", lineName(span[0]))}` },
    };
  });
}

/**
 * What a whole line stands for: the source of the first stretch that begins in it.
 * @param {CodeData} code
 * @param {Spot[]} spots
 * @returns {(line: number) => Item}
 */
export function codeLineItem(code, spots) {
  const first = new Map(spots.toReversed().map((spot) => [spot.span[0], spot]));
  return (line) => {
    const text = code.lines[line - 1].trim();
    return { pane: paneOf(code), span: first.get(line)?.item.span ?? null, text: text || say("empty line") };
  };
}
