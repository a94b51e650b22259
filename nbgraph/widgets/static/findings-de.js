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
  "`{0}` holds `{1}`, which has a name of its own: in a loop of a graph that is a copy":
    "`{0}` enthält `{1}`, das einen eigenen Namen hat: in einer Schleife des Graphen ist das eine Kopie",
  "change it by its name, `{0}[...] = ...`, and leave it out of the tuple":
    "es unter seinem Namen ändern, `{0}[...] = ...`, und aus dem Tupel lassen",
  "`{0}` is changed here, and this loop keeps the same array under another name":
    "`{0}` wird hier geändert, und diese Schleife behält dasselbe Array unter anderem Namen",
  "a copy where it is kept, `{0}.copy()`": "eine Kopie, wo es behalten wird, `{0}.copy()`",
  "`{0}` may end by a run-time value, and Python itself takes its items":
    "`{0}` kann durch einen Laufzeitwert enden, und Python selbst nimmt die Elemente",
  "a run-time value may end this walk, and taking the next item changes {0}":
    "ein Laufzeitwert kann diesen Gang beenden, und das nächste Element zu nehmen ändert {0}",
  "do it in the body of the loop; or collect the items in a list before, `list(...)`":
    "es im Rumpf der Schleife tun; oder die Elemente vorher sammeln, `list(...)`",
};
