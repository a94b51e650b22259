/** A self-contained output unpacks itself, once, and says why if it cannot. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { DIGITS, unpackAround } from "../../nbgraph/widgets/static/unpack.js";
import { freshPage } from "./page.js";

/**
 * @param {Document} document
 * @param {string} packed
 */
function output(document, packed) {
  const made = document.createElement("div");
  made.className = "nbg-output";
  const holder = document.createElement("script");
  holder.className = "nbg-packed";
  holder.type = "application/gzip;base85";
  holder.textContent = packed;
  const script = document.createElement("script");
  script.type = "text/plain";
  made.append(holder, script);
  document.body.append(made);
  return { made, script };
}

/** @param {{ code: string, style: string, data: string }} parts */
function pack({ code, style, data }) {
  const bytes = gzipSync([code, style, data].join("\0"));
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  let text = "";
  for (let at = 0; at < padded.length; at += 4) {
    const number = padded.readUInt32BE(at);
    for (let place = 4; place >= 0; place--) text += DIGITS[Math.floor(number / 85 ** place) % 85];
  }
  return text.slice(0, text.length - padded.length + bytes.length);
}

const PARTS = { style: ".a { color: red; }", data: '{"a":"</script>ü\\ud800"}', code: "void 0" };

test("style, data and code stand in the page as they were", async () => {
  const page = freshPage();
  const { made, script } = output(page, pack(PARTS));
  await unpackAround(script);
  assert.equal(page.querySelector("style")?.textContent, PARTS.style);
  assert.equal(made.querySelector('script[type="application/json"]')?.textContent, PARTS.data);
  assert.equal(made.lastElementChild?.textContent, PARTS.code);
});

test("a script that is run again unpacks nothing twice, and where the script is not known, all are unpacked", async () => {
  const page = freshPage();
  const [one, other] = [output(page, pack(PARTS)), output(page, pack(PARTS))];
  await Promise.all([unpackAround(one.script), unpackAround(one.script), unpackAround(null)]);
  for (const { made } of [one, other]) assert.equal(made.lastElementChild?.textContent, PARTS.code);
});

test("outputs share a style, which outlives the one that has brought it", async () => {
  const page = freshPage();
  const [one, other] = [output(page, pack(PARTS)), output(page, pack(PARTS))];
  const third = output(page, pack({ ...PARTS, style: ".b { color: blue; }" }));
  await unpackAround(null);
  one.made.remove();
  const styles = [...page.querySelectorAll("style")].map((style) => style.textContent);
  assert.deepEqual(styles, [PARTS.style, ".b { color: blue; }"]);
  assert.ok(other.made.isConnected && third.made.isConnected);
});

test("in a shadow tree the style stands where it applies", async () => {
  const page = freshPage();
  const { made, script } = output(page, pack(PARTS));
  const host = page.createElement("div");
  page.body.append(host);
  const root = host.attachShadow({ mode: "open" });
  root.append(made);
  await unpackAround(script);
  assert.equal(root.querySelector("style")?.textContent, PARTS.style);
  assert.equal(page.querySelector("style"), null);
});

test("what cannot be unpacked is reported, and the page stays as it is", async (context) => {
  const { made, script } = output(freshPage(), "no gzip");
  const report = context.mock.method(console, "error", () => {});
  await unpackAround(script);
  assert.equal(report.mock.callCount(), 1);
  assert.equal(made.ownerDocument.querySelector("style"), null);
});
