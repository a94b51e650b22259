/** The words of the page in English, in which all is said that is not in a table of its own. */

/** @type {import('./words.js').Words} */
export const ENGLISH = {
  names: ["Tour", "Next", "Close", "Keys"],
  tour: [
    "Your source. Point at a line: what became of it lights up everywhere. A click keeps that, Escape lets go.",
    "The same program as code, from yours to the machine's: one tab for each form.",
    "The program as a graph. − closes a loop or a choice into one box, + opens it.",
    "Whether the results are the same, and what is faster.",
    "“Step through” plays the run line by line, with all values. The key ? shows all keys.",
  ],
  keys: [
    "← ↑ → ↓",
    "inside a pane",
    "Enter",
    "keep what is lit; open or close a box",
    "Esc",
    "let go, close",
    "/",
    "search the graph",
    "+ − 0",
    "size of the graph",
    "z",
    "a region as a page of its own, and back",
    "f",
    "stage, and back; there c: code, t: timing",
    "→ ←",
    "steps: one forward, one back; with Shift: an iteration",
    "Space",
    "steps: play, pause",
    "o i",
    "steps: over a call, into calls",
  ],
  said: {},
};
