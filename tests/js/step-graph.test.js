/** Where a run stands, in the picture of its graph: values on nodes and edges, the branch taken, and no trace after. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { element } from "../../nbgraph/widgets/static/dom.js";
import { graphPane } from "../../nbgraph/widgets/static/graph-pane.js";
import { readRecording } from "../../nbgraph/widgets/static/recording.js";
import { stepsInGraph } from "../../nbgraph/widgets/static/step-graph.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
const DATA = PAYLOAD.functions[0].graph;

/**
 * `collatz(2)`: one round, and the test that ends the loop. The texts are as long as those of a longer run.
 * @returns {any}
 */
function run() {
  return {
    nodes: ["n0", "n1", "n3", "n4", "n15", "n27", "n30", "n31", "n32", "n7"],
    names: ["a", "counter"],
    texts: ["2", "0", "1", "True", "False", "-2147483648"],
    places: [
      [1, [0, 0]],
      [2, [1, 0, 2, 1, 3, -1], 1],
      [3, [9, -1, 4, -1], 1, ["r7"], ["r10"]],
      [4, [5, -1, 6, 0]],
      [5, [7, 1]],
      [2, [1, 0, 2, 1, 3, -1], 0],
      [6, [8, -1]],
    ],
    steps: [0, 1, 2, 3, 4, 5, 6],
    values: [0, 0, 1, 3, 5, 3, 2, 2, 2, 2, 2, 4, 2],
    more: [],
    python: null,
    moves: [1, 0, 1, 5, 0, 2, 6, -1, 0],
    loops: [[2, "r1", 1, 1, -1, 0, 2]],
    printed: [],
    apart: [],
    difference: null,
    notes: [],
    result: "1",
    homes: ["r0", "r1", "r1", "r2", "r3", "r8", "r6", "r3", "r0", "r4"],
    regions: [
      ["r0", "n0", null],
      ["r1", "n1", "r0"],
      ["r2", "n4", "r1"],
      ["r3", "n5", "r1"],
      ["r4", "n5", "r3"],
      ["r6", "n17", "r3"],
      ["r7", "n17", "r6"],
      ["r8", "n17", "r7"],
      ["r10", "n28", "r6"],
    ],
  };
}

/** @type {ReturnType<typeof graphPane>} */
let pane;
/** @type {(step: number | null) => void} */
let stand;

beforeEach(() => {
  const page = freshPage();
  pane = graphPane(structuredClone(DATA));
  page.body.append(pane.el, /** @type {HTMLElement} */ (pane.tools));
  const { at } = readRecording(run());
  const show = stepsInGraph(pane, run());
  stand = (step) => show(step === null ? null : at(step));
});

/** @param {string} selector */
function all(selector) {
  return /** @type {Element[]} */ ([...pane.el.querySelectorAll(selector)]);
}

/**
 * The values on edges, by the numbers of their ends.
 * @returns {Record<string, string>}
 */
function onEdges() {
  const { drawing } = shown();
  const chips = all(".nbg-step-flow").map((chip) => ({ room: roomOf(chip), text: chip.textContent ?? "" }));
  const told = drawing.lines.filter(({ edge }) =>
    drawing.shapes.get(edge.id)?.classList.contains("nbg-step-told"),
  );
  assert.equal(chips.length, told.length);
  return Object.fromEntries(told.map(({ edge }, i) => [`${edge.source}→${edge.target}`, chips[i].text]));
}

function shown() {
  const drawn = pane.shown();
  assert.ok(drawn);
  return drawn;
}

/** @param {Element} chip */
function roomOf(chip) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(chip.querySelector("rect")?.getAttribute(name)),
  );
  return [x, y, x + width, y + height];
}

/** @param {string} depth */
function open(depth) {
  const select = document.querySelector("select");
  assert.ok(select);
  select.value = depth;
  select.dispatchEvent(new window.Event("change"));
}

test("edges say what comes along them: nothing before its time, nothing to a branch that is not taken", () => {
  stand(1);
  assert.equal(onEdges()["3→31"], "0");
  assert.equal(onEdges()["3→32"], undefined, "what a loop gives waits for its end");
  stand(3);
  const inRound = onEdges();
  assert.deepEqual([inRound["30→1"], inRound["1→28"], inRound["3→32"]], ["1", undefined, undefined]);
  stand(5);
  assert.deepEqual([onEdges()["3→32"], onEdges()["30→1"]], ["1", undefined], "the round's choice is no more");
  stand(6);
  assert.equal(onEdges()["3→32"], "1");
});

test("edges at what is computed now are told from others, also at a closed box", () => {
  stand(4);
  const along = all(".nbg-step-along").map((shape) => shape.getAttribute("data-id"));
  assert.deepEqual(along, ["e40", "e42"], "into counter + 1, and from it to the next round");
  const body = shown().drawing.handles.get(3);
  body?.dispatchEvent(new window.MouseEvent("click", { bubbles: true }));
  stand(4);
  assert.deepEqual(
    all(".nbg-step-along").map((shape) => shape.getAttribute("data-id")),
    ["e40", "e42"],
    "to the closed body and back",
  );
  open("closed");
  stand(1);
  assert.equal(all(".nbg-step-now").length, 1);
});

test("no value lies on a box, on another value, on a border's words or on the words that stay", () => {
  for (const depth of ["start", "1", "2", "3", "4"]) {
    open(depth);
    for (let step = 0; step < 7; step += 1) {
      stand(step);
      const { layout, drawing } = shown();
      const chips = all(".nbg-step-flow").map(roomOf);
      const values = all(".nbg-svg > .nbg-step-value:not(.nbg-step-word)").map(roomOf);
      const words = drawing.lines.filter(({ edge }) => edge.kind === "control").map((line) => line.words);
      const still = [...layout.nodes.values(), ...values, ...words.filter((box) => box !== null)];
      chips.forEach((chip, i) => {
        for (const other of [...still, ...chips.slice(i + 1)]) {
          const apart =
            chip[2] <= other[0] || other[2] <= chip[0] || chip[3] <= other[1] || other[3] <= chip[1];
          assert.ok(apart, `depth ${depth}, step ${step}: ${chip} and ${other}`);
        }
      });
    }
  }
});

test("a value's place is the same in every step, and a new drawing has the values again", () => {
  /** @param {string} edge */
  const place = (edge) => {
    const at = Object.keys(onEdges()).indexOf(edge);
    const [left, , right, bottom] = roomOf(all(".nbg-step-flow")[at]);
    return [((left + right) / 2).toFixed(3), bottom];
  };
  stand(1);
  const before = place("3→31");
  stand(5);
  assert.deepEqual(place("3→31"), before);
  open("4");
  assert.ok(all(".nbg-step-flow").length > 0);
  assert.equal(all(".nbg-svg > .nbg-step-value:not(.nbg-step-word)").length > 0, true);
});

test("closing the steps leaves the drawing as it was", () => {
  const before = pane.el.innerHTML;
  stand(3);
  assert.notEqual(pane.el.innerHTML, before);
  stand(null);
  assert.equal(pane.el.innerHTML.replaceAll(/ class="([^"]*?)\s*"/g, ' class="$1"'), before);
});

test("on the closed box of a list stand the values of all its items", () => {
  const shape = element("g", { class: "nbg-node", "data-id": "n0" });
  const svg = element("svg", {}, shape);
  const scrolls = element("div", {}, svg);
  document.body.append(scrolls);
  const drawn = /** @type {any} */ ({
    model: { boxes: new Map([[5, { operation: "items", id: "n0" }]]), ends: new Map() },
    layout: { nodes: new Map([[0, [0, 0, 160, 40]]]), regions: new Map() },
    drawing: {
      svg,
      shapes: new Map([["n0", shape]]),
      names: new Map(),
      words: new Map(),
      lines: [],
      closed: new Set([0]),
    },
  });
  const data = {
    ...run(),
    nodes: ["n0", "n1", "n2"],
    homes: ["r5", "r5", "r5"],
    regions: [["r5", "n0", null]],
  };
  const show = stepsInGraph(/** @type {any} */ ({ shown: () => drawn }), data);
  const nodes = new Map([
    ["n0", "5"],
    ["n1", "2"],
    ["n2", "9"],
  ]);
  show(/** @type {any} */ ({ nodes, loops: [], taken: [], left: [], current: [] }));
  assert.equal(scrolls.querySelector(".nbg-step-value")?.textContent, "[5, 2, 9]");
});
