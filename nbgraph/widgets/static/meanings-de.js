/** What words of the generated code mean, in German, by what they mean in English. */

/** @type {Record<string, string>} */
export const GERMAN_MEANINGS = {
  "An `if`, its blocks as functions: Python's when the condition is known, else `lax.cond` or a select.":
    "Ein `if`, seine Blöcke als Funktionen: Pythons, wenn die Bedingung bekannt ist, sonst `lax.cond` oder eine Auswahl.",
  "A `while`, test and body as functions: Python's when the test is known, else `lax.while_loop`.":
    "Ein `while`, Test und Rumpf als Funktionen: Pythons, wenn der Test bekannt ist, sonst `lax.while_loop`.",
  "A `for`, its body as a function: Python's, `lax.fori_loop` or `lax.scan`, by what it runs over.":
    "Ein `for`, sein Rumpf als Funktion: Pythons, `lax.fori_loop` oder `lax.scan`, je nachdem, worüber es läuft.",
  "`and`: the right side is only computed where the left one is true, also in a graph.":
    "`and`: die rechte Seite wird nur berechnet, wo die linke wahr ist, auch im Graphen.",
  "`or`: the right side is only computed where the left one is false, also in a graph.":
    "`or`: die rechte Seite wird nur berechnet, wo die linke falsch ist, auch im Graphen.",
  "`not`, also of a value that only the run of the graph knows.":
    "`not`, auch von einem Wert, den erst der Lauf kennt.",
  "`in`, also where an operand is traced.": "`in`, auch wenn ein Operand erst im Lauf bekannt ist.",
  "`is`, also where an operand was chosen when the graph ran.":
    "`is`, auch wenn ein Operand erst im Lauf gewählt wurde.",
  "`==`, also of containers that hold traced values.": "`==`, auch von Behältern mit Werten des Laufs.",
  "`<` and its like, of tuples or lists that hold traced values: the first items that differ decide.":
    "`<` und Verwandte, von Tupeln oder Listen mit Werten des Laufs: die ersten verschiedenen Elemente entscheiden.",
  "A call: the function is converted too if it is yours, and called as it is if it is a library's.":
    "Ein Aufruf: Ihre Funktion wird auch umgewandelt, die einer Bibliothek gerufen, wie sie ist.",
  "An item of a list or tuple; the index may be a traced value.":
    "Ein Element einer Liste oder eines Tupels; der Index darf erst im Lauf bekannt sein.",
  "`v[i] = x`: a new array for a JAX array, since those never change; the change itself for the rest.":
    "`v[i] = x`: für ein JAX-Array ein neues, denn die ändern sich nie; sonst die Änderung selbst.",
  "`v[i] += x` and its like: a new array for a JAX array, the change itself for the rest.":
    "`v[i] += x` und Verwandte: für ein JAX-Array ein neues, sonst die Änderung selbst.",
  "Settles which value a name has when the assigned value's own calls may bind it anew.":
    "Legt fest, welchen Wert ein Name hat, wenn die Aufrufe darin ihn neu binden können.",
  "Settles what an attribute holds when items of it were assigned.":
    "Legt fest, was ein Attribut enthält, wenn ihm Elemente zugewiesen wurden.",
  "A list: Python's own, or an array with room and a length where it grows in a loop of the graph.":
    "Eine Liste: Pythons eigene, oder ein Array mit Platz und Länge, wo sie in einer Schleife des Graphen wächst.",
  "A dict whose keys may be known at run time only: a list of its entries, in the order of Python's.":
    "Ein Dict, dessen Schlüssel vielleicht erst im Lauf bekannt sind: eine Liste seiner Einträge, in Pythons Ordnung.",
  "A set whose items may be known at run time only: a list of them, each once.":
    "Ein Set, dessen Elemente vielleicht erst im Lauf bekannt sind: eine Liste, jedes einmal.",
  "An `assert`: checked at once when its condition is known, after the run when it is traced.":
    "Ein `assert`: sofort geprüft, wenn die Bedingung bekannt ist, sonst nach dem Lauf.",
  "An f-string: a text now, or one that is filled in when the graph has run.":
    "Ein f-String: ein Text sofort, oder einer, der nach dem Lauf gefüllt wird.",
  "A value in an f-string, with its format.": "Ein Wert in einem f-String, mit seinem Format.",
  "`locals()`: the names that have a value here.": "`locals()`: die Namen, die hier einen Wert haben.",
  '`"%d" % x`, also of a traced value.': '`"%d" % x`, auch von einem Wert des Laufs.',
  '`"#" * n`: a text as often as the run says; `"even" * (n % 2 == 0)`: the text or none.':
    '`"#" * n`: ein Text so oft, wie der Lauf sagt; `"even" * (n % 2 == 0)`: der Text oder keiner.',
  "What no `except` of yours may catch: an error about the graph itself.":
    "Was kein `except` von Ihnen fangen darf: ein Fehler über den Graphen selbst.",
  "The body of a `try`: what is raised in it when the graph runs is noted, and does not end the run.":
    "Der Rumpf eines `try`: was darin im Lauf ausgelöst wird, wird vermerkt und beendet den Lauf nicht.",
  "Whether the statement before has raised: what follows in the `try` is only done if it has not.":
    "Ob die Anweisung davor ausgelöst hat: was im `try` folgt, geschieht nur sonst.",
  "Which `except` of the `try` runs, counted from 1; 0 where nothing was raised.":
    "Welches `except` des `try` läuft, ab 1 gezählt; 0, wo nichts ausgelöst wurde.",
  "A `raise` in such a `try`: it says when the graph runs which `except` is taken.":
    "Ein `raise` in solch einem `try`: im Lauf sagt es, welches `except` genommen wird.",
  "What `except ... as error` names.": "Was `except ... as error` benennt.",
  "Arithmetic with truth values: the numbers 0 and 1, as Python counts them; a mask stays one.":
    "Rechnen mit Wahrheitswerten: die Zahlen 0 und 1, wie Python sie zählt; eine Maske bleibt eine.",
  "`a / b` for whose division by zero a `try` waits.":
    "`a / b`, auf dessen Teilung durch null ein `try` wartet.",
  "What a name stood for when an exception left the block that bound it.":
    "Wofür ein Name stand, als eine Ausnahme den Block verließ, der ihn band.",
  "A name without a value: using it is an error that names the variable.":
    "Ein Name ohne Wert: ihn zu benutzen ist ein Fehler, der die Variable nennt.",
  "Checks that a name has a value before it is used.":
    "Prüft, dass ein Name einen Wert hat, bevor er benutzt wird.",
  "Runs one of two functions, as a condition says when the graph runs; the other is not computed.":
    "Führt eine von zwei Funktionen aus, je nach Bedingung im Lauf; die andere wird nicht berechnet.",
  "Runs one of several functions, by an index known when the graph runs.":
    "Führt eine von mehreren Funktionen aus, nach einem Index, der im Lauf bekannt ist.",
  "Repeats a function while a test holds; takes and gives the loop's variables (the carry).":
    "Wiederholt eine Funktion, solange ein Test gilt; nimmt und gibt die Schleifenvariablen (carry).",
  "Repeats a function for i from a lower to an upper bound, handing on the carry.":
    "Wiederholt eine Funktion für i von einer unteren zu einer oberen Grenze und reicht den carry weiter.",
  "Repeats a function along its inputs' first axis; hands on the carry, stacks each iteration's output.":
    "Wiederholt eine Funktion entlang der ersten Achse; reicht den carry weiter und stapelt die Ergebnisse.",
  "Chooses between two values, both computed, element by element.":
    "Wählt zwischen zwei Werten, beide berechnet, elementweise.",
  "Cuts a piece out of an array, at a place known when the graph runs.":
    "Schneidet ein Stück aus einem Array, an einer Stelle, die im Lauf bekannt ist.",
  "The array with a piece of it replaced, at a place known when the graph runs.":
    "Das Array mit einem ersetzten Stück, an einer Stelle, die im Lauf bekannt ist.",
  "The value itself, which counts as a constant where gradients are taken.":
    "Der Wert selbst, der bei Gradienten als Konstante zählt.",
  "Chooses between values, all computed, element by element.":
    "Wählt zwischen Werten, alle berechnet, elementweise.",
  "Puts arrays of one shape together along a new axis.":
    "Legt Arrays gleicher Form entlang einer neuen Achse zusammen.",
  "A new array of zeros.": "Ein neues Array aus Nullen.",
  "The value as an array of JAX.": "Der Wert als JAX-Array.",
  "The numbers from a start to an end as an array.": "Die Zahlen von Anfang bis Ende als Array.",
  "Puts arrays one after the other along an axis they have.":
    "Legt Arrays entlang einer vorhandenen Achse hintereinander.",
  "Prints values from within the graph while it runs.": "Gibt im Lauf des Graphen Werte aus.",
  "Calls a Python function from within the graph while it runs.":
    "Ruft im Lauf des Graphen eine Python-Funktion.",
  "Makes a function of one item one of an array of items.":
    "Macht aus einer Funktion eines Elements eine eines Arrays von Elementen.",
  "The absolute value, element by element.": "Der Betrag, elementweise.",
  "Adds element by element.": "Addiert elementweise.",
  "Both hold: a logical and of truth values, bit by bit of integers.":
    "Beide gelten: logisches Und von Wahrheitswerten, bitweise von ganzen Zahlen.",
  "The smallest whole number that is not less, element by element.":
    "Die kleinste ganze Zahl, die nicht kleiner ist, elementweise.",
  "Cuts a piece out of an array, at a place known when the graph runs; clamped to lie inside.":
    "Schneidet ein Stück aus einem Array, an einer Stelle des Laufs; so verschoben, dass es darin liegt.",
  "The largest whole number that is not greater, element by element.":
    "Die größte ganze Zahl, die nicht größer ist, elementweise.",
  "Picks items or slices of an array by indices known when the graph runs.":
    "Nimmt Elemente oder Scheiben eines Arrays nach Indizes, die im Lauf bekannt sind.",
  "The imaginary part of complex numbers.": "Der Imaginärteil komplexer Zahlen.",
  "Counts 0, 1, 2, ... along an axis: what `arange` becomes.":
    "Zählt 0, 1, 2, ... entlang einer Achse: was aus `arange` wird.",
  "Turns truth values around, or the bits of integers.":
    "Dreht Wahrheitswerte um, oder die Bits ganzer Zahlen.",
  "One of them holds: a logical or of truth values, bit by bit of integers.":
    "Einer gilt: logisches Oder von Wahrheitswerten, bitweise von ganzen Zahlen.",
  "The array with room around or between its elements, filled with one value.":
    "Das Array mit Platz um oder zwischen seinen Elementen, mit einem Wert gefüllt.",
  "The real part of complex numbers.": "Der Realteil komplexer Zahlen.",
  "The same elements in another shape.": "Dieselben Elemente in anderer Form.",
  "The array with some items replaced, at indices known when the graph runs.":
    "Das Array mit ersetzten Elementen, an Indizes, die im Lauf bekannt sind.",
  "Moves the bits of integers up: times a power of two.":
    "Schiebt die Bits ganzer Zahlen hinauf: mal eine Zweierpotenz.",
  "Moves the bits of integers down, keeping the sign: a floor division by a power of two.":
    "Schiebt die Bits ganzer Zahlen hinab, mit Vorzeichen: Ganzzahldivision durch eine Zweierpotenz.",
  "Moves the bits of integers down, filling with zeros.":
    "Schiebt die Bits ganzer Zahlen hinab und füllt mit Nullen.",
  "-1, 0 or 1, element by element.": "-1, 0 oder 1, elementweise.",
  "Cuts out a piece whose place is known beforehand.":
    "Schneidet ein Stück aus, dessen Stelle vorher bekannt ist.",
  "Sorts along an axis.": "Sortiert entlang einer Achse.",
  "The square root, element by element.": "Die Quadratwurzel, elementweise.",
  "The hyperbolic tangent, element by element.": "Der Tangens hyperbolicus, elementweise.",
  "The same elements with the axes in another order.":
    "Dieselben Elemente mit anderer Reihenfolge der Achsen.",
  "Repeats its body while its test holds. It takes and gives the loop's variables (the carry).":
    "Wiederholt seinen Rumpf, solange sein Test gilt. Nimmt und gibt die Schleifenvariablen (carry).",
  "Exactly one of them holds: an exclusive or of truth values, bit by bit of integers.":
    "Genau einer gilt: exklusives Oder von Wahrheitswerten, bitweise von ganzen Zahlen.",
  "Adds what gradients arrive over several ways.": "Addiert, was Gradienten auf mehreren Wegen bringen.",
  "The index of the largest element along an axis.": "Der Index des größten Elements entlang einer Achse.",
  "The index of the smallest element along an axis.": "Der Index des kleinsten Elements entlang einer Achse.",
  "Repeats a value along new axes, so that shapes fit.":
    "Wiederholt einen Wert entlang neuer Achsen, damit Formen passen.",
  "Keeps values between a lower and an upper bound.":
    "Hält Werte zwischen einer unteren und einer oberen Grenze.",
  "Runs one of its branches, by an index: 0 is False, 1 is True. The other is not computed.":
    "Führt einen seiner Zweige aus, nach einem Index: 0 ist False, 1 ist True. Der andere wird nicht berechnet.",
  "The same values in another element type: a cast.": "Dieselben Werte in anderem Elementtyp.",
  "The same values in memory of their own.": "Dieselben Werte in eigenem Speicher.",
  "The cosine, element by element.": "Der Kosinus, elementweise.",
  "Running sums along an axis.": "Laufende Summen entlang einer Achse.",
  "Calls a function that has a derivative rule of its own.":
    "Ruft eine Funktion mit eigener Ableitungsregel.",
  "Calls a function that has a backward rule of its own.": "Ruft eine Funktion mit eigener Rückwärtsregel.",
  "Calls a Python function while the graph runs: a `print`, for instance.":
    "Ruft im Lauf des Graphen eine Python-Funktion: ein `print` zum Beispiel.",
  "Puts a value onto a device.": "Bringt einen Wert auf ein Gerät.",
  "Divides element by element; of integers, rounds towards zero.":
    "Dividiert elementweise; ganze Zahlen zur Null hin gerundet.",
  "A matrix product, over the axes it names.": "Ein Matrixprodukt, über die genannten Achsen.",
  "An array whose content is not set yet.": "Ein Array, dessen Inhalt noch nicht gesetzt ist.",
  "Equal, element by element.": "Gleich, elementweise.",
  "The exponential, element by element.": "Die Exponentialfunktion, elementweise.",
  "One more axis of length one.": "Eine weitere Achse der Länge eins.",
  "Greater or equal, element by element.": "Größer oder gleich, elementweise.",
  "Greater, element by element.": "Größer, elementweise.",
  "A power with a fixed whole exponent.": "Eine Potenz mit festem ganzem Exponenten.",
  "Calls a Python function while the graph runs, in the program's order, and takes its result.":
    "Ruft im Lauf eine Python-Funktion, in der Ordnung des Programms, und nimmt ihr Ergebnis.",
  "Neither infinite nor NaN, element by element.": "Weder unendlich noch NaN, elementweise.",
  "A function that was traced by itself; its jaxpr stands inside. It costs nothing: XLA puts it in place.":
    "Eine für sich verfolgte Funktion; ihr jaxpr steht darin. Sie kostet nichts: XLA setzt sie ein.",
  "Less or equal, element by element.": "Kleiner oder gleich, elementweise.",
  "The natural logarithm, element by element.": "Der natürliche Logarithmus, elementweise.",
  "The logistic function, element by element.": "Die logistische Funktion, elementweise.",
  "Less, element by element.": "Kleiner, elementweise.",
  "The greater of two, element by element.": "Der größere von beiden, elementweise.",
  "The lesser of two, element by element.": "Der kleinere von beiden, elementweise.",
  "Multiplies element by element.": "Multipliziert elementweise.",
  "Different, element by element.": "Verschieden, elementweise.",
  "The negative, element by element.": "Der negative Wert, elementweise.",
  "The value itself; walking back through it for a gradient is refused with an explanation.":
    "Der Wert selbst; ein Gradient hindurch wird mit einer Erklärung abgelehnt.",
  "A power, element by element.": "Eine Potenz, elementweise.",
  "Calls a Python function without effects while the graph runs, and takes its result.":
    "Ruft im Lauf eine Python-Funktion ohne Wirkungen und nimmt ihr Ergebnis.",
  "Random bits from a key.": "Zufällige Bits aus einem Schlüssel.",
  "A random key from a number.": "Ein Zufallsschlüssel aus einer Zahl.",
  "Numbers as a random key.": "Zahlen als Zufallsschlüssel.",
  "A random key as numbers.": "Ein Zufallsschlüssel als Zahlen.",
  "Whether all hold along some axes.": "Ob alle gelten, entlang von Achsen.",
  "The largest along some axes.": "Das Größte entlang von Achsen.",
  "The smallest along some axes.": "Das Kleinste entlang von Achsen.",
  "Whether any holds along some axes.": "Ob einer gilt, entlang von Achsen.",
  "The product along some axes.": "Das Produkt entlang von Achsen.",
  "The sum along some axes.": "Die Summe entlang von Achsen.",
  "The remainder with the sign of the dividend; Python's `%` takes the divisor's, so more follows.":
    "Der Rest mit dem Vorzeichen des Dividenden; Pythons `%` nimmt das des Divisors, daher folgt mehr.",
  "The elements in reverse order along some axes.":
    "Die Elemente in umgekehrter Reihenfolge, entlang von Achsen.",
  "Rounds to whole numbers, element by element.": "Rundet auf ganze Zahlen, elementweise.",
  "One over the square root, element by element.": "Eins durch die Quadratwurzel, elementweise.",
  "Repeats its body along the first axis of its inputs, hands on the carry, stacks each iteration's output.":
    "Wiederholt seinen Rumpf entlang der ersten Achse, reicht den carry weiter und stapelt die Ergebnisse.",
  "The array with something added at indices known when the graph runs.":
    "Das Array, zu dem an Indizes des Laufs etwas addiert wurde.",
  "Chooses between values, all computed: the first where the selector is False, the second where True.":
    "Wählt zwischen Werten, alle berechnet: den ersten, wo der Wähler False ist, den zweiten, wo True.",
  "The sine, element by element.": "Der Sinus, elementweise.",
  "Cuts an array into pieces along an axis.": "Zerschneidet ein Array entlang einer Achse.",
  "The square, element by element.": "Das Quadrat, elementweise.",
  "The array without axes of length one.": "Das Array ohne Achsen der Länge eins.",
  "Subtracts element by element.": "Subtrahiert elementweise.",
  "The tangent, element by element.": "Der Tangens, elementweise.",
  "The largest k along the last axis, with their indices.":
    "Die k größten entlang der letzten Achse, mit ihren Indizes.",
  "Calls a function that stands further down.": "Ruft eine Funktion, die weiter unten steht.",
  "A function of the program; `@main` is where it starts.":
    "Eine Funktion des Programms; es beginnt mit `@main`.",
  "Runs one of its blocks, by an index: 0 is False, 1 is True.":
    "Führt einen seiner Blöcke aus, nach einem Index: 0 ist False, 1 ist True.",
  "Compares element by element: EQ, NE, LT, LE, GT or GE.":
    "Vergleicht elementweise: EQ, NE, LT, LE, GT oder GE.",
  "A value that is part of the program.": "Ein Wert, der Teil des Programms ist.",
  "Calls something outside of the program: a library's routine, or Python.":
    "Ruft etwas außerhalb des Programms: eine Bibliothek oder Python.",
  "Puts the elements along some axes together with one operation: a sum, for instance.":
    "Fasst die Elemente entlang von Achsen mit einer Operation zusammen: einer Summe etwa.",
  "The remainder with the sign of the dividend.": "Der Rest mit dem Vorzeichen des Dividenden.",
  "What the block around it gives.": "Was der Block darum ergibt.",
  "Rounds to whole numbers, halves away from zero.": "Rundet auf ganze Zahlen, Hälften von null weg.",
  "Rounds to whole numbers, halves to even ones.": "Rundet auf ganze Zahlen, Hälften zu geraden.",
  "The type of what keeps effects in order.": "Der Typ dessen, was Wirkungen in Ordnung hält.",
  "The same memory, read in another shape.": "Derselbe Speicher, in anderer Form gelesen.",
  "Runs another computation of the module.": "Führt eine andere Berechnung des Moduls aus.",
  "Runs one of its computations, by an index.": "Führt eine ihrer Berechnungen aus, nach einem Index.",
  "Calls something outside of the program.": "Ruft etwas außerhalb des Programms.",
  "Several operations in one kernel: what is between them never goes to memory.":
    "Mehrere Operationen in einem Kernel: was dazwischen liegt, kommt nie in den Speicher.",
  "One part of a tuple.": "Ein Teil eines Tupels.",
  "What the computation is given.": "Was der Berechnung gegeben wird.",
  "Several values together, e.g. the variables of a loop.":
    "Mehrere Werte zusammen, z. B. die Variablen einer Schleife.",
  "Repeats its body while its condition holds.": "Wiederholt seinen Rumpf, solange seine Bedingung gilt.",
};
