"""Record what each construct lowered to in one trace, for code, graph, gutter and `.explain()`."""

from __future__ import annotations

from typing import NamedTuple

from nbgraph.core.records import dataclass, field
from nbgraph.core.spans import Span

CHANGED = "changed"
"""What a program returns besides its result: what the caller's lists hold after the call."""

AS_BEFORE = "as before"
"""An item of them that is what it was."""

OWN_LENGTH = ".length"
"""What follows a list's name where the number of its items is meant that a graph keeps beside them."""

HAS_VALUE = " has a value"
"""What follows a variable's name where a graph keeps whether it is bound."""

STORED_ITEM = "stored item"
"""What a conditional selects where its branches store an item in a list: the list itself is changed behind it."""


class Output(NamedTuple):
    """An array that a graph returns."""

    word: str = ""  # its kind in words, unless it is a result
    place: Span | None = None  # the position of what it belongs to, unless it is a result
    path: str = ""  # its path in the result, as `['a'][0]`
    rank: tuple[int, ...] = ()  # how many parts precede it on each level, in Python's order


@dataclass(frozen=True, slots=True)
class Promotion:
    """A variable whose dtype was widened so that branches or iterations agree."""

    variable: str  # the user's name, with a path for members (`t[0]`)
    before: str  # dtype name first seen, e.g. "int32".
    after: str  # dtype name agreed on, e.g. "float32".


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision on one construct in one trace."""

    # the construct's header in the user's source, e.g. `while a != 1`; the `cond`, `while` and `scan` equations
    # of the jaxpr carry the same span.
    span: Span
    construct: str  # "if", "ternary", "while", "for", "and", "or", "not", "call", "set_item",
    became: str  # "cond", "select", "while", "fori", "scan", "unrolled", "python",
    reason: str = ""  # one clause for a reader, e.g. "the predicate `a % 2 == 0` is traced".
    # the user's variable names in the order of the carried leaves (`t[0]` for members); "" for nbgraph's own
    carry: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()  # the user's variable names in the order of the equation's results
    promotions: tuple[Promotion, ...] = ()  # dtypes widened here
    trips: int | None = None  # trip count where known
    words: tuple[str, ...] = ()  # what nbgraph's own are, in the same order; "" for the user's
    # each name that stands for a text which is chosen at run time, i.e. for its number and then the values in all
    # of them; with the numbers of the texts that it may be.
    texts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    budgeted: bool = False  # whether a loop may go on for ever, so that the budget of the function holds for it
    most: int | None = None  # the user's own limit on the loop's iterations, if any
    # how many iterations Python ran before the loop was staged; None where that is unknown
    before: int | None = field(default=0, repr=False, compare=False)
    turned: bool = field(default=False, repr=False)  # whether an `if` tests the opposite of the user's test
    jump: str = field(default="", repr=False)  # the test of an `if` that asks whether no `break` ... was reached
    in_graph: str = ""  # what is left of it in the graph, if it differs from `became`; see `shown`

    @property
    def shown(self) -> str:
        return self.in_graph or self.became
