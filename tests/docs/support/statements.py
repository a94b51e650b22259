"""Entries for statements."""

from __future__ import annotations

from tests.docs.support.entry import Entry, converted, python, refused

CONTROL_FLOW: tuple[Entry, ...] = (
    converted(
        "If",
        "A condition of the graph where the test is traced; `elif` and `else` as in Python.",
        """
def sign(x):
    if x > 0:
        found = 1
    elif x < 0:
        found = -1
    else:
        found = 0
    return found
""",
        "5",
        "-5",
        "0",
        title="`if`",
    ),
    converted(
        "While",
        "A loop of the graph from the iteration on in which the test is traced; `else` as in Python.",
        """
def halvings(n):
    steps = 0
    while n > 1:
        n, steps = n // 2, steps + 1
    else:
        steps += 100
    return steps
""",
        "40",
        "1",
        title="`while`",
        differs="A loop of more than 100,000,000 iterations is an error: [iteration-budget].",
    ),
    converted(
        "For",
        "A loop of the graph over an array, a traced `range` or a list of run-time length; else unrolled.",
        """
def total(v, n):
    s = 0
    for x in v:
        s += x
    for i in range(n):
        s += i
    else:
        s += 100
    return s
""",
        "jnp.array([1, 2, 3]), 4",
        "jnp.array([1, 2, 3]), 0",
        title="`for`",
    ),
    converted(
        "Break",
        "A flag in the loop's test; at the top of a `while` part of that test.",
        """
def first_square_above(limit):
    n = 0
    while True:
        if n * n > limit:
            break
        n += 1
    return n
""",
        "10",
        "-1",
        title="`break`",
    ),
    converted(
        "Continue",
        "The rest of the iteration moves under the other branch.",
        """
def sum_of_odd(n):
    s = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        s += i
    return s
""",
        "7",
        "0",
        title="`continue`",
    ),
    converted(
        "Return",
        "Anywhere, in loops, `with` and `try` too: what follows moves under the other branch.",
        """
def first_multiple(v, k):
    for i in range(len(v)):
        if v[i] % k == 0:
            return i
    return -1
""",
        "jnp.array([5, 7, 9]), 3",
        "jnp.array([5, 7, 9]), 4",
        title="`return`",
    ),
    converted(
        "Match match_case",
        "An `if` for each case, where the patterns compare or bind; guards may be traced.",
        """
def name(x):
    match x:
        case 0:
            r = 10
        case 1 | 2:
            r = 20
        case n if n > 100:
            r = n
        case _:
            r = -1
    return r
""",
        "0",
        "2",
        "500",
        "50",
        title="`match`",
    ),
    python(
        "Pass",
        "Does nothing.",
        """
def same(x):
    if x > 0:
        pass
    else:
        x = -x
    return x
""",
        "3",
        "-3",
        title="`pass`",
    ),
)

ASSIGNMENTS: tuple[Entry, ...] = (
    converted(
        "Assign",
        "A name assigned in a branch or a loop becomes one of its results; chained targets and unpacking included.",
        """
def spread(x):
    a = b = x
    if x > 2:
        a, (b, *c) = 1, (2, x, 3)
    else:
        c = [0, 0]
    return a + b + c[0]
""",
        "3",
        "1",
        title="assignment",
    ),
    converted(
        "AugAssign",
        "As the operator and an assignment; the target is evaluated once.",
        """
def grown(v, x):
    v[0] += x
    if x > 1:
        x *= 2
    return v, x
""",
        "jnp.array([1, 2]), 3",
        "jnp.array([1, 2]), 0",
        title="augmented assignment",
    ),
    converted(
        "AnnAssign",
        "As an assignment; the annotation of a local name is not evaluated, as in Python.",
        """
def clipped(x):
    limit: int = 5
    low: "no such thing"
    if x > limit:
        x: int = limit
    return x
""",
        "9",
        "1",
        title="annotated assignment",
    ),
    converted(
        "Delete Del",
        "Takes a name away; where only one path does so, reading it afterwards is checked at run time.",
        """
def used_up(x):
    if x > 0:
        y = x
        z = 2 * y
        del y
    else:
        z = 0
    return z
""",
        "3",
        "-3",
        title="`del`",
    ),
    converted(
        "Global",
        "A traced block may change a global.",
        """
count = 0

def counted(n):
    global count
    count = 0
    while n > 0:
        count += n
        n -= 1
    result, count = count, 0
    return result
""",
        "3",
        "0",
        title="`global`",
        differs="What the whole call would leave behind is refused: [side-effect].",
        shown=True,
    ),
    converted(
        "Nonlocal",
        "Blocks change the variable itself, and each path has its own value.",
        """
def counted(x):
    count = 0

    def add(k):
        nonlocal count
        if k > 2:
            count += k

    add(x)
    add(2 * x)
    return count
""",
        "3",
        "2",
        "0",
        title="`nonlocal`",
    ),
)

EFFECTS: tuple[Entry, ...] = (
    converted(
        "Expr",
        "Evaluated; a call may print or change objects that the function made itself.",
        """
def doubled(x):
    found = [0]
    if x > 0:
        found.__setitem__(0, 2 * x)
    return found[0]
""",
        "3",
        "-3",
        title="expression as a statement",
        differs="A change of what outlives the call is refused: [side-effect].",
    ),
    converted(
        "Assert",
        "A check of the graph, on the path taken only, with its message.",
        """
def root(x):
    assert x >= 0, f"no root of {x}"
    return x**0.5
""",
        "4.0",
        "-4.0",
        title="`assert`",
    ),
    converted(
        "Raise",
        "Raised when the graph runs, on the path taken only, as Python's own exception.",
        """
def root(x):
    if x < 0:
        raise ValueError("negative")
    return x**0.5
""",
        "4.0",
        "-4.0",
        title="`raise`",
        differs="Nothing acts after a failure, not even what a `finally` prints.",
    ),
    converted(
        "Try ExceptHandler",
        "The blocks are converted. What the body raises at run time, or a function called there, becomes a condition "
        "with the handler that catches it; through a `with` or a `finally` it is refused as "
        "[raise-in-try]. What Python code raises while the graph is made is caught then, but "
        "no refusal.",
        """
def measured(x, sizes={"a": 1}):
    try:
        size = sizes["b"]
    except KeyError as error:
        size = 10 if x > 0 else len(error.args)
    else:
        size = 0
    finally:
        x += 1
    return x + size
""",
        "3",
        "-3",
        title="`try`",
        differs="Nothing acts after a failure, not even what a `finally` prints.",
        shown=True,
    ),
    converted(
        "TryStar",
        "As `try`.",
        """
def grouped(x):
    try:
        raise ExceptionGroup("two", [ValueError("a"), KeyError("b")])
    except* ValueError:
        y = x if x > 0 else -x
    except* KeyError as group:
        x += len(group.exceptions)
    return x + y
""",
        "3",
        "-3",
        title="`except*`",
    ),
    converted(
        "With withitem",
        "The context manager runs once, while the graph is made; the block is converted. A `raise` of run time that "
        "the manager might swallow is refused as [raise-in-try].",
        """
import contextlib

@contextlib.contextmanager
def noted(log):
    log.append("in")
    yield 10
    log.append("out")

def scaled(x):
    log = []
    with noted(log) as factor:
        if x > 2:
            x = factor * x
    return x + len(log)
""",
        "3",
        "1",
        title="`with`",
    ),
    python(
        "Import ImportFrom alias",
        "Imported once, while the graph is made.",
        """
def circumference(r):
    import math
    from operator import mul as times

    return times(2 * math.pi, r)
""",
        "2.0",
        title="`import`",
    ),
)

DEFINITIONS: tuple[Entry, ...] = (
    converted(
        "FunctionDef arguments arg",
        "A function in a function is converted with it; it sees the changes of the names it uses, and decorators run.",
        """
def scaled(x):
    k = 1

    def scale(y, by=2, /, *rest, add=0, **more):
        return k * by * y + add if y > 0 else -y

    if x > 5:
        k = 10
    return scale(x, add=1)
""",
        "7",
        "3",
        "-3",
        title="`def`",
        differs="Recursion needs a known end, or to be a loop, `return f(...)`: [traced-recursion].",
    ),
    converted(
        "Lambda",
        "As a function; defaults are evaluated where it is made.",
        """
def shifted(x):
    by = x
    f = lambda y, by=by: y + by if y > 2 else y - by
    by = 0
    return f(x) + by
""",
        "3",
        "1",
        title="`lambda`",
    ),
    python(
        "ClassDef",
        "The class is made while the graph is made; a traced `if` or loop belongs into its methods.",
        """
def moved(x):
    class Point:
        dimension = 2

        def __init__(self, x):
            self.x = x

        @property
        def twice(self):
            return 2 * self.x if self.x > 0 else 0

    return Point(x).twice + Point.dimension
""",
        "3",
        "-3",
        title="`class`",
    ),
    refused(
        "Yield YieldFrom",
        "traced-value-in-python",
        "A generator runs in Python, and may hand on traced values; a traced condition inside it is refused.",
        "a function that returns its values in a list or an array",
        """
def positive(values):
    for value in values:
        if value > 0:
            yield value
    yield from (0, 0)

def total(x):
    return sum(positive([x, 2 * x]))
""",
        "3",
        title="`yield`",
        shown=True,
    ),
    refused(
        "AsyncFunctionDef Await AsyncFor AsyncWith",
        "traced-value-in-python",
        "A coroutine runs in Python, and may hand on traced values; a traced condition inside it is refused.",
        "a plain function",
        """
import asyncio

class Clock:
    async def __aenter__(self):
        return 1

    async def __aexit__(self, *error):
        pass

    async def __aiter__(self):
        yield 2

async def later(x):
    async with Clock() as one:
        async for two in Clock():
            await asyncio.sleep(0)
    return x if x > one else two

def now(x):
    return asyncio.run(later(x))
""",
        "3",
        title="`async`, `await`",
    ),
    python(
        "TypeAlias",
        "The alias is made while the graph is made.",
        """
def typed(x):
    type Number = int | float
    y: Number = x if x > 0 else -x
    return y
""",
        "3",
        "-3",
        title="`type`",
        since=(3, 12),
    ),
    python(
        "TypeVar TypeVarTuple ParamSpec",
        "Of functions, classes and aliases: they are made while the graph is made.",
        """
def kept(x):
    def same[T, *Ts, **P](y: T) -> T:
        return y if y > 0 else -y

    class Box[T]:
        def __init__(self, item: T):
            self.item = item

    return Box(same(x)).item
""",
        "3",
        "-3",
        title="type parameters",
        since=(3, 12),
    ),
)

STATEMENTS = {
    "Control flow": CONTROL_FLOW,
    "Names": ASSIGNMENTS,
    "Effects and exceptions": EFFECTS,
    "Definitions": DEFINITIONS,
}
