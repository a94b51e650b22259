"""Why a graph's result is not Python's: the one cause that a checked run found, frozen and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from nbgraph.core.errors import place
from nbgraph.core.spans import Span

CauseId = Literal["overflow", "precision", "index", "division", "nan", "effect", "compiler"]


@dataclass(frozen=True)
class Cause:
    """Where a graph's values leave Python's, and why.

    >>> cause = Cause("overflow", "`a` wraps around", "x64", Span("lesson.py", 4, 8, 4, 17), "a", iterations=((2, 7),))
    >>> cause.where
    'lesson.py, line 4, in round 7 of the loop in line 2'
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
    reason: str = ""  # what in the graph makes the difference, one sentence; empty where the message says it
    # of the loops around, outermost first, the line of each and the round it was in, counted from 1
    iterations: tuple[tuple[int, int], ...] = ()

    @property
    def where(self) -> str:
        """The line and the rounds of the loops around it, in words; empty where no line is to blame."""
        if self.span is None:
            return ""
        rounds = (f"in round {number:,} of the loop in line {line}" for line, number in reversed(self.iterations))
        return ", ".join((place(self.span), *rounds))

    def lines(self) -> list[str]:
        """The text form: where, what, and what to write instead."""
        head = "besides the result: an effect" if self.id == "effect" else f"cause: {self.id}"
        code = [f"    {self.code}"] if self.code else []
        where = [f"  {self.where}:", *code] if self.span is not None else []
        said = f"{self.message} {self.reason}".strip()
        return [head, *where, f"  {said}", f"  Write instead: {self.remedy}"]

    def to_json(self) -> Mapping[str, Any]:
        """Plain data for the front end; the span is left to whoever knows the pane it is shown in."""
        fields = {name: value for name, value in asdict(self).items() if name != "span"}
        return {**fields, "iterations": [list(each) for each in self.iterations], "where": self.where}
