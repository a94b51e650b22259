"""Describe one place in a function that surprises when it runs as a graph."""

from __future__ import annotations

from typing import Literal

from nbgraph.core.errors import excerpt, place
from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span

Rule = Literal["side-effect", "state-inside", "changed-outside", "asked-once"]


@dataclass(frozen=True)
class Finding:
    """What a graph does differently from Python at one place, found without running anything.

    >>> print(Finding("asked-once", Span("lesson.py", 3, 4, 3, 15), "the clock is read once", "pass the time"))
    lesson.py, line 3: the clock is read once
    Write instead: pass the time
    [asked-once]
    """

    rule: Rule  # the rule of writing for graphs that is broken, the anchor of its section in the documentation
    span: Span
    message: str  # what a graph makes of it, in one sentence
    remedy: str  # what to write instead
    variable: str = ""  # the user's variable it is about, or ""

    def __str__(self) -> str:
        lines = [f"{place(self.span)}: {self.message}", excerpt(self.span), f"Write instead: {self.remedy}"]
        return "\n".join(filter(None, (*lines, f"[{self.rule}]")))


class Findings(tuple[Finding, ...]):
    """The findings of one function in source order; their text is one below the other."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n\n".join(map(str, self)) if self else "nothing found"
