/** Shapes shared by the modules. Never shipped to a browser. */

import type { Span } from "./payload.js";

export type * from "./payload.js";

/** One thing that can be pointed at: a stretch of source or code, a node, a region, a gutter mark. */
export interface Item {
  /** Name of the pane it stands in. */
  pane: string;
  /** The source it belongs to; null when it has no place there. */
  span: Span | null;
  /** One line for the status bar and for screen readers. */
  text: string;
  /** Whether it outlines others, as a loop's region does: it lights up with an equal span only. */
  frame?: boolean;
  /** Edges of a node, nodes of an edge: lit softly with it. */
  near?: string[];
  /** Its id in the picture. */
  id?: string;
}

/**
 * A pane of one function. The function's view asks it which item an element stands for, tells it what to light, and
 * lets it move its own keyboard cursor; a pane knows nothing of the others. A new pane (a stepper, a plot) is one more
 * factory in `function-view.js`.
 */
export interface Pane {
  name: string;
  el: HTMLElement;
  /** Everything in it that can be lit; the index is made of these. */
  items: Item[];
  /** The item an element stands for; `take` puts the keyboard's cursor there. */
  at(target: Element, take: boolean): Item | null;
  /** Light `items`; `origin` is the one pointed at when it stands in this pane. Shows the first one unless origin. */
  light(items: Item[], origin: Item | null): void;
  /** Answer a key pressed in it: the item the cursor is on now, or null when the key is not its own. */
  move(key: string): Item | null;
}

/** What `render` needs of anywidget's model; the page's own model answers the same three calls. */
export interface Model {
  get(key: string): any;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}
