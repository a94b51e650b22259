"""What is wrong with a call: where and why its result differs from Python's, an inf or nan, an index out of range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from nbgraph.core.errors import place
from nbgraph.core.records import asdict, dataclass, replace
from nbgraph.core.spans import Span

CauseId = Literal["overflow", "precision", "index", "division", "nan", "effect", "compiler", "refused", "promotion"]


@dataclass(frozen=True)
class Cause:
    """Where and why a graph's values differ from Python's.

    >>> cause = Cause("overflow", "`a` wraps around", "x64", Span("lesson.py", 4, 8, 4, 17), "a", iterations=((2, 7),))
    >>> cause.where
    'lesson.py, line 4, in iteration 7 of the loop in line 2'
    """

    id: CauseId  # the kind of cause
    message: str  # what happened there, in one sentence
    remedy: str  # what to write instead
    # the user's code that computed the first value that differs; None where no single line is to blame
    span: Span | None = None
    variable: str = ""  # the user's variable that holds the value, or "" where it has no name
    code: str = ""  # the user's text at `span`
    expected: str = ""  # Python's value, as text
    actual: str = ""  # the graph's value, as text
    reason: str = ""  # the cause of the difference in the graph, one sentence; "" where the message tells it
    # of the loops around, outermost first, the line of each and the iteration it was in, counted from 1
    iterations: tuple[tuple[int, int], ...] = ()

    @property
    def where(self) -> str:
        """Return the line and the iterations of the loops around it, in words; "" where no line is to blame."""
        if self.span is None:
            return ""
        loops = (f"in iteration {number:,} of the loop in line {line}" for line, number in reversed(self.iterations))
        return ", ".join((place(self.span), *loops))

    def lines(self) -> list[str]:
        """Return the text form: where, what, and what to write instead."""
        head = "besides the result: an effect" if self.id == "effect" else f"cause: {self.id}"
        code = [f"    {self.code}"] if self.code else []
        where = [f"  {self.where}:", *code] if self.span is not None else []
        sentence = f"{self.message} {self.reason}".strip()
        return [head, *where, f"  {sentence}", *([f"  Write instead: {self.remedy}"] if self.remedy else [])]

    def to_json(self) -> Mapping[str, Any]:
        """Return plain data for the front end, without the span, which depends on the pane."""
        fields = {name: value for name, value in asdict(self).items() if name != "span"}
        return {**fields, "iterations": [list(each) for each in self.iterations], "where": self.where}


# Findings, whether or not Python has the same: an inf or nan, an index out of range; frozen, as text.


@dataclass(frozen=True)
class Mark:
    """A location where a number goes bad on its way to a result."""

    value: str  # what it becomes: "nan", "inf", "-inf", "underflow", ...
    operation: str  # JAX's name of the operation
    message: str  # the operation and its operands
    span: Span


@dataclass(frozen=True)
class Anomaly:
    """The first inf, nan, out-of-range index or loss of digits in a call."""

    # "nan", "inf" or "-inf", or several of them: what the result holds, or what was made on the way; or "index
    # out of range", or "no right digit"
    value: str
    message: str  # where it comes from, one or two sentences
    # whether the result holds it; otherwise an inf or nan was made on the way to a result that is finite
    in_result: bool
    span: Span | None = None  # the user's code that does so first; None where none does, or it is not known
    marks: tuple[Mark, ...] = ()  # the positions on its way, in the order of the run

    def to_json(self) -> Mapping[str, Any]:
        """Return plain data for the front end, without the span, which depends on the pane."""
        return {"value": self.value, "message": self.message, "inResult": self.in_result}


def together(*found: Anomaly | None) -> Anomaly | None:
    """Merge several anomalies: the first one, with the sentences of all; None for none."""
    known = [each for each in found if each is not None]
    return replace(known[0], message=" ".join(each.message for each in known)) if known else None
