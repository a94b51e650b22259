"""What became of each construct during one trace: the record that code, graph, gutter and `.explain()` share."""

from __future__ import annotations

from dataclasses import dataclass

from nbgraph.core.spans import Span


@dataclass(frozen=True, slots=True)
class Promotion:
    """A variable whose dtype was widened so that branches or iterations agree.

    Attributes:
        variable: the user's name, with a path for members (`t[0]`).
        before: dtype name first seen, e.g. "int32".
        after: dtype name agreed on, e.g. "float32".
    """

    variable: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on one construct in one trace.

    Attributes:
        span: the construct's header in the user's source, e.g. `while a != 1`; the `cond`, `while` and `scan`
            equations of the jaxpr carry the same span.
        construct: "if", "ternary", "while", "for", "and", "or", "not", "call", "set_item", ...
        became: "cond", "select", "while", "fori", "scan", "unrolled", "python", ...
        reason: one clause for a reader, e.g. "the predicate `a % 2 == 0` is traced".
        carry: the user's variable names in the order of the carried leaves (`t[0]` for members); "" for our own.
        words: what those of our own are, in the same order; "" for the others.
        texts: each name that stands for a text which is chosen at run time, i.e. for its number and then the values
            in all of them; with the numbers of the texts that it may be.
        budgeted: whether a loop may go on for ever, so that the function's budget of rounds holds for it.
        most: how many rounds the loop itself allows, where the user has said so.
        in_graph: what of it is in the graph, where that is something else than it was staged as; see `shown`.
        outputs: the user's variable names in the order of the equation's results.
        promotions: dtypes widened here.
        trips: trip count where known.
    """

    span: Span
    construct: str
    became: str
    reason: str = ""
    carry: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    promotions: tuple[Promotion, ...] = ()
    trips: int | None = None
    words: tuple[str, ...] = ()
    texts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    budgeted: bool = False
    most: int | None = None
    in_graph: str = ""

    @property
    def shown(self) -> str:
        """What a reader is told that it became."""
        return self.in_graph or self.became


@dataclass(frozen=True)
class AtSet:
    """How `v.at[i].set(x)` came to be.

    Attributes:
        truncates: whether the value is converted to the array's dtype with a loss.
        ndim: how many axes the array has.
        listed: which parts of the index are lists of places.
    """

    truncates: bool
    ndim: int
    listed: tuple[bool, ...] = ()
