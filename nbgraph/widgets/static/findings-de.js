/** What findings say, in German, by what they say in English. */

/** @type {Record<string, string>} */
export const GERMAN_FINDINGS = {
  "`{0}` acts once, while the graph is made, and not again at each call":
    "`{0}` wirkt einmal, beim Bau des Graphen, und nicht bei jedem Aufruf",
  "return the value, and act outside; `print` and logging act at every call":
    "den Wert zurückgeben und außen handeln; `print` und logging wirken bei jedem Aufruf",
  "the generator is outside of the function, and what it draws is drawn once, while the graph is made":
    "der Generator ist außerhalb der Funktion; gezogen wird einmal, beim Bau des Graphen",
  "`key, part = jax.random.split(key)` and `jax.random.{0}`, with a `key` that is an argument; or draw before the call and pass the number":
    "`key, part = jax.random.split(key)` und `jax.random.{0}`, mit `key` als Argument; oder vor dem Aufruf ziehen und die Zahl übergeben",
  "`jax.random.uniform(key)` with a `key` that is an argument; or draw before the call and pass the number":
    "`jax.random.uniform(key)` mit `key` als Argument; oder vor dem Aufruf ziehen und die Zahl übergeben",
  "`{0}` starts from the same seed in every iteration and at every call, and gives the same numbers":
    "`{0}` beginnt in jeder Iteration und bei jedem Aufruf mit demselben Startwert und gibt dieselben Zahlen",
  "`{0}` starts from the same seed at every call, and gives the same numbers":
    "`{0}` beginnt bei jedem Aufruf mit demselben Startwert und gibt dieselben Zahlen",
  "make it outside and pass it as an argument: `key, part = jax.random.split(key)`":
    "außen anlegen und als Argument übergeben: `key, part = jax.random.split(key)`",
  "the default of `{0}` is made once and shared by all calls, and this one changes it":
    "der Vorgabewert von `{0}` entsteht einmal und gilt für alle Aufrufe; dieser ändert ihn",
  "`functools.lru_cache` in place of `{0}`": "`functools.lru_cache` statt `{0}`",
  "`{0}=None`, and make a new one inside": "`{0}=None`, und innen einen neuen anlegen",
  "`{0}` is {1}, which is changed here while the graph is made, and never again":
    "`{0}` ist {1}, geändert wird es hier beim Bau des Graphen und nie wieder",
  "numbers, a list or an array in its place; or a loop whose number of iterations is known":
    "Zahlen, eine Liste oder ein Array an seiner Stelle; oder eine Schleife bekannter Länge",
  "`{0}` outlives the call and is changed by it, but a graph's Python runs once only":
    "`{0}` überlebt den Aufruf und wird von ihm geändert, doch Python läuft für den Graphen nur einmal",
  "return the new value of `{0}`, and assign it where the function is called":
    "den neuen Wert von `{0}` zurückgeben und beim Aufruf zuweisen",
  "a graph does not know whether an array came from NumPy or from JAX":
    "ein Graph weiß nicht, ob ein Array von NumPy oder von JAX kam",
  "ask for both, `isinstance(v, (np.ndarray, jax.Array))`; or for what you need, as `v.ndim`":
    "nach beiden fragen, `isinstance(v, (np.ndarray, jax.Array))`; oder nach dem Nötigen, etwa `v.ndim`",
  "do it in the body of the loop; or collect the items in a list before, `list(...)`":
    "es im Rumpf der Schleife tun; oder die Elemente vorher sammeln, `list(...)`",
  "`{0}`, item by item": "`{0}`, Element für Element",
  "`{0}`, for each item": "`{0}`, für jedes Element",
  "`{0}`, a whole number": "`{0}`, eine ganze Zahl",
  "`{0}`, a list": "`{0}`, eine Liste",
  "`{0}`, a list, with square brackets": "`{0}`, eine Liste, in eckigen Klammern",
  "`{0}`, a function": "`{0}`, eine Funktion",
  "`{0}`, for a longer text": "`{0}`, für einen längeren Text",
  "`{0}`, without parentheses": "`{0}`, ohne Klammern",
  "`{0}`, a name for each": "`{0}`, ein Name für jedes",
  "`{0}`, the number that the string stands for": "`{0}`, die Zahl, für die der String steht",
  "`{0}`, rows of one length": "`{0}`, Zeilen gleicher Länge",
  "`{0}`, which is a number already": "`{0}`, das schon eine Zahl ist",
  "`{0}`, the number of rows": "`{0}`, die Zahl der Zeilen",
  "`{0}`, which ends the function alone": "`{0}`, was nur die Funktion beendet",
  "`{0}`, or an array of floats": "`{0}`, oder ein Array von Gleitkommazahlen",
  "`{0}` before this line": "`{0}` vor dieser Zeile",
  "`{0}` before this line, so that it exists on both":
    "`{0}` vor dieser Zeile, damit es auf beiden Wegen da ist",
  "`{0}` before this line: a list may hold it": "`{0}` vor dieser Zeile: eine Liste kann es enthalten",
  "`{0}` before, so that it has a value on every path": "`{0}` davor, damit es auf jedem Weg einen Wert hat",
  "`{0}` before the loop": "`{0}` vor der Schleife",
  "`{0}` behind the block, not in it": "`{0}` hinter dem Block, nicht darin",
  "`{0}` in place of `{1}`": "`{0}` anstelle von `{1}`",
  "`{0}` in place of `{1}`, one name for both": "`{0}` anstelle von `{1}`, ein Name für beide",
  "`{0}` for `{1}` in line {2}": "`{0}` für `{1}` in Zeile {2}",
  "`{0}` at the end of `{1}`": "`{0}` am Ende von `{1}`",
  "`{0}` last in `{1}`, and `{2}` in line {3}": "`{0}` zuletzt in `{1}`, und `{2}` in Zeile {3}",
  "`{0}` first in `{1}`": "`{0}` zuerst in `{1}`",
  "`{0}` with `{1}` in it": "`{0}` mit `{1}` darin",
  "`{0}`, and `{1}` where it is called; `print` acts at every run":
    "`{0}`, und `{1}` beim Aufruf; `print` wirkt bei jedem Lauf",
  "`{0}` in the call, a list of its items": "`{0}` im Aufruf, eine Liste der Elemente",
  "`{0}` in the call: one array in place of a list of numbers":
    "`{0}` im Aufruf: ein Array anstelle einer Liste von Zahlen",
  "`{0}` as the default, and `{1}` in the function where it is None":
    "`{0}` als Vorgabe, und `{1}` in der Funktion, wo es None ist",
  "`{0}` (`--static {1}` in a cell): a graph for each value":
    "`{0}` (`--static {1}` in der Zelle): ein Graph je Wert",
  "a `while` loop; or `{0}` (`--static {1}` in a cell): a graph for each value":
    "eine `while`-Schleife; oder `{0}` (`--static {1}` in der Zelle): ein Graph je Wert",
  "`{0}` with all the values, in place of `yield`": "`{0}` mit allen Werten, anstelle von `yield`",
  "`{0}` or `{1}` for one answer, or `{2}` to choose per element":
    "`{0}` oder `{1}` für eine Antwort, oder `{2}`, um je Element zu wählen",
  "keys of one kind, e.g. strings: `{0}`": "Schlüssel einer Art, etwa Strings: `{0}`",
  "items of one kind, as `{0}` in place of `{1}`": "Elemente einer Art, etwa `{0}` anstelle von `{1}`",
  "arrays of one shape for `{0}`, as `{1}` cuts the longer one":
    "Arrays einer Form für `{0}`, wie `{1}` das längere kürzt",
  "the condition `{0}` is a {1} array of shape {2}, not one truth value":
    "die Bedingung `{0}` ist ein {1}-Array der Form {2}, nicht ein Wahrheitswert",
  "Python raises {0}; a graph does not raise: floats become `inf` or `nan`, integers some number.":
    "Python löst aus: {0}; ein Graph nicht: Gleitkommazahlen werden `inf` oder `nan`, ganze Zahlen irgendeine Zahl.",
  "Python raises {0}; a graph does not raise, and goes on with `inf`.":
    "Python löst aus: {0}; ein Graph nicht, er rechnet mit `inf` weiter.",
  "Python raises {0}; a graph does not raise, and goes on with `nan`.":
    "Python löst aus: {0}; ein Graph nicht, er rechnet mit `nan` weiter.",
  "Python raises {0}; a graph does not raise: it reads the nearest item, and drops a write.":
    "Python löst aus: {0}; ein Graph nicht, er liest das nächste Element und verwirft ein Schreiben.",
  "`{0}` with what a missing key stands for": "`{0}` mit dem, wofür ein fehlender Schlüssel steht",
  "JAX refuses `{0}`: {1}": "JAX lehnt `{0}` ab: {1}",
  "`{0}` has shape {1} and `{2}` shape {3}": "`{0}` hat die Form {1} und `{2}` die Form {3}",
  "`{0}` has shape {1} and `{2}` shape {3}: the {4} of the one and the {5} of the other must be equal":
    "`{0}` hat die Form {1} und `{2}` die Form {3}: {4} und {5} müssen gleich sein",
  "{0} (`{1}` has shape {2} and `{3}` shape {4})": "{0} (`{1}` hat die Form {2} und `{3}` die Form {4})",
  "{0} (`{1}` has shape {2} and `{3}` shape {4}: the {5} of the one and the {6} of the other must be equal)":
    "{0} (`{1}` hat die Form {2} und `{3}` die Form {4}: {5} und {6} müssen gleich sein)",
  "arrays that fit: for `{0}` one of shape {1}, or for `{2}` one of shape {3}":
    "passende Arrays: für `{0}` eines der Form {1}, oder für `{2}` eines der Form {3}",
  "`{0}`, whose inner lengths are equal": "`{0}`, mit gleichen inneren Längen",
  "`{0}`, which has the shape {1}": "`{0}`, das die Form {1} hat",
  "`{0}`, one value for each row": "`{0}`, ein Wert für jede Zeile",
};
