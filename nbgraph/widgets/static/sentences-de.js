/** Sentences of page and still view, and words beside their panes, in German, by what they are in English. */

/** @type {Record<string, string>} */
export const GERMAN_SENTENCES = {
  "Scripts do not run here, so this is a still view. In Jupyter, the command Trust Notebook (Ctrl or Cmd+Shift+C finds it) or `jupyter trust NAME.ipynb` makes it interactive.":
    "Skripte laufen hier nicht, daher ist dies eine stehende Ansicht. In Jupyter macht sie der Befehl Trust Notebook (zu finden mit Strg oder Cmd+Umschalt+C) oder `jupyter trust NAME.ipynb` interaktiv.",
  "Dataflow graph of {0}": "Datenflussgraph von {0}",
  "Python on each example": "Python mit jedem Beispiel",
  "error [{0}]": "Fehler [{0}]",
  "note [{0}]": "Hinweis [{0}]",
  "cause: {0}": "Ursache: {0}",
  "besides the result: an effect": "neben dem Ergebnis: eine Wirkung",
  "{0}: expected {1}, graph gave {2}": "{0}: erwartet {1}, der Graph gab {2}",
  "Controls (kernel needed): {0}": "Regler (mit Kernel): {0}",
  "{0} = ? (a guess comes first: the page shows the rest)": "{0} = ? (erst raten: die Seite zeigt den Rest)",
  "  … {0} more line": "  … {0} weitere Zeile",
  "  … {0} more lines": "  … {0} weitere Zeilen",
  "once, before: {0}": "einmal, davor: {0}",
  "first call": "erster Aufruf",
  runs: "Läufe",
  "changed since {0}": "geändert seit {0}",
  "the version before": "der Fassung davor",
  "generated code": "erzeugter Code",
  "Times of all functions on one axis": "Zeiten aller Funktionen auf einer Achse",
  "On one time axis": "Auf einer Zeitachse",
  "Time of one call": "Zeit eines Aufrufs",
  "Time of one call, {0}": "Zeit eines Aufrufs, {0}",
  "one run, {0}": "ein Lauf, {0}",
  "{0} runs of {1} calls": "{0} Läufe zu {1} Aufrufen",
  "{0} runs": "{0} Läufe",
  "1 run": "1 Lauf",
  "median {0}, fastest {1}": "Median {0}, schnellster {1}",
  "What changed: {0}": "Was sich änderte: {0}",
  "What changed since {0}": "Was sich seit {0} änderte",
  "new: ": "neu: ",
  "gone: ": "entfallen: ",
  "changed: ": "geändert: ",
  "empty line": "leere Zeile",
  "Time against {0}": "Zeit über {0}",
  "Generated code, {0}. Up and down move between lines, left and right between expressions.":
    "Erzeugter Code, {0}. Auf und ab von Zeile zu Zeile, links und rechts zwischen Ausdrücken.",
  "Your source. Up and down move between lines, right to its expressions, left to what became of it.":
    "Ihr Quelltext. Auf und ab von Zeile zu Zeile, rechts zu den Ausdrücken, links zu dem, was daraus wurde.",
  "Your source, each line with its {0} under it. Up and down move between lines.":
    "Ihr Quelltext, unter jeder Zeile ihr {0}. Auf und ab von Zeile zu Zeile.",
  "from line {0}": "von Zeile {0}",
  "nothing of this form": "nichts in dieser Form",
  "{0} line of this form": "{0} Zeile dieser Form",
  "{0} lines of this form": "{0} Zeilen dieser Form",
  "arithmetic operations": "Rechenoperationen",
  "bytes read and written": "gelesene und geschriebene Bytes",
  "{0}, from few to the most here: estimate from shapes, nothing fused, each loop's body counted once":
    "{0}, von wenigen bis zum Höchsten hier: aus Formen geschätzt, nichts verschmolzen, jeder Schleifenrumpf einmal gezählt",
  "gives {0}": "ergibt {0}",
  "{0} folded": "{0} eingeklappt",
  "what is in it is asked of the kernel": "den Inhalt liefert der Kernel",
  "what is in it is not in this page": "der Inhalt ist nicht in dieser Seite",
  "when {0}": "wenn {0}",
  value: "Wert",
  "{0} values": "{0} Werte",
  "from {0} to {1}": "von {0} zu {1}",
  "next iteration": "nächste Iteration",
  "{0} match inside": "{0} Treffer darin",
  "{0} matches inside": "{0} Treffer darin",
  nothing: "nichts",
  "in the first {0}": "in den ersten {0}",
  "{0} more are not in this page": "{0} weitere sind nicht in dieser Seite",
  of: "von",
  "index out of range": "Index außerhalb",
  "That would be {0} boxes; {1} fit at a time. Close something first.":
    "Das wären {0} Kästen; {1} passen auf einmal. Schließen Sie erst etwas.",
  "What is in it is not in this page. `ng.interact` and `%%autograph --live` open it, as long as there is a kernel.":
    "Der Inhalt ist nicht in dieser Seite. `ng.interact` und `%%autograph --live` öffnen ihn, solange ein Kernel läuft.",
  "Kernel needed: run this cell, then it opens.":
    "Kernel nötig: führen Sie die Zelle aus, dann öffnet es sich.",
  "Kernel needed: run this cell to move the controls. What is shown is the last result.":
    "Kernel nötig: führen Sie die Zelle aus, um die Regler zu bewegen. Gezeigt ist das letzte Ergebnis.",
  "Asking the kernel for what is in it…": "Der Kernel wird nach dem Inhalt gefragt…",
  "This view was written by another version of nbgraph ({0}).":
    "Diese Ansicht stammt von einer anderen Version von nbgraph ({0}).",
  "{0}: {1} widened to {2}": "{0}: {1} erweitert zu {2}",
  "carries {0}": "trägt {0}",
  "{0} iterations": "{0} Iterationen",
  "waiting in line {0} of {1}": "wartet in Zeile {0} von {1}",
  "waiting in line {0}": "wartet in Zeile {0}",
  "in {0}": "in {0}",
  "≠ first difference": "≠ erster Unterschied",
  "≠ first difference: where the graph leaves Python on NumPy copies":
    "≠ erster Unterschied: wo der Graph von Python mit NumPy-Kopien abweicht",
  "≠ first difference: where the graph leaves plain Python":
    "≠ erster Unterschied: wo der Graph von reinem Python abweicht",
  "Over a call: to the next step of this function or its caller (O)":
    "Über einen Aufruf: zum nächsten Schritt dieser Funktion oder ihres Aufrufers (O)",
  "Into calls: go into the functions that are called (I)":
    "In Aufrufe: in die gerufenen Funktionen gehen (I)",
  Guess: "Raten",
  Reveal: "Zeigen",
  "Guess first": "Erst raten",
  "What does {0} give?": "Was ergibt {0}?",
  "Your guess: {0}. It gives no value: see below.":
    "Ihre Vermutung: {0}. Es ergibt keinen Wert: siehe unten.",
  "Your guess: {0}. That is right.": "Ihre Vermutung: {0}. Das stimmt.",
  "Your guess: {0}. It gives {1}.": "Ihre Vermutung: {0}. Es ergibt {1}.",
  Stop: "Anhalten",
  Arguments: "Argumente",
  "Updating… {0}": "Wird berechnet… {0}",
  "{0} as a number": "{0} als Zahl",
  "Arrow keys read the points.": "Pfeiltasten lesen die Punkte vor.",
  "Time of one call against {0}, logarithmic scale of time":
    "Zeit eines Aufrufs über {0}, Zeit logarithmisch",
  "results differ": "Ergebnisse verschieden",
  "first call of the graph {0}, compiling included": "erster Aufruf des Graphen {0}, samt Kompilieren",
  "graph, first call": "Graph, erster Aufruf",
  "one run": "ein Lauf",
  "middle half {0} to {1}, {2} runs": "mittlere Hälfte {0} bis {1}, {2} Läufe",
  "Medians as a table": "Mediane als Tabelle",
  "{0} more without a picture.": "{0} weitere ohne Bild.",
  arguments: "Argumente",
  "made at": "entstanden",
  cost: "Kosten",
  "used by": "benutzt von",
  because: "weil",
  "These are the traces that the calls make where the function is called; to be shown and measured here, each call is traced by itself.":
    "Dies sind die Traces, die die Aufrufe dort machen, wo die Funktion gerufen wird; zum Zeigen und Messen wird jeder Aufruf für sich verfolgt.",
  "As graphs, {0} takes {1} and {2} {3}, about as long.":
    "Als Graphen braucht {0} {1} und {2} {3}, etwa gleich lang.",
  "As graphs, {0} takes {1} and {2} {3}, {4} as long.":
    "Als Graphen braucht {0} {1} und {2} {3}, {4} so lang.",
  "The graph loses against plain Python for {0}.": "Der Graph verliert gegen reines Python bei {0}.",
  "No graph loses against plain Python.": "Kein Graph verliert gegen reines Python.",
  "{0} and {1}": "{0} und {1}",
  "{0} to {1}": "{0} bis {1}",
  "The iteration budget costs {0} of this call: {1} with it, {2} without.":
    "Die Begrenzung der Iterationen kostet {0} dieses Aufrufs: {1} mit ihr, {2} ohne.",
  "{0} relative plus {1} absolute": "{0} relativ plus {1} absolut",
  "The checked run took {0}.": "Der geprüfte Lauf brauchte {0}.",
  "The results differ, so these are times of two different computations.":
    "Die Ergebnisse sind verschieden: dies sind Zeiten zweier verschiedener Rechnungen.",
  "Where a result is missing, there is no race.": "Wo ein Ergebnis fehlt, gibt es kein Rennen.",
  "one run, cold: warm-up included": "ein Lauf, kalt: samt Aufwärmen",
  "not timed: it ran once, and a second run would repeat what it prints or changes":
    "nicht gemessen: es lief einmal; ein zweiter Lauf würde wiederholen, was es ausgibt oder ändert",
  "not run: it would repeat what the function prints or changes":
    "nicht gelaufen: es würde wiederholen, was die Funktion ausgibt oder ändert",
  "not run: it would take longer still": "nicht gelaufen: es würde noch länger dauern",
  "not run: it would end as plain Python has": "nicht gelaufen: es würde enden wie reines Python",
  "Plain Python is not shown beside it: the function acts outside of its process, and would do so again.":
    "Reines Python steht nicht daneben: die Funktion wirkt außerhalb ihres Prozesses und täte es noch einmal.",
  "Plain Python raises {0}.": "Reines Python löst aus: {0}.",
  "plain Python raised {0}": "reines Python löste aus: {0}",
  "The record ends here: {0}": "Die Aufzeichnung endet hier: {0}",
  "plain Python, watched line by line, did not end within {0}.":
    "reines Python, Zeile für Zeile beobachtet, endete nicht in {0}.",
  "What called functions do is left out: with it the record would have more than {0} steps.":
    "Was gerufene Funktionen tun, ist weggelassen: sonst hätte die Aufzeichnung mehr als {0} Schritte.",
  "{0} of {1} iterations of {2} loop runs are kept: the first, the last, some between.":
    "{0} von {1} Iterationen in {2} Schleifenläufen sind aufgezeichnet: die erste, die letzte, einige dazwischen.",
  "Loop in line {0}: {1} of {2} iterations are kept: first, last, some between.":
    "Schleife in Zeile {0}: {1} von {2} Iterationen sind aufgezeichnet: erste, letzte, einige dazwischen.",
  "`{0}` is not gone into: it is a generator, which runs a piece at a time.":
    "In `{0}` geht es nicht hinein: es ist ein Generator, der stückweise läuft.",
  "`{0}` is not gone into: JAX or another package calls it, perhaps on other values (as `jax.vmap` does).":
    "In `{0}` geht es nicht hinein: JAX oder ein anderes Paket ruft es, vielleicht mit anderen Werten (wie `jax.vmap`).",
  "The strings in `{0}` are part of the graph, because no array can hold them: others make another graph.":
    "Die Zeichenketten in `{0}` sind Teil des Graphen, weil kein Array sie fasst: andere ergeben einen anderen Graphen.",
  "{0}. Plain Python returns the same.": "{0}. Reines Python ergibt dasselbe.",
  "The result is {0}, which is first made by {1}": "Das Ergebnis ist {0}, zuerst gemacht von {1}",
  "The result is {0}, which came in with {1}": "Das Ergebnis ist {0}, hereingekommen mit {1}",
  "{0} is made by {1}.": "{0} wird gemacht von {1}.",
  "{0} in line {1}, from {2}": "{0} in Zeile {1}, aus {2}",
  "{0} in line {1}": "{0} in Zeile {1}",
  "{0} in line {1}, in iteration {2} of the loop in line {3}, asks for index {4} of an axis of length {5}, and JAX takes the nearest there is":
    "{0} in Zeile {1}, in Iteration {2} der Schleife in Zeile {3}, verlangt Index {4} einer Achse der Länge {5}, und JAX nimmt den nächsten, den es gibt",
  "{0} in line {1}, asks for index {2} of an axis of length {3}, and JAX takes the nearest there is":
    "{0} in Zeile {1} verlangt Index {2} einer Achse der Länge {3}, und JAX nimmt den nächsten, den es gibt",
  "The result was {0} and is {1}.": "Das Ergebnis war {0} und ist {1}.",
  "Both give {0}.": "Beide ergeben {0}.",
  "The source of the function is the same.": "Der Quelltext der Funktion ist derselbe.",
  "The graph is the same: {0} nodes.": "Der Graph ist derselbe: {0} Knoten.",
  "The graph is about as fast as before: {0}.": "Der Graph ist etwa so schnell wie vorher: {0}.",
  "Whether the graph is faster than before was not settled: {0}.":
    "Ob der Graph schneller als vorher ist, blieb offen: {0}.",
  "The graph is {0} slower than before: {1}.": "Der Graph ist {0} langsamer als vorher: {1}.",
  "The graph is {0} faster than before: {1}.": "Der Graph ist {0} schneller als vorher: {1}.",
  "There is no earlier version of {0} to compare with: edit its cell and run it again.":
    "Es gibt keine frühere Fassung von {0}: ändern Sie die Zelle und führen Sie sie noch einmal aus.",
  "The graph is not drawn where a call was stopped; run the cell again to see it.":
    "Nach dem Anhalten wird der Graph nicht gezeichnet; führen Sie die Zelle noch einmal aus.",
  "`{0}` is traced; both sides are cheap": "`{0}` zeigt sich im Lauf; beide Seiten sind billig",
  "`{0}` is traced; both sides leave the same":
    "`{0}` zeigt sich im Lauf; beide Seiten lassen dasselbe zurück",
  "`{0}` is traced after an iteration": "`{0}` zeigt sich nach einer Iteration erst im Lauf",
  "`{0}` is traced": "`{0}` zeigt sich im Lauf",
  "`{0}` is True at trace time": "`{0}` ist beim Verfolgen True",
  "`{0}` is False at trace time": "`{0}` ist beim Verfolgen False",
  "1 iteration, known at trace time": "1 Iteration, beim Verfolgen bekannt",
  "{0} iterations, known at trace time": "{0} Iterationen, beim Verfolgen bekannt",
  "Python iterates over this object": "Python läuft über dieses Objekt",
  "its condition is traced": "ihre Bedingung zeigt sich im Lauf",
  "its operands are traced": "die Operanden zeigen sich im Lauf",
  "one side raises": "eine Seite löst Fehler aus",
  "the branches leave it with different lengths": "die Zweige hinterlassen verschiedene Längen",
  "the length of `{0}` is traced": "die Länge von `{0}` zeigt sich im Lauf",
  "the length of the list or an index is only known at run time":
    "die Länge der Liste oder ein Index ist erst im Lauf bekannt",
  "this may raise at run time what its `except` catches":
    "dies kann im Lauf auslösen, was sein `except` fängt",
  "whether it is reached is known at run time only": "ob es erreicht wird, ist erst im Lauf bekannt",
  "Source: {0} lines new, {1} lines gone.": "Quelltext: {0} Zeilen neu, {1} Zeilen entfallen.",
  "Graph: {0} nodes new, {1} nodes gone, {2} changed, {3} the same.":
    "Graph: {0} Knoten neu, {1} entfallen, {2} geändert, {3} gleich.",
  "Graph: {0} nodes new, {1} nodes gone, {2} the same.": "Graph: {0} Knoten neu, {1} entfallen, {2} gleich.",
  "This call changes {0}. The change ends with the call: the notebook keeps what it had.":
    "Dieser Aufruf ändert {0}. Die Änderung endet mit ihm: das Notebook behält, was es hatte.",
  "the argument {0}": "das Argument {0}",
  "The graph has nothing left to compute: the whole result was found while it was traced.":
    "Dem Graphen bleibt nichts zu berechnen: das ganze Ergebnis wurde beim Verfolgen gefunden.",
  "test (part)": "Test",
  "body (part)": "Rumpf",
  "checks (part)": "Checks",
  "flags (part)": "Flags",
  "length (part)": "Länge",
  "iteration {0}": "Iteration {0}",
  "iterations {0}": "Iterationen {0}",
  "and {0} (part)": "und {0}",
  "no break (part)": "kein break",
  "no error (part)": "kein Fehler",
  "no return (part)": "kein return",
  "no continue (part)": "kein continue",
  "iteration count (part)": "Iterationenzahl",
  "stored item (part)": "Element",
};
