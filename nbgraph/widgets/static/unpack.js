/**
 * What a self-contained output holds is packed: gzip, written in base64. Unpacked, it stands in the page as any style,
 * data and script do, where the browser's own tools show it. Where this fails, the readable text of the output stays.
 */

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
    const { style, data, code } = JSON.parse(await inflate(packed.textContent));
    output.append(holding("style", "", style));
    output.append(holding("script", "application/json", data));
    output.append(holding("script", "", code));
  } catch (error) {
    console.error("nbgraph: the explorer could not be unpacked; the text above stays.", error);
  }
}

/** @param {string} text gzip in base64 */
async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
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
