"""What a checked run comes across: the first time that each operation did what Python does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.timing.findings import CauseId


@dataclass(eq=False)
class Event:
    """An operation whose result is not what Python would have."""

    kind: CauseId  # what went wrong
    order: int  # its number in the run
    equation: Any  # the operation; None for an argument that the graph cannot hold
    inside: Any  # the equation of the user's line that the operation belongs to, where it is a library's
    # of the loops around, outermost first, the loop's equation and the round, counted from 1
    rounds: tuple[tuple[Any, int], ...]
    expected: Any  # Python's value, or what was asked for
    actual: Any  # the graph's value
    argument: int = -1  # the position of that argument
    # what the operations after it made of it in the same round: equation, Python's value and the graph's
    later: list[tuple[Any, Any, Any]] = field(default_factory=list)
    settled: bool = False  # whether no more of these are wanted

    @property
    def dtype(self) -> Any:
        """The element type of the graph's value."""
        return getattr(self.actual, "dtype", None)
