/**
 * What a self-contained output holds is packed: gzip, written in base 85. Unpacked, it stands in the page as any style,
 * data and script do, where the browser's own tools show it. Where this fails, the readable text of the output stays.
 */

export const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#[%:()*+-;,=.?@^_]{|}~";

/**
 * @param {Element | null} script the running script; null where the host does not say, then every waiting output
 * @returns {Promise<void>} resolves when the explorer stands there, or the reason why not was reported
 */
export async function unpackAround(script) {
  const own = script?.closest(".nbg-output");
  const outputs = own ? [own] : [...document.querySelectorAll(".nbg-output")];
  await Promise.all(outputs.map(unpack));
}

/** @param {Element} output */
async function unpack(output) {
  const packed = output.querySelector("script.nbg-packed");
  // A script that is run again finds the explorer there, or on its way.
  if (!packed?.textContent || output.hasAttribute("data-nbg-unpacked")) return;
  output.setAttribute("data-nbg-unpacked", "");
  try {
    const [code, style, data] = (await inflate(packed.textContent)).split("\0");
    addStyle(/** @type {Document | ShadowRoot} */ (output.getRootNode()), style);
    output.append(holding("script", "application/json", data));
    output.append(holding("script", "", code));
  } catch (error) {
    console.error("nbgraph: the explorer could not be unpacked; the text above stays.", error);
  }
}

/**
 * Outputs share a style: each further one would have the browser look at all the others again.
 * @param {Document | ShadowRoot} root
 * @param {string} style
 */
function addStyle(root, style) {
  const place = "body" in root ? root.body : root; // behind what the host has in its head
  const has = [...place.querySelectorAll("style")].some(({ textContent }) => textContent === style);
  if (!has) place.append(holding("style", "", style));
}

/** @param {string} text gzip in base 85 */
export async function inflate(text) {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
}

/** @param {string} text five characters for each four bytes; fewer at the end */
function bytesOf(text) {
  const whole = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let at = 0; at < text.length; at += 5) {
    const digits = [...text.slice(at, at + 5).padEnd(5, "~")];
    const number = digits.reduce((sum, digit) => 85 * sum + DIGITS.indexOf(digit), 0);
    whole.setUint32((at / 5) * 4, number);
  }
  return new Uint8Array(whole.buffer, 0, Math.floor((text.length * 4) / 5));
}

/**
 * @param {"style" | "script"} name
 * @param {string} type
 * @param {string} text
 */
function holding(name, type, text) {
  const made = document.createElement(name);
  if (type) made.setAttribute("type", type);
  made.textContent = text;
  return made;
}
