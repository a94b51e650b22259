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


class Output(NamedTuple):
    """An array that a graph returns."""

    word: str = ""  # what it is, where it is no result
    place: Span | None = None  # of what it belongs to, where it is no result
    path: str = ""  # where in the result it stands, as `['a'][0]`
    rank: tuple[int, ...] = ()  # how many parts stand before it on each level, in Python's order


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
    # the user's variable names in the order of the carried leaves (`t[0]` for members); "" for our own
    carry: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()  # the user's variable names in the order of the equation's results
    promotions: tuple[Promotion, ...] = ()  # dtypes widened here
    trips: int | None = None  # trip count where known
    words: tuple[str, ...] = ()  # what those of our own are, in the same order; "" for the others
    # each name that stands for a text which is chosen at run time, i.e. for its number and then the values in all
    # of them; with the numbers of the texts that it may be.
    texts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    budgeted: bool = False  # whether a loop may go on for ever, so that the budget of the function holds for it
    most: int | None = None  # how many iterations the loop itself allows, where the user has said so
    # how many iterations Python has run before the loop was staged; None where nobody can tell
    before: int | None = field(default=0, repr=False, compare=False)
    turned: bool = field(default=False, repr=False)  # whether an `if` asks for the opposite of the user's test
    jump: str = field(default="", repr=False)  # what an `if` asks, if that is whether a `break` ... was not reached
    in_graph: str = ""  # what of it is in the graph, where that is something else than it was staged as; see `shown`

    @property
    def shown(self) -> str:
        return self.in_graph or self.became
