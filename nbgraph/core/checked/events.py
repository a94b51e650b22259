"""What a checked run comes across: the first time that each operation did what Python does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.timing.cause import CauseId


@dataclass(eq=False)
class Event:
    """An operation whose result is not what Python would have.

    Attributes:
        kind: what went wrong.
        order: its number in the run.
        equation: the operation; None for an argument that the graph cannot hold.
        argument: the position of that argument.
        inside: the equation of the user's line that the operation belongs to, where it is a library's.
        rounds: of the loops around, outermost first, the loop's equation and the round, counted from 1.
        expected: Python's value, or what was asked for.
        actual: the graph's value.
        later: what the operations after it made of it in the same round: equation, Python's value and the graph's.
        settled: whether no more of these are wanted.
    """

    kind: CauseId
    order: int
    equation: Any
    inside: Any
    rounds: tuple[tuple[Any, int], ...]
    expected: Any
    actual: Any
    argument: int = -1
    later: list[tuple[Any, Any, Any]] = field(default_factory=list)
    settled: bool = False

    @property
    def dtype(self) -> Any:
        """The element type of the graph's value."""
        return getattr(self.actual, "dtype", None)
