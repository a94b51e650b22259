import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { litLines } from "./lit-lines.js";

const [COLLATZ] = JSON.parse(
  readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"),
).functions;

test("each line of Collatz lights what the graph and the code have of it, folded or not", () => {
  const { graph, code } = litLines(COLLATZ);
  const allButElse = [1, 2, 3, 4, 5, 7, 8, 9];
  assert.deepEqual(graph, { "": allButElse, closed: allButElse });
  assert.deepEqual(code, { "converted code": allButElse, "pure JAX": allButElse });
});

test("a line that nothing stands for lights nothing", () => {
  const data = structuredClone(COLLATZ);
  data.source.lines.push("# the end");
  data.source.tokens.push([]);
  const { graph, code } = litLines(data);
  assert.ok(!graph[""].includes(10));
  for (const lines of Object.values(code)) assert.ok(!lines.includes(10));
});
