"""Entries for expressions and patterns."""

from __future__ import annotations

from tests.docs.support.entry import Entry, converted, python

OPERATORS: tuple[Entry, ...] = (
    converted(
        "BinOp Add Sub Mult Div FloorDiv Mod Pow MatMult",
        "As Python's on numbers, with the signs that `//` and `%` have in Python; `@` as NumPy's.",
        """
def mixed(x, y, v):
    return x + y - x * y, x / y, x // y, x % y, x**2, v @ v
""",
        "7, 2, jnp.array([1, 2])",
        "-7, 2, jnp.array([1, 2])",
        title="`+` `-` `*` `/` `//` `%` `**` `@`",
        differs="An integer beyond the graph's 32 bits overflows; floats have about 7 digits. Division by zero does "
        "not raise, but where a `try` waits for it.",
    ),
    converted(
        "BitAnd BitOr BitXor LShift RShift",
        "As Python's on integers and truth values.",
        """
def bits(x, y):
    return x & y, x | y, x ^ y, x << 2, x >> 1
""",
        "6, 3",
        "-6, 3",
        title="`&` `|` `^` `<<` `>>`",
        differs="An integer beyond the graph's 32 bits overflows; a negative shift does not raise.",
    ),
    converted(
        "UnaryOp UAdd USub Invert",
        "As Python's; `~` of a truth value out of an array is refused as [bool-arithmetic].",
        """
def signs(x):
    return +x, -x, ~x
""",
        "6",
        "-6",
        title="`+x` `-x` `~x`",
    ),
    converted(
        "BoolOp And Or Not",
        "Lazy, and the result is an operand, as in Python; each operand is evaluated once at most.",
        """
def inside(x, y):
    return (x > 0 and y > 0) or not x, x or y
""",
        "3, 1",
        "-3, 1",
        "0, 5",
        title="`and`, `or`, `not`",
    ),
    converted(
        "Compare Eq NotEq Lt LtE Gt GtE",
        "Chains are lazy, and each operand is evaluated once.",
        """
def between(x, y):
    return 0 <= x < y != 7, x == y, x > y >= 0
""",
        "3, 5",
        "3, 7",
        "5, 5",
        title="`==` `!=` `<` `<=` `>` `>=`",
    ),
    converted(
        "In NotIn",
        "Compares with the items of an array or a container.",
        """
def found(x, v):
    return x in v, x not in (1, 2)
""",
        "3, jnp.array([1, 3])",
        "2, jnp.array([1, 3])",
        title="`in`, `not in`",
    ),
    converted(
        "Is IsNot",
        "Known while the graph is made, except for `None` on one path of a condition; a number is never `None`.",
        """
def default(x, y=None):
    if y is None:
        y = 10
    return x + y if x is not None else 0
""",
        "3",
        title="`is`, `is not`",
        differs="Two equal numbers are two objects.",
    ),
    converted(
        "IfExp",
        "A condition of the graph where the test is traced; only the chosen side is evaluated.",
        """
def larger(x, y):
    return x if x > y else y
""",
        "3, 5",
        "5, 3",
        title="`a if p else b`",
    ),
    converted(
        "NamedExpr",
        "Binds the name, in tests of `if` and `while` too.",
        """
def steps(x):
    n = 0
    while (x := x // 2) > 0:
        n += x
    return n
""",
        "40",
        "1",
        title="`:=`",
    ),
)

VALUES: tuple[Entry, ...] = (
    python(
        "Constant",
        "Known while the graph is made.",
        """
def shifted(x):
    return x + 1
""",
        "3",
        title="numbers, strings, `None`, `...`",
        differs="An integer beyond the graph's 32 bits is refused in the graph: [integer-too-large].",
    ),
    converted(
        "Name Load Store",
        "Local names are values of the graph; globals and names of outer functions are looked up when it is made.",
        """
offset = 10

def shifted(x):
    y = x + offset
    return y
""",
        "3",
        title="names",
    ),
    converted(
        "Attribute",
        "Read and assigned in traced blocks too, properties and methods included.",
        """
class Account:
    def __init__(self):
        self.balance = 0

    def add(self, x):
        if x > 0:
            self.balance += x

def saved(x):
    account = Account()
    account.add(x)
    account.add(1)
    return account.balance
""",
        "3",
        "-3",
        title="attributes",
    ),
    converted(
        "Subscript Slice",
        "Read and assigned in arrays and lists, by traced indices too; slices of arrays must have a known length, as"
        " `v[i * 3 : (i + 1) * 3]` has. What a mask chooses is as long as the run says: `v[v > 0]` has `sum`, `mean`,"
        " `max`, `len` and others, arithmetic and loops, and may be assigned and returned.",
        """
def moved(v, i):
    v[i] = v[0] + 10
    v[1:] = v[:-1]
    items = [4, 5, 6]
    items[i] += 10
    return v, items[i - 1], items, v[v > 1].sum(), v[v > 1]
""",
        "jnp.array([1, 2, 3]), 2",
        "jnp.array([1, 2, 3]), -2",
        title="`v[i]`, `v[a:b]`",
        differs="An index beyond an array's end reads the nearest item, and writes nothing. The "
        "caller's array stays as it was; other names of a changed array are refused: [array-alias].",
    ),
    converted(
        "Tuple List Set Dict",
        "Containers are Python's and hold traced values; lists may grow and shrink at run time. Both sides of a "
        "condition need the same structure, but for the lengths of lists. Items of sets and keys are known, or "
        "integers.",
        """
def pair(x):
    kinds = {1, 2}
    if x > 0:
        p = (x, [1, {"a": x}])
    else:
        p = (0, [2, {"a": 1}])
    return p, len(kinds)
""",
        "3",
        "-3",
        title="tuples, lists, dicts, sets",
        differs="In a list of run-time length another list is a copy: [list-item-copied].",
    ),
    converted(
        "Starred",
        "In targets, displays and calls; what is unpacked must have a known length.",
        """
def spread(v):
    first, *rest = v
    return [*rest, first], max(*v)
""",
        "jnp.array([3, 1, 2])",
        title="`*items`",
        differs="A list of run-time length is refused: [list-length-unknown].",
    ),
    converted(
        "ListComp SetComp DictComp comprehension",
        "Those of lists are loops, of any length and with any conditions. Those of sets and dicts are unrolled, "
        "and loops where a key is an integer known at run time only.",
        """
def multiples(x, v):
    table = {i: x * i for i in (1, 2)}
    small = [i * x for i in range(x) if i % 2]
    return small, [2 * y for y in v if y > 1], table[2] + len({i % 2 for i in range(4)})
""",
        "3, jnp.array([1, 2])",
        "0, jnp.array([1, 0])",
        title="comprehensions",
    ),
    converted(
        "GeneratorExp",
        "As a comprehension, evaluated item by item where it is used.",
        """
def total(x):
    return sum(i * x for i in range(4)), any(i * x > 5 for i in range(4))
""",
        "3",
        "1",
        title="generator expressions",
    ),
    converted(
        "Call keyword",
        "A function of yours is converted with yours; NumPy's and `math`'s become JAX's where a value is traced; "
        "other libraries run in Python.",
        """
def clipped(x, *, most):
    return most if x > most else x

def twice(x):
    return clipped(2 * x, **{"most": 10}) + clipped(x, most=3)
""",
        "3",
        "7",
        title="calls",
        differs="Recursion needs a known end, or to be a loop, `return f(...)`: [traced-recursion].",
    ),
    converted(
        "JoinedStr FormattedValue",
        "With floats of run time for `print`, messages and results; other uses are refused as [text-of-traced].",
        """
def shown(x):
    width = 6
    print(f"x is {x!r:>{width}}")
    return x
""",
        "3",
        "-3",
        title="f-strings",
    ),
)

PATTERNS: tuple[Entry, ...] = (
    converted(
        "MatchValue MatchSingleton",
        "A comparison; with `None`, `True` and `False` by identity, as in Python.",
        """
def kind(x):
    match x:
        case None:
            return 0
        case 7:
            return 1
        case -1.5:
            return 2
    return 3
""",
        "7",
        "8",
        title="`case 7`, `case None`",
    ),
    converted(
        "MatchAs MatchOr",
        "Alternatives, names and `_`.",
        """
def kind(x):
    match x:
        case 1 | 2 as small:
            return small
        case other if other < 0:
            return -other
        case _:
            return 0
""",
        "2",
        "-9",
        "9",
        title="`case a | b as name`, `case _`",
    ),
    converted(
        "MatchSequence MatchStar",
        "By the length, which is known; the items may be traced, also where a pattern compares them.",
        """
def ends(x, y):
    match [x, 1, y]:
        case [0, *rest]:
            return len(rest)
        case [first, *_, last] if last > 2:
            return first + last
    return 0
""",
        "3, 5",
        "3, 1",
        "0, 5",
        title="`case [a, *rest]`",
    ),
    converted(
        "MatchMapping",
        "By the keys, which are known; the values may be traced.",
        """
def price(x):
    match {"kind": "a", "price": x}:
        case {"kind": "a", "price": 0, **rest}:
            return len(rest)
        case {"price": p}:
            return p
    return -1
""",
        "3",
        "0",
        title="`case {key: a}`",
    ),
    converted(
        "MatchClass",
        "By the class, which is known; the attributes may be traced.",
        """
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int

def on_axis(x, y):
    match Point(x, y):
        case Point(x=0, y=other) | Point(other, 0):
            return other
        case Point():
            return -1
""",
        "0, 5",
        "5, 0",
        "5, 5",
        title="`case Point(x=0)`",
    ),
)

EXPRESSIONS = {"Operators": OPERATORS, "Values": VALUES, "Patterns": PATTERNS}
