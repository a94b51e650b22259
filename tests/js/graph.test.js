import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { composer } from "../../nbgraph/widgets/static/compose.js";
import { graphPane } from "../../nbgraph/widgets/static/graph-pane.js";
import { readGraph, viewOf } from "../../nbgraph/widgets/static/graph-model.js";
import { countOf, MOST, openAt, opening } from "../../nbgraph/widgets/static/graph-views.js";
import { freshPage } from "./page.js";

const PAYLOAD = JSON.parse(readFileSync(new URL("../data/collatz_payload.json", import.meta.url), "utf8"));
const DATA = PAYLOAD.functions[0].graph;

/** @type {ReturnType<typeof graphPane>} */
let pane;

beforeEach(() => {
  const page = freshPage();
  pane = graphPane(structuredClone(DATA));
  page.body.append(pane.el, /** @type {HTMLElement} */ (pane.tools));
});

/** @param {string} selector */
function all(selector) {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
}

/** @param {string} selector */
function texts(selector) {
  return all(selector).map((element) => element.textContent);
}

/** @param {string} label what its `aria-label` begins with */
function part(label) {
  const found = all(".nbg-svg [aria-label]").find((each) =>
    each.getAttribute("aria-label")?.startsWith(label),
  );
  assert.ok(found, label);
  return found;
}

/** @param {Element} target */
function click(target) {
  target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

/**
 * @param {string} label
 * @param {string} key
 */
function press(label, key) {
  const target = part(label);
  pane.at(target, true);
  target.focus();
  return pane.move(key);
}

/** @param {string} words */
function search(words) {
  const [input] = /** @type {HTMLInputElement[]} */ (all(".nbg-search"));
  input.value = words;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  return {
    said: texts(".nbg-found")[0],
    enter: (shiftKey = false) =>
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", shiftKey, bubbles: true })),
  };
}

/**
 * Every set of open regions that a reader can come to.
 * @param {ReturnType<typeof readGraph>} model
 */
function everyChoice(model) {
  const regions = [...model.regions.values()].filter(
    ({ number }) => model.openable.has(number) && number > 0,
  );
  return Array.from({ length: 2 ** regions.length }, (_, bits) => {
    const open = new Set([0, ...regions.filter((_, i) => bits & (1 << i)).map(({ number }) => number)]);
    return regions.every(({ number, parent }) => !open.has(number) || open.has(parent)) ? open : null;
  }).filter((open) => open !== null);
}

test("every choice of open regions has a picture of all that is to be seen, and of nothing else", () => {
  const model = readGraph(DATA);
  const compose = composer(model, DATA.tiles);
  const choices = everyChoice(model);
  assert.ok(choices.length > 20);
  for (const open of choices) {
    const view = viewOf(model, open);
    const layout = compose(open);
    assert.deepEqual([...(layout?.nodes.keys() ?? [])].sort(), view.nodes.map(({ number }) => number).sort());
    const inside = view.regions.filter(({ parent }) => parent >= 0).map(({ number }) => number);
    assert.deepEqual([...(layout?.regions.keys() ?? [])].sort(), inside.sort());
  }
});

test("in every picture no box lies on another, and each in the border of its region", () => {
  const model = readGraph(DATA);
  const compose = composer(model, DATA.tiles);
  for (const open of everyChoice(model)) {
    const layout = compose(open);
    assert.ok(layout);
    const boxes = [...layout.nodes.values()];
    for (const [i, one] of boxes.entries()) {
      for (const other of boxes.slice(i + 1)) {
        const apart = one[2] <= other[0] || other[2] <= one[0] || one[3] <= other[1] || other[3] <= one[1];
        assert.ok(apart, `${[...open]}: ${one} and ${other}`);
      }
    }
    for (const node of viewOf(model, open).nodes) {
      const border = layout.regions.get(node.region);
      const box = layout.nodes.get(node.number);
      if (!border || !box) continue;
      const within = box[0] >= border[0] && box[1] >= border[1] && box[2] <= border[2] && box[3] <= border[3];
      assert.ok(within, `${[...open]}: ${node.label} ${box} in ${border}`);
    }
  }
});

test("a picture is the same however one came to it", () => {
  const model = readGraph(DATA);
  const kept = composer(model, DATA.tiles);
  const choices = everyChoice(model);
  for (const open of [...choices, ...choices.toReversed()]) {
    assert.deepEqual(kept(open), composer(model, DATA.tiles)(open));
  }
});

test("neighbours keep their order in every picture", () => {
  const model = readGraph(DATA);
  const compose = composer(model, DATA.tiles);
  const first = compose(model.start);
  assert.ok(first);
  const pairs = [...first.nodes].flatMap(([one, a]) =>
    [...first.nodes]
      .filter(([, b]) => a[2] <= b[0] && a[1] < b[3] && b[1] < a[3])
      .map(([other]) => [one, other]),
  );
  assert.ok(pairs.length > 3);
  for (const open of everyChoice(model)) {
    const layout = compose(open);
    for (const [left, right] of pairs) {
      const [a, b] = [layout?.nodes.get(left), layout?.nodes.get(right)];
      const level = a && b && a[1] < b[3] && b[1] < a[3];
      assert.ok(!level || a[0] < b[2], `${[...open]}: ${left} ${right}`);
    }
  }
});

test("each line in every picture begins and ends at its boxes, or at the border that it steers", () => {
  const model = readGraph(DATA);
  const compose = composer(model, DATA.tiles);
  const near = (/** @type {number[]} */ [x, y], /** @type {number[] | undefined} */ box) =>
    box !== undefined && x >= box[0] - 3 && x <= box[2] + 3 && y >= box[1] - 3 && y <= box[3] + 3;
  let checked = 0;
  for (const open of everyChoice(model)) {
    const layout = compose(open);
    for (const edge of viewOf(model, open).edges) {
      const line = edge.members.map(({ number }) => layout?.lines.get(number)).find((each) => each);
      if (!line) continue;
      checked += 1;
      const from = layout?.nodes.get(edge.source);
      const to = edge.into >= 0 ? layout?.regions.get(edge.into) : layout?.nodes.get(edge.target);
      assert.ok(near(line.spline.slice(0, 2), from), `${[...open]} ${edge.id} leaves ${edge.source}`);
      assert.ok(near(line.spline.slice(-2), to), `${[...open]} ${edge.id} comes to ${edge.target}`);
    }
  }
  assert.ok(checked > 500);
});

test("a sign opens a helper and its border's sign closes it; the focus stays on it", () => {
  const before = texts(".nbg-svg .nbg-node").length;
  part("a // 2").focus();
  click(/** @type {Element} */ (part("a // 2").querySelector(".nbg-handle")));
  assert.ok(texts(".nbg-svg .nbg-node").length > before + 5);
  const border = part("a // 2 · library function");
  assert.equal(border.getAttribute("aria-expanded"), "true");
  assert.equal(document.activeElement, border);
  click(all(`.nbg-handle[data-id="${border.getAttribute("data-id")}"]`)[0]);
  assert.equal(texts(".nbg-svg .nbg-node").length, before);
  assert.equal(document.activeElement, part("a // 2"));
});

test("Enter closes a region and opens it again; what is folded is said", () => {
  press("while", "Enter");
  assert.deepEqual(texts(".nbg-svg .nbg-node"), ["a", "while a != 1 24 operations", "0", "return counter"]);
  assert.match(texts(".nbg-graph-said")[0] ?? "", /24 operations of 27 folded into 1 box/);
  assert.equal(document.activeElement?.getAttribute("aria-expanded"), "false");
  press("while", " ");
  assert.equal(texts(".nbg-svg .nbg-node").length, 13);
});

test("edges of a closed region say how many values they stand for", () => {
  press("while", "Enter");
  const edges = pane.items.filter((item) => item.id?.startsWith("e"));
  assert.deepEqual(
    edges.map((item) => item.text),
    [
      "a · i32[] · from a to while a != 1",
      "value · i32[] · from 0 to while a != 1",
      "counter · i32[] · from while a != 1 to return counter",
    ],
  );
});

test("the line of what is folded lights the box that it is in", () => {
  press("while", "Enter");
  const item = pane.items.find((each) => each.span?.[0] === 8);
  assert.ok(item);
  pane.light([item], null);
  assert.deepEqual(texts(".nbg-node.nbg-lit"), ["while a != 1 24 operations"]);
});

test("a search finds operations, variables, types and lines, inside closed boxes too", () => {
  assert.match(search("floor_divide").said ?? "", /nothing/);
  assert.match(search("counter").said ?? "", /^3/);
  assert.match(search("BOOL[").said ?? "", /^\d+/);
  assert.match(search(":8").said ?? "", /^1$/);
  assert.match(search("line 8").said ?? "", /^1$/);
  assert.match(search("/^sign/").said ?? "", /^2/);
  assert.deepEqual(texts(".nbg-inside"), ["2 matches inside"]);
  assert.equal(part("a // 2").classList.contains("nbg-match"), true);
});

test("a search finds what a box bears, closed and open, and the border of a region", () => {
  const closed = search("a // 2");
  assert.match(closed.said ?? "", /^1$/);
  closed.enter();
  assert.deepEqual(texts(".nbg-match-here"), ["a // 2"]);
  press("a // 2", "Enter");
  assert.equal(all(".nbg-region.nbg-match-here").length, 1);
  assert.match(search("while").said ?? "", /^3$/, "two loop variables and the loop");
  assert.equal(all(".nbg-region-while.nbg-match").length, 1);
});

test("Enter goes to the next match and opens what it is in, Shift+Enter goes back", () => {
  const { enter } = search("/^sign/");
  enter();
  assert.deepEqual(texts(".nbg-match-here"), ["sign"]);
  assert.deepEqual(texts(".nbg-inside"), []);
  enter();
  assert.equal(texts(".nbg-found")[0], "2 of 2");
  enter(true);
  assert.deepEqual(texts(".nbg-match-here"), ["sign"]);
  search("");
  assert.equal(all(".nbg-match").length, 0);
});

test("a wrong expression is said", () => {
  assert.match(search("/(/").said ?? "", /not a regular expression/);
  assert.equal(all(".nbg-search")[0].getAttribute("aria-invalid"), "true");
});

test("what is open can be chosen by depth, and never more than a reader can see", () => {
  const model = readGraph(DATA);
  assert.equal(countOf(model, openAt(model, "closed")), 4);
  assert.equal(countOf(model, openAt(model, "everything")), 30);
  const [levels] = /** @type {HTMLSelectElement[]} */ (all(".nbg-select"));
  levels.value = "closed";
  levels.dispatchEvent(new Event("change"));
  assert.equal(all(".nbg-svg .nbg-node").length, 4);
  const many = structuredClone(DATA);
  for (let i = 0; i < MOST; i++) many.nodes.push([100 + i, ...many.nodes[5].slice(1)]);
  const crowded = readGraph(many);
  assert.ok(countOf(crowded, opening(crowded, crowded.start, 4)) > MOST);
  const picture = graphPane(many);
  document.body.replaceChildren(picture.el);
  click(/** @type {Element} */ (part("a % 2").querySelector(".nbg-handle")));
  assert.match(texts(".nbg-graph-said")[0] ?? "", /300 fit at a time/);
});

test("cost colours by ratio and says so; types stand on edges; the legend has what is there", () => {
  const [, cost] = /** @type {HTMLSelectElement[]} */ (all(".nbg-select"));
  cost.value = "bytes";
  cost.dispatchEvent(new Event("change"));
  assert.ok(part("a % 2").classList.contains("nbg-heat-5"));
  assert.equal(part("a % 2").querySelector(".nbg-cost")?.textContent, "92");
  assert.match(texts(".nbg-heat-legend")[0] ?? "", /estimate from shapes, nothing fused/);
  cost.value = "";
  cost.dispatchEvent(new Event("change"));
  assert.equal(all("[class*=nbg-heat]").length, 0);
  const switches = all(".nbg-switch");
  assert.deepEqual(texts(".nbg-words-on"), ["True"]);
  click(switches[0]);
  assert.ok(texts(".nbg-words-on").includes("i32[]"));
  const legend = texts(".nbg-legend li");
  assert.ok(legend.includes("loop variable") && legend.includes("conditional"));
  assert.ok(!legend.includes("called function"));
  click(switches[1]);
  assert.equal(all(".nbg-legend").length, 0);
});

test("the text stands in for the picture", () => {
  const [, , text] = all(".nbg-switch");
  click(text);
  assert.ok(all(".nbg-drawing")[0].hidden);
  assert.match(all(".nbg-tree")[0].textContent ?? "", /while a != 1/);
  assert.equal(all(".nbg-tree")[0].getAttribute("tabindex"), "0");
});

test("a leaf is a part of its value's shape, and goes with the region of its user", () => {
  const data = structuredClone(DATA);
  // `counter` in its result, as if more than four needed it: what edge 44 brings stands beside `return counter`.
  data.tiles = data.tiles.slice(0, 1);
  data.tiles[0][3].push(-45, 10, 10, 20, 14);
  data.tiles[0][3].push(-41, 40, 10, 20, 14); // and what edge 40 brings beside `counter + 1`
  const model = readGraph(data);
  const compose = composer(model, data.tiles);
  assert.equal(compose(new Set([0, 1, 2, 3, 6, 7, 10]))?.lines.get(44)?.leaf, -45);
  const closed = compose(new Set([0, 1, 2]));
  assert.ok(closed?.nodes.has(-45) && !closed.nodes.has(-41), "its user is in a closed region");
  assert.equal(closed?.lines.get(40), undefined);
  const drawn = graphPane(data);
  document.body.replaceChildren(drawn.el);
  assert.deepEqual(texts(".nbg-leaf"), ["counter", "counter"]);
  const [shape] = new Set(all(".nbg-leaf").map((leaf) => leaf.closest("[data-id]")));
  assert.equal(drawn.at(/** @type {Element} */ (all(".nbg-leaf")[1]), false)?.id, "n3");
  drawn.light([/** @type {any} */ (drawn.at(/** @type {Element} */ (shape), false))], null);
  assert.ok(shape?.classList.contains("nbg-lit"));
});
