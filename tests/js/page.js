/** An empty page for tests that need a document: jsdom's, under the names a browser gives them. */

import { JSDOM } from "jsdom";

const NAMES = [
  "document",
  "window",
  "Node",
  "Element",
  "HTMLElement",
  "DOMParser",
  "MouseEvent",
  "PointerEvent",
  "KeyboardEvent",
  "Event",
  "MutationObserver",
];

export function freshPage() {
  return pageAt("");
}

/**
 * @param {string} hash what stands in the address
 * @returns {Document}
 */
export function pageAt(hash) {
  const { window } = new JSDOM("<!DOCTYPE html><body></body>", {
    pretendToBeVisual: true,
    url: `http://localhost/#${hash}`,
  });
  const page = /** @type {any} */ (window);
  for (const name of NAMES) {
    Object.defineProperty(globalThis, name, { value: page[name], configurable: true, writable: true });
  }
  Object.defineProperty(globalThis, "ResizeObserver", {
    value: class {
      observe() {}
    },
    configurable: true,
    writable: true,
  });
  return page.document;
}
