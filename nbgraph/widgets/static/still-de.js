/** What only the still view and the text say, in German, by what they say in English: no page carries it. */

/** @type {Record<string, string>} */
export const GERMAN_STILL = {
  "Scripts do not run here, so this is a still view. In Jupyter, the command Trust Notebook (Ctrl or Cmd+Shift+C finds it) or `jupyter trust NAME.ipynb` makes it interactive.":
    "Skripte laufen hier nicht, daher ist dies eine stehende Ansicht. In Jupyter macht sie der Befehl Trust Notebook (zu finden mit Strg oder Cmd+Umschalt+C) oder `jupyter trust NAME.ipynb` interaktiv.",
  "Dataflow graph of {0}": "Datenflussgraph von {0}",
  "error [{0}]": "Fehler [{0}]",
  "note [{0}]": "Hinweis [{0}]",
  "cause: {0}": "Ursache: {0}",
  "besides the result: an effect": "neben dem Ergebnis: eine Wirkung",
  "{0}: expected {1}, graph gave {2}": "{0}: erwartet {1}, der Graph gab {2}",
  "Controls (kernel needed): {0}": "Regler (mit Kernel): {0}",
  "{0} = ? (a guess comes first: the page shows the rest, and `%autograph --reveal GUESS`)":
    "{0} = ? (erst raten: die Seite zeigt den Rest, und `%autograph --reveal GUESS`)",
  "  … {0} more line": "  … {0} weitere Zeile",
  "  … {0} more lines": "  … {0} weitere Zeilen",
  "once, before: {0}": "einmal, davor: {0}",
  "The graph is not drawn where a call was stopped; run the cell again to see it.":
    "Nach dem Anhalten wird der Graph nicht gezeichnet; führen Sie die Zelle noch einmal aus.",
};
