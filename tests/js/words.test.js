/** The words of the page in its languages. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import { say, speak, words } from "../../nbgraph/widgets/static/words.js";
import { BORDERS, KINDS } from "../../nbgraph/widgets/static/shapes.js";
import { GERMAN } from "../../nbgraph/widgets/static/words-de.js";
import { CHINESE } from "../../nbgraph/widgets/static/words-zh.js";

const STATIC = new URL("../../nbgraph/widgets/static/", import.meta.url);

afterEach(() => speak());

/** How wide a text is, about: a Chinese character as two others. */
const width = (/** @type {string} */ text) =>
  [...text].reduce((sum, character) => sum + (character > "\u2e80" ? 2 : 1), 0);

test("each word is in all languages, and fits where the English one does", () => {
  assert.deepEqual(Object.keys(GERMAN.said), Object.keys(CHINESE.said));
  for (const { said } of [GERMAN, CHINESE])
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
  const known = new Set(Object.keys(GERMAN.said));
  for (const file of readdirSync(STATIC).filter(
    (name) => name.endsWith(".js") && !name.startsWith("words"),
  )) {
    const text = readFileSync(new URL(file, STATIC), "utf8");
    for (const [, said] of text.matchAll(/\b(?:say|framed\(\s*"\w+",)\s*\(?\s*"([^"]+)"/g))
      assert.ok(known.has(said), `${file}: ${said}`);
  }
  for (const name of [...KINDS.values(), ...BORDERS.values()]) assert.ok(known.has(name), name);
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
