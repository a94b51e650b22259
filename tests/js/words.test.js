/** The words of the page in its languages. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import { say, speak, tell, words } from "../../nbgraph/widgets/static/words.js";
import { BECAME, JUMPS } from "../../nbgraph/widgets/static/marks.js";
import { borderForms, linesOf } from "../../nbgraph/widgets/static/graph-words.js";
import { BORDERS, KINDS } from "../../nbgraph/widgets/static/shapes.js";
import { GERMAN_STILL } from "../../nbgraph/widgets/static/still-de.js";
import { CHINESE_STILL } from "../../nbgraph/widgets/static/still-zh.js";
import { GERMAN } from "../../nbgraph/widgets/static/words-de.js";
import { CHINESE } from "../../nbgraph/widgets/static/words-zh.js";

const STATIC = new URL("../../nbgraph/widgets/static/", import.meta.url);

const SAID = [GERMAN.said, CHINESE.said];

afterEach(() => speak());

/** How wide a text is, about: a Chinese character as two others. */
const width = (/** @type {string} */ text) =>
  [...text].reduce((sum, character) => sum + (character > "\u2e80" ? 2 : 1), 0);

test("each word is in all languages, and fits where the English one does", () => {
  const [german, chinese] = [
    { ...SAID[0], ...GERMAN_STILL },
    { ...SAID[1], ...CHINESE_STILL },
  ];
  assert.deepEqual(Object.keys(german), Object.keys(chinese));
  for (const said of [german, chinese])
    for (const [english, text] of Object.entries(said))
      assert.ok(text && width(text) <= Math.max(width(english) * 1.5, width(english) + 12), text);
});

test("keys and tour have as many words in each language", () => {
  const counts = ["en", "de", "zh"].map((name) => {
    speak(name);
    const { names, tour, keys } = words();
    return [names, tour, keys].map(({ length }) => length).join(" ");
  });
  assert.equal(new Set(counts).size, 1);
});

test("what the page says by a literal, and all of the legend, is in the table", () => {
  const known = new Set(Object.keys(SAID[0]));
  for (const file of readdirSync(STATIC).filter(
    (name) => name.endsWith(".js") && !/^(words|said|labels|sentences|meanings|findings|still)/.test(name),
  )) {
    const text = readFileSync(new URL(file, STATIC), "utf8");
    const said = /\b(?:say|framed\(\s*"\w+",)\s*\(?\s*"([^"]+)"/g;
    for (const [, words] of [...text.matchAll(said), ...text.matchAll(/"([^"\n]*\{0\}[^"\n]*)"/g)])
      assert.ok(known.has(words), `${file}: ${words}`);
  }
  for (const name of [...KINDS.values(), ...BORDERS.values(), ...BECAME.values(), ...JUMPS.values()])
    assert.ok(known.has(name), name);
});

test("the language is what is asked for, else English, and what is not ours stays", () => {
  assert.equal(say("Source"), "Source");
  speak("de");
  assert.equal(say("Source"), "Quelltext");
  assert.equal(say("my_function"), "my_function");
  assert.equal(say("constructor"), "constructor");
  speak("zh");
  assert.equal(say("loop"), "循环");
  speak("fr");
  assert.equal(say("loop"), "loop");
});

test("where none is asked for, the reader's dearest language that the page has words in is spoken", () => {
  assert.equal(speak("", ["fr-FR", "zh-TW", "de"]), "zh");
  assert.equal(say("loop"), "循环");
  assert.equal(speak("", ["fr"]), "en");
  assert.equal(speak("en", ["de"]), "en");
  assert.equal(say("loop"), "loop");
  assert.equal(speak("de", ["zh"]), "de");
});

test("a sentence that Python has written is known by its form, and so are its parts", () => {
  speak("de");
  const sentence = "About equal at this input: plain Python takes 5 us; the graph took 7 us in one warm run.";
  assert.equal(
    say(sentence),
    "Etwa gleich bei dieser Eingabe: reines Python braucht 5 us; der Graph brauchte 7 us in einem warmen Lauf.",
  );
  assert.equal(
    say("Same result as plain Python: {'a.b': 1}."),
    "Gleiches Ergebnis wie reines Python: {'a.b': 1}.",
  );
  assert.equal(tell("iteration {0} of {1}", 3, "{0}"), "Iteration 3 von {0}");
  speak();
  assert.equal(say(sentence), sentence);
  assert.equal(tell("iteration {0} of {1}", 3, 4), "iteration 3 of 4");
});

test("between a Chinese character and a Latin letter or a digit that a sentence is filled with is a space", () => {
  speak("zh");
  assert.equal(say("Same result as plain Python: 111."), "与纯 Python 结果相同：111。");
  assert.equal(tell("{0} and the graph", say("Python on JAX arrays")), "Python 用 JAX 数组和计算图");
  assert.equal(tell("Same result as {0}.", "JAX 数组"), "与 JAX 数组结果相同。");
});

test("each translated sentence has the parts of the English one", () => {
  const parts = (/** @type {string} */ text) => [...new Set(text.match(/\{\d\}/g))].sort().join();
  for (const said of SAID)
    for (const [english, text] of Object.entries(said)) assert.equal(parts(text), parts(english), english);
});

test("tooltips, names for screen readers and frequent errors are in the table", () => {
  speak("de");
  assert.equal(say("First step (Home)"), "Erster Schritt (Pos1)");
  assert.equal(
    say("plain Python and the graph both raised IndexError: x, in iteration 3 of the loop in line 4"),
    "reines Python und der Graph lösten beide aus: IndexError: x, in Iteration 3 der Schleife in Zeile 4",
  );
});

test("a remedy keeps its code, and no word of another form", () => {
  speak("de");
  assert.equal(say("`np.sqrt(x)`, for each item"), "`np.sqrt(x)`, für jedes Element");
  assert.equal(say("`math.sqrt` for `sqrt` in line 3"), "`math.sqrt` für `sqrt` in Zeile 3");
  const none = "`a` as it stands there; `b`, for each item";
  assert.equal(say(none), none);
});

test("a sentence is in one language: short forms change nothing inside of a longer one", () => {
  speak("de");
  assert.equal(say("⚠ same as Python: index out of range"), "⚠ gleich wie Python: Index außerhalb");
  const english = "the file is opened once, while the graph is made, and not again at each call";
  assert.equal(say(english), english);
  const asks = "asks for index 5 of an axis of length 5, and JAX takes the nearest there is";
  const missed = `\`xs[i]\` in line 16, in iteration 6 of the loop in line 15, ${asks}. Plain Python returns the same.`;
  assert.match(
    say(missed),
    /^`xs\[i\]` in Zeile 16, .* JAX nimmt den nächsten.*\. Reines Python ergibt dasselbe\.$/,
  );
});

test("in a picture our words are in the language, and the names of the user's stay", () => {
  /** @param {Partial<import('../../nbgraph/widgets/static/types.js').GraphNode>} node */
  const lines = (node) =>
    linesOf(/** @type {any} */ ({ kind: "operation", role: "", names: [], avals: [], folds: -1, ...node }));
  const region = (/** @type {string} */ kind, /** @type {string} */ label) =>
    borderForms(/** @type {any} */ ({ kind, label }), new Set(), 200)[0];
  assert.deepEqual(lines({ label: "and no break, no error" }), ["and no break, no error"]);
  speak("de");
  assert.deepEqual(lines({ label: "and no break, no error" }), ["und kein break, kein Fehler"]);
  assert.deepEqual(lines({ label: "iterations 2–3", names: ["around"] }), ["Iterationen 2–3"]);
  assert.deepEqual(lines({ label: "length", role: "checks" })[0], "Länge");
  assert.deepEqual(lines({ label: "length" }), ["length"]);
  assert.deepEqual(lines({ kind: "output", label: "changed xs[1]" }), ["geändert: xs[1]"]);
  assert.deepEqual([lines({ label: "changed" }), region("items", "changed d")], [["changed"], "geändert: d"]);
  assert.deepEqual([region("body", "body"), region("iteration", "iteration 1")], ["Rumpf", "Iteration 1"]);
  assert.equal(region("call", "body"), "body");
});
