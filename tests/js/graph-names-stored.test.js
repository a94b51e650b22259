/** In no picture of the course does a line go through the name of a region. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { composer } from "../../nbgraph/widgets/static/compose.js";
import { draw } from "../../nbgraph/widgets/static/graph-draw.js";
import { readGraph, viewOf } from "../../nbgraph/widgets/static/graph-model.js";
import { roomOf } from "../../nbgraph/widgets/static/graph-names.js";
import { pointAt } from "../../nbgraph/widgets/static/splines.js";
import { inflate } from "../../nbgraph/widgets/static/unpack.js";
import { freshPage } from "./page.js";

const COURSE = new URL("../../docs/course/", import.meta.url);
const PACKED = /<script [^>]*nbg-packed[^>]*>(.*?)<\/script>/gs;

/** @param {string} page */
async function graphsOn(page) {
  const html = readFileSync(new URL(page, COURSE), "utf8");
  const texts = await Promise.all([...html.matchAll(PACKED)].map(([, packed]) => inflate(packed)));
  return texts
    .flatMap((text) => JSON.parse(text.split("\0")[2]).functions)
    .flatMap(({ graph }) => graph ?? []);
}

/** @param {import('../../nbgraph/widgets/static/types.js').GraphData} graph */
function crossedIn(graph) {
  const model = readGraph(graph);
  const layout = composer(model, graph.tiles)(model.start);
  if (!layout) return { count: 0, crossed: [] };
  const drawing = draw(model, viewOf(model, model.start), layout, false);
  const points = drawing.lines.flatMap(({ spline }) => {
    return Array.from({ length: 300 }, (_, i) => pointAt(spline, i / 300));
  });
  const names = [...drawing.names.values()].filter(({ textContent }) => textContent);
  const crossed = names.filter((name) => {
    const [x, y] = ["x", "y"].map((axis) => Number(name.getAttribute(axis)));
    const [left, top, right, bottom] = roomOf({ words: name.textContent ?? "", x, y });
    return points.some(([a, b]) => a > left && a < right && b > top && b < bottom);
  });
  return { count: names.length, crossed: crossed.map(({ textContent }) => textContent) };
}

test("in no picture of the course does a line go through the name of a region", async () => {
  freshPage();
  const pages = readdirSync(COURSE, { recursive: true }).map(String);
  let all = 0;
  const found = [];
  for (const page of pages.filter((name) => name.endsWith(".html"))) {
    for (const graph of await graphsOn(page)) {
      const { count, crossed } = crossedIn(graph);
      all += count;
      found.push(...crossed.map((name) => `${page}: ${name}`));
    }
  }
  assert.deepEqual(found, []);
  assert.ok(all > 200, `${all} names`);
});
