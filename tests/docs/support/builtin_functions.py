"""Entries for builtin functions and types."""

from __future__ import annotations

from tests.docs.support.entry import Entry, entry

NUMBERS: tuple[Entry, ...] = (
    entry("abs", "Python's.", "def f(x):\n    return abs(x)", "-3", "3"),
    entry(
        "divmod",
        "Python's, with the signs of `//` and `%`.",
        "def f(x, y):\n    return divmod(x, y)",
        "-7, 2",
        differs="Division by zero does not raise.",
    ),
    entry(
        "pow",
        "As `**`; an integer to a traced power must not be negative, since the type of the result is fixed.",
        "def f(x, n):\n    return pow(x, 2), pow(2, n)",
        "3, 5",
        "-3, 0",
        differs="A negative power of an integer: [negative-exponent].",
    ),
    entry(
        "round",
        "Half to even; without digits the result is an integer.",
        "def f(x):\n    return round(x), round(x, 1)",
        "2.5",
        "-3.25",
        differs="To some digits, a number may go the other way where the next digit is a 5.",
    ),
    entry(
        "int",
        "Truncates towards zero.",
        "def f(x):\n    return int(x)",
        "2.7",
        "-2.7",
        differs="Of `nan` and `inf` some number.",
    ),
    entry(
        "float",
        "A number of the graph's float type.",
        "def f(x):\n    return float(x) / 2",
        "3",
        differs="About 7 digits.",
    ),
    entry("bool", "Whether a number is not zero.", "def f(x):\n    return bool(x)", "3", "0"),
    entry("complex", "Of one number or two.", "def f(x):\n    return complex(x, 2 * x).imag", "3.0"),
)

ITERABLES: tuple[Entry, ...] = (
    entry(
        "range",
        "With traced bounds it is for loops; with known ones it is Python's.",
        """
def f(n):
    s = 0
    for i in range(1, n, 2):
        s += i
    return s
""",
        "7",
        "0",
    ),
    entry(
        "enumerate zip reversed map",
        "Over arrays and traced ranges for loops, else Python's; functions are converted.",
        """
def f(v):
    s = 0
    for i, (a, b) in enumerate(zip(v, reversed(v)), start=1):
        s += i * a - b
    for c in map(lambda a: a if a > 1 else 0, v):
        s += c
    return s
""",
        "jnp.array([1, 2, 3])",
    ),
    entry(
        "filter",
        "The function is converted, and asked for all items at once; it may decide by run-time values.",
        """
def f(v, x):
    positive = list(filter(lambda a: a > x, v))
    return positive, sum(filter(None, v))
""",
        "jnp.array([3, 0, 1]), 1",
        "jnp.array([3, 0, 1]), 5",
    ),
    entry(
        "len",
        "Of an array the length of its first axis, which is known.",
        "def f(v):\n    return len(v) + v[0]",
        "jnp.array([1, 2])",
    ),
    entry(
        "sum min max any all sorted",
        "Of arrays, and of Python's containers of traced values; `key` functions are converted.",
        """
def f(v, x):
    lowest, highest = min(v), max(x, 2, key=lambda y: -y)
    return sum(v, x), lowest, highest, any(v), all([x, 1]), sorted([x, 2, 1], reverse=True)
""",
        "jnp.array([3, 0]), 5",
        "jnp.array([3, 4]), 0",
        differs="The largest and smallest of an array with `nan` in it are `nan`.",
    ),
    entry(
        "list tuple",
        "The items of an array, or what Python's own iterable yields.",
        "def f(v):\n    return list(v), tuple(v)",
        "jnp.array([3, 1])",
    ),
    entry(
        "iter next",
        "An iterator advances while the graph is made; in a branch or a loop of the graph that is refused as "
        "[iterator-advanced].",
        """
def f(v):
    items = iter(v)
    return next(items) - next(items)
""",
        "jnp.array([3, 1])",
    ),
    entry("dict", "Keys that are known, or integers.", 'def f(x):\n    return dict(a=x, b=2)["a"]', "3"),
    entry(
        "set",
        "Items that are known, or integers. Those known at run time only are not taken one by one: `sorted(s)`.",
        "def f(x):\n    return len(set([x, 2]))",
        "3",
        "2",
    ),
    entry(
        "frozenset",
        "The items must be known: which of them are equal decides how many there are.",
        "def f(x):\n    return len(frozenset([x, 2]))",
        "3",
    ),
    entry(
        "slice",
        "An index; the length of an array's slice must be known.",
        "def f(v):\n    return v[slice(0, 2)]",
        "jnp.array([3, 1, 2])",
    ),
)

OBJECTS: tuple[Entry, ...] = (
    entry(
        "isinstance issubclass type",
        "A traced number counts as the `int`, `float`, `bool` or `complex` it stands for.",
        "def f(x):\n    return x + 1 if isinstance(x, int) and type(x) is int else 0",
        "3",
        differs="A type that a graph cannot tell, as that of an array's item, is refused: [traced-value-in-python].",
    ),
    entry(
        "callable object",
        "About objects, which are known.",
        """
def f(x):
    return x if callable(f) and f != object() else 0
""",
        "3",
    ),
    entry(
        "id",
        "Of a known object, list or dict; whether it is another one, `is` asks.",
        "def f(x):\n    return id(x)",
        "3",
    ),
    entry(
        "hasattr",
        "A number that was passed as Python's has what Python's numbers have.",
        """
def f(x):
    return x + (len(x) if hasattr(x, "__len__") else 1)
""",
        "3",
        "-3",
    ),
    entry(
        "getattr",
        "With a known name; a number that was passed as Python's has what Python's numbers have.",
        """
def f(x):
    return getattr(x, "real") + getattr(x, "size", 10)
""",
        "3",
        "-3",
    ),
    entry(
        "setattr delattr",
        "With a known name; what changes in a traced block is part of its result.",
        """
class Box:
    pass

def f(x):
    box = Box()
    box.old = 1
    setattr(box, "item", 0)
    if x > 0:
        setattr(box, "item", x)
    delattr(box, "old")
    return getattr(box, "item") + getattr(box, "old", 10)
""",
        "3",
        "-3",
    ),
    entry(
        "property classmethod staticmethod super",
        "Of classes made in the function or outside; the methods behind them are converted.",
        """
class Base:
    def __init__(self, x):
        self.x = x

    @property
    def size(self):
        return self.x if self.x > 0 else -self.x

    @staticmethod
    def least(x):
        return x if x > 1 else 1

    @classmethod
    def of(cls, x):
        return cls(cls.least(x))

class Twice(Base):
    def __init__(self, x):
        super().__init__(2 * x)

def f(x):
    return Twice.of(x).size
""",
        "3",
        "-3",
    ),
    entry(
        "__build_class__ __import__",
        "What `class` and `import` call.",
        'def f(x):\n    return __import__("math").floor(2.5) + x',
        "3",
    ),
)

TEXT: tuple[Entry, ...] = (
    entry(
        "print",
        "Acts each time the graph runs, in order, on the path taken only.",
        """
def f(x):
    if x > 0:
        print("positive:", x)
    return x
""",
        "3",
        "-3",
        differs="A float has as many digits as say which float32 it is.",
    ),
    entry(
        "str repr ascii format",
        "Of integers as in Python, and of floats for `print`, messages and results; else [text-of-traced].",
        """
def f(x):
    print("x is " + str(x), repr(x), ascii(x), format(x, ">5"))
    return x
""",
        "3",
        "-3",
        differs="A float has as many digits as say which float32 it is.",
    ),
    entry(
        "bin oct hex chr",
        "As an f-string.",
        "def f(x):\n    return len(hex(x)) + len(bin(x)) + len(oct(x)) + len(chr(x))",
        "65",
    ),
    entry(
        "ord",
        "Of a string chosen at run time, too.",
        'def f(x):\n    return x + ord("a" if x > 0 else "b")',
        "3",
        "-3",
    ),
    entry(
        "bytes bytearray memoryview",
        "Of known strings and bytes.",
        'def f(x):\n    return x + bytes([1])[0] + bytearray(b"a")[0] + memoryview(b"a")[0]',
        "3",
    ),
    entry(
        "hash",
        "A run-time value has no hash: dicts and sets compare it with each of their keys.",
        "def f(x):\n    return hash(x)",
        "3",
    ),
)

SCOPES: tuple[Entry, ...] = (
    entry(
        "locals vars dir",
        "Your own names and their values, none of those in the converted code.",
        """
def f(x):
    if x > 0:
        y = 2 * x
    else:
        y = 0
    return locals()["y"] + len(dir()) + len(vars())
""",
        "3",
        "-3",
    ),
    entry("globals", "Your module's.", 'def f(x):\n    return x + len(globals()["__name__"])', "3"),
    entry(
        "eval exec compile",
        "Run once, while the graph is made, and see your own names; the code inside is not converted.",
        """
def f(x):
    y = x + 1
    found = {}
    exec("z = 3", found)
    return eval("y * 2") + found["z"] + eval(compile("1 + 1", "sum", "eval"))
""",
        "3",
    ),
)

OUTSIDE: tuple[Entry, ...] = (
    entry(
        "help breakpoint exit quit copyright credits license",
        "Acts once, while the graph is made.",
        "def f(x):\n    license\n    return x + 1",
        "3",
    ),
    entry(
        "open input",
        "A graph is made once: it would have the same answer, or the same file, at every call.",
        """
import os

def f(x):
    with open(os.devnull) as file:
        return x + len(file.read())
""",
        "3",
    ),
    entry(
        "aiter anext",
        "Parts of `async for`: a coroutine runs in Python.",
        """
import asyncio

async def items(x):
    yield x if x > 0 else -x

async def first(x):
    return await anext(aiter(items(x)))

def f(x):
    return asyncio.run(first(x))
""",
        "3",
    ),
)

CONSTANTS: tuple[Entry, ...] = (
    entry(
        "None True False Ellipsis NotImplemented __debug__",
        "Known while the graph is made.",
        "def f(v):\n    return v[..., None] if __debug__ and True and not False else NotImplemented",
        "jnp.array([1, 2])",
    ),
    entry(
        "__name__ __doc__ __package__ __loader__ __spec__",
        "Your module's.",
        "def f(x):\n    return x + len(__name__)",
        "3",
    ),
    entry(
        "BaseException Exception",
        "Exceptions are raised when the graph runs, caught while it is made; see `raise` and `try`.",
        """
def f(x):
    try:
        raise KeyError("a")
    except Exception as error:
        return x + len(error.args)
""",
        "3",
        title="exceptions",
    ),
)

BUILTINS = {
    "Numbers": NUMBERS,
    "Iterables and containers": ITERABLES,
    "Objects": OBJECTS,
    "Text": TEXT,
    "Names and code": SCOPES,
    "The outside world": OUTSIDE,
    "Constants and exceptions": CONSTANTS,
}
