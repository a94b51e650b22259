/**
 * The theme of what the explorer stands on. Where a host names its theme in the document, the style sheet reads that;
 * elsewhere (in a shadow root, in a frame, on a page that knows one theme only) the colour of the ground tells, for the
 * system's setting is not the page's.
 */

/** Hosts whose theme the style sheet reads. */
const NAMED = [
  "[data-jp-theme-light]",
  ".vscode-light",
  ".vscode-dark",
  ".vscode-high-contrast",
  ':is(html[theme="light"], html[theme="dark"])',
  ':is([data-theme="light"], [data-theme="dark"])',
].join();
/** How long a host may take to fade from one theme into the other, in ms. */
const FADING = 500;

/**
 * Gives `root` the scheme of its ground, now and whenever that may have changed. A page of our own in a frame takes
 * the scheme of the page around it.
 * @param {HTMLElement} root in a document or on its way there; it is not kept alive
 */
export function followTheme(root) {
  const held = new WeakRef(root);
  const page = root.ownerDocument;
  const view = page.defaultView;
  const own = page.documentElement.hasAttribute("data-nbg-page");
  /** @type {Set<Document>} */
  const watched = new Set();

  function update() {
    const here = held.deref();
    if (here === undefined) {
      watcher.disconnect();
      system?.removeEventListener("change", changed);
      return;
    }
    if (!here.isConnected || here.closest(NAMED)) return;
    const start = own ? around(page.documentElement) : around(here);
    for (let at = start; at; at = around(at)) watch(at.ownerDocument);
    const scheme = own && start === null ? "" : schemeAt(start);
    here.style.colorScheme = scheme;
    if (own) page.documentElement.style.colorScheme = scheme;
  }

  function changed() {
    update();
    setTimeout(update, FADING);
  }

  const watcher = new MutationObserver(changed);
  const system = view?.matchMedia?.("(prefers-color-scheme: dark)");
  system?.addEventListener("change", changed);

  /** @param {Document} each */
  function watch(each) {
    if (watched.has(each)) return;
    watched.add(each);
    for (const element of [each.documentElement, each.body])
      if (element)
        watcher.observe(element, { attributes: true, attributeFilter: ["class", "style", "data-theme"] });
  }

  update();
  // Seen first when it has got its place in the page.
  new ResizeObserver(update).observe(root);
}

/**
 * The element around an element: also around a shadow root, and around a frame as far as that may be asked.
 * @param {Element} element
 * @returns {Element | null}
 */
function around(element) {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  if ("host" in root) return /** @type {ShadowRoot} */ (root).host;
  try {
    return element.ownerDocument.defaultView?.frameElement ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {Element | null} start
 * @returns {"light" | "dark" | ""} of the first ground below an element that is painted; "" for the system's
 */
function schemeAt(start) {
  /** @type {Element | null} */
  let last = null;
  for (let at = start; at; at = around(at)) {
    last = at;
    const style = at.ownerDocument.defaultView?.getComputedStyle(at);
    const [red, green, blue, alpha] = channels(style?.backgroundColor ?? "");
    if (alpha > 0.5) return red * 0.299 + green * 0.587 + blue * 0.114 < 128 ? "dark" : "light";
  }
  // Nothing is painted: a browser's own ground is white, unless the page says that it knows both.
  const page = last?.ownerDocument;
  const view = page?.defaultView;
  if (!page || !view || view.parent !== view) return "";
  const said = page.querySelector('meta[name="color-scheme"]')?.getAttribute("content") ?? "";
  const known = `${view.getComputedStyle(page.documentElement).colorScheme} ${said}`;
  if (!known.includes("dark")) return "light";
  return known.includes("light") ? "" : "dark";
}

/**
 * @param {string} colour in whatever notation
 * @returns {number[]} red, green, blue from 0 to 255, alpha from 0 to 1
 */
function channels(colour) {
  const parts = /^rgba?\(([^)]*)\)$/.exec(colour)?.[1].split(/[\s,/]+/);
  if (parts) return [...parts.slice(0, 3).map(Number), Number(parts[3] ?? 1)];
  if (colour === "" || colour === "transparent") return [0, 0, 0, 0];
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d");
  if (pen === null) return [0, 0, 0, 0];
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}
