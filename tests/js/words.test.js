/** The words of the page in its languages. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import { SAID, say, speak, wordsIn } from "../../nbgraph/widgets/static/words.js";
import { BORDERS, KINDS } from "../../nbgraph/widgets/static/shapes.js";

const STATIC = new URL("../../nbgraph/widgets/static/", import.meta.url);

afterEach(() => speak());

/** How wide a text is, about: a Chinese character as two others. */
const width = (/** @type {string} */ text) =>
  [...text].reduce((sum, character) => sum + (character > "\u2e80" ? 2 : 1), 0);

test("each row is in all languages, once, and fits where the English word does", () => {
  assert.equal(new Set(SAID.map(([english]) => english)).size, SAID.length);
  for (const row of SAID) {
    assert.equal(row.length, 3, row[0]);
    for (const words of row)
      assert.ok(words && width(words) <= Math.max(width(row[0]) * 1.5, width(row[0]) + 12), words);
  }
});

test("keys and tour have as many words in each language", () => {
  const counts = ["en", "de", "zh"].map((name) => {
    speak(name);
    const { names, tour, keys } = wordsIn();
    return [names, tour, keys].map(({ length }) => length).join(" ");
  });
  assert.equal(new Set(counts).size, 1);
});

test("what the page says by a literal, and all of the legend, is in the table", () => {
  const known = new Set(SAID.map(([english]) => english));
  for (const file of readdirSync(STATIC).filter((name) => name.endsWith(".js") && name !== "words.js")) {
    const text = readFileSync(new URL(file, STATIC), "utf8");
    for (const [, words] of text.matchAll(/\b(?:say|framed\(\s*"\w+",)\s*\(?\s*"([^"]+)"/g))
      assert.ok(known.has(words), `${file}: ${words}`);
  }
  for (const name of [...KINDS.values(), ...BORDERS.values()]) assert.ok(known.has(name), name);
});

test("the language is the page's, else the browser's, and what is not ours stays", () => {
  assert.equal(say("Source"), "Source");
  speak("de-AT");
  assert.equal(say("Source"), "Quelltext");
  assert.equal(say("my_function"), "my_function");
  speak("zh-Hans");
  assert.equal(say("loop"), "循环");
  speak("fr");
  assert.equal(say("loop"), "loop");
});
