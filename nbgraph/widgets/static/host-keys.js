/**
 * Ctrl and Cmd shortcuts belong to Jupyter, also while the focus is in the explorer: Ctrl+S saves the notebook. What a text
 * field of the explorer does with a key is its own: JupyterLab prevents each undo inside a notebook that no editor makes.
 */

const SUPPRESS = "data-lm-suppress-shortcuts";

/** A modifier by itself is no shortcut, and the key that comes with it may be the text field's. */
const MODIFIERS = new Set(["Control", "Meta", "Shift", "Alt"]);

/** What Ctrl or Cmd does with these keys inside a text field is the field's own. */
const EDITING = new Set([
  "a",
  "c",
  "v",
  "x",
  "y",
  "z",
  "arrowleft",
  "arrowright",
  "backspace",
  "delete",
  "end",
  "home",
  "insert",
]);

/**
 * Hands keys pressed with Ctrl or Cmd inside `root` to Jupyter, which ignores every key below an element with
 * `data-lm-suppress-shortcuts`. Jupyter listens on the document, so a listener on the window comes before it; the
 * attribute is back in the next task, when every listener has run.
 * @param {Element} root it is not kept alive
 */
export function handOverShortcuts(root) {
  const held = new WeakRef(root);
  const view = root.ownerDocument.defaultView;
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const here = held.deref();
    if (here === undefined) return leave();
    const target = event.target;
    if (!(target instanceof Element) || !here.contains(target) || !isHosts(event, target)) return;
    const marked = ancestors(target).filter((element) => element.hasAttribute(SUPPRESS));
    for (const element of marked) element.removeAttribute(SUPPRESS);
    setTimeout(() => marked.forEach((element) => element.setAttribute(SUPPRESS, "true")));
  }
  /** @param {Event} event */
  function onInput(event) {
    const { target } = event;
    if (target instanceof Element && held.deref()?.contains(target)) event.stopPropagation();
  }
  function leave() {
    view?.removeEventListener("keydown", onKey, true);
    view?.removeEventListener("beforeinput", onInput, true);
  }
  view?.addEventListener("keydown", onKey, true);
  view?.addEventListener("beforeinput", onInput, true);
}

/**
 * @param {KeyboardEvent} event
 * @param {Element} target
 */
function isHosts(event, target) {
  if ((!event.ctrlKey && !event.metaKey) || MODIFIERS.has(event.key)) return false;
  return !target.matches("input, textarea, select") || !EDITING.has(event.key.toLowerCase());
}

/** @param {Element} target */
function ancestors(target) {
  const found = [];
  for (let at = /** @type {Element | null} */ (target); at; at = at.parentElement) found.push(at);
  return found;
}
