/** Shapes shared by the modules. Never shipped to a browser. */

import type { GraphData, Span } from "./payload.js";

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
  /** Whether the keyboard's cursor can stand on it. */
  stop?: boolean;
  /** The number of the region that it opens or closes. */
  toggles?: number;
  /** The number of the region that it would open if that were in the page. */
  asks?: number;
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
  /** Calls back whenever `items` are others. */
  changed?(callback: () => void): void;
}

/** A node of the graph, or what a closed region looks like. Numbers are ids without their letter. */
export interface GraphNode {
  number: number;
  id: string;
  kind: string;
  role: string;
  operation: string;
  label: string;
  names: string[];
  avals: string[];
  region: number;
  span: Span | null;
  /** How many operations it stands for. */
  folded: number;
  /** The region it stands for; -1 for none. */
  folds: number;
  flops: number;
  bytes: number;
}

export interface GraphEdge {
  number: number;
  id: string;
  source: number;
  target: number;
  kind: string;
  name: string;
  aval: string;
  /** The region at whose border a control edge ends; -1 for none. */
  into: number;
}

export interface GraphRegion {
  number: number;
  id: string;
  kind: string;
  label: string;
  parent: number;
  span: Span | null;
  /** Size of its box when it is closed. */
  width: number;
  height: number;
  /** The regions around it, outermost first, and itself. */
  around: number[];
}

/** An operation that is in no picture; `region` is the box it is in. */
export interface Hidden {
  region: number;
  operation: string;
  label: string;
  names: string[];
  avals: string[];
  line: number;
}

/** The content of a control's field. */
export type Shown = number | boolean | string;

/** An argument's control, as `widgets/controls.py` describes it. */
export interface Control {
  name: string;
  kind: "slider" | "number" | "check" | "choice" | "text" | "values";
  /** Low, high and step of a slider. */
  bounds?: [number, number, number];
  /** Whether a slider moves by factors. */
  log?: boolean;
  /** Whether the numbers are integers. */
  whole?: boolean;
  /** What can be chosen. */
  choices?: string[];
}

/** What `render` sees of a widget's model; the model of a page answers the same calls and never changes. */
export interface Model {
  get(key: string): any;
  /** Send what the controls' fields show, by argument; only where there is a kernel. */
  send?(values: Record<string, Shown>): void;
  /** Send the kernel a question, which `widgets/explorer.py` answers: "answer" is heard, and can be got, then; or the wish
   *  that it stops what it computes. */
  ask?(question: Question | { stop: true }): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}

/** The question of what is in a region that the page does not hold. */
export interface Question {
  ask: string;
  /** The result that it is about, as its graph names it. */
  of: number;
  function: number;
  /** The regions that came in the same way, and the one that is wanted. */
  regions: number[];
}

/** The answer has the question's id; either data in the place of the graph's own, or why there are none. */
export interface Answer {
  answer: string;
  graph?: GraphData;
  error?: string;
}
