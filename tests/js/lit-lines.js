/**
 * Which lines of the source light something when one points at them: in the graph as it is first shown ("") and with
 * all of it closed, and in each form of the code. By the modules that the page asks, without a page:
 *
 *     node tests/js/lit-lines.js payloads.json
 *
 * writes that of each payload's first function.
 * @typedef {import('../../nbgraph/widgets/static/types.js').FunctionData} FunctionData
 * @typedef {import('../../nbgraph/widgets/static/types.js').Item} Item
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { codeSpots, paneOf } from "../../nbgraph/widgets/static/code-items.js";
import { composer } from "../../nbgraph/widgets/static/compose.js";
import { readGraph } from "../../nbgraph/widgets/static/graph-model.js";
import { isDrawn, seenOf } from "../../nbgraph/widgets/static/graph-seen.js";
import { openAt } from "../../nbgraph/widgets/static/graph-views.js";
import { createIndex } from "../../nbgraph/widgets/static/links.js";
import { marksOf } from "../../nbgraph/widgets/static/marks.js";
import { lineItem, sourceSpots } from "../../nbgraph/widgets/static/source-items.js";
import { pageLines } from "../../nbgraph/widgets/static/source-lines.js";

/**
 * @param {FunctionData} data
 * @returns {{ graph: Record<string, number[]>, code: Record<string, number[]> }}
 */
export function litLines(data) {
  const source = sourceSpots(data, marksOf(data)).map(({ item }) => item);
  const forms = data.codes.map((code) => {
    const spots = codeSpots(code);
    const seen = spots.filter(({ span }) => span[0] <= code.lines.length).map(({ item }) => item);
    const items = [...source, ...spots.map(({ item }) => item)];
    return [code.form, linesThatLight(data, items, paneOf(code), (item) => seen.includes(item))];
  });
  return { graph: inGraph(data, source), code: Object.fromEntries(forms) };
}

/**
 * @param {FunctionData} data
 * @param {Item[]} source
 */
function inGraph(data, source) {
  if (!data.graph) return {};
  const model = readGraph(data.graph);
  const compose = composer(model, data.graph.tiles);
  const levels = [
    ["", model.start],
    ["closed", openAt(model, "closed")],
  ].map(([level, wanted]) => {
    const open = /** @type {Set<number>} */ (wanted);
    const { items, layout } = seenOf(model, compose, open);
    return [level, linesThatLight(data, [...source, ...items], "graph", (item) => isDrawn(layout, item))];
  });
  return Object.fromEntries(levels);
}

/**
 * @param {FunctionData} data
 * @param {Item[]} items
 * @param {string} pane
 * @param {(item: Item) => boolean} isSeen
 */
function linesThatLight({ source, calls }, items, pane, isSeen) {
  const index = createIndex(items, calls);
  return pageLines(source).filter((line, at) => {
    const { span } = lineItem(line, [], source.lines[at]);
    return span !== null && (index.counterparts(span).get(pane) ?? []).some(isSeen);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {{ functions: FunctionData[] }[]} */
  const payloads = JSON.parse(readFileSync(process.argv[2], "utf8"));
  console.log(JSON.stringify(payloads.map(({ functions }) => litLines(functions[0]))));
}
