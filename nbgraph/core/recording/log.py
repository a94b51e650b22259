"""Log the results of a recorded run's equations in order, and the kept iterations of its loops."""

from __future__ import annotations

from collections import deque
from typing import Any

from nbgraph.core.graph.trace import Entry
from nbgraph.core.records import dataclass, field

_KEEP = ((150, 300, 150), (20, 20, 20), (6, 6, 6))
"""For each depth of loops: how many first, evenly sampled and last iterations are kept while the run goes on."""


@dataclass(slots=True)
class Done:
    """One executed equation."""

    entry: Entry  # the equation
    values: list[Any]  # its results, digested


@dataclass(slots=True)
class Kept:
    """The values of variables that names are bound to, from equations that the graph does not show."""

    variables: list[Any]  # the variables
    values: list[Any]  # their values, digested


@dataclass(slots=True)
class CallRun:
    """One run of a helper with a program of its own."""

    entry: Entry  # the call
    parameters: list[Any]  # those of its parameters that names are bound to
    values: list[Any]  # their values, digested
    items: list[Item] = field(default_factory=list)  # what was run in it

    @property
    def given(self) -> dict[Any, Any]:
        return dict(zip(self.parameters, self.values, strict=True))


@dataclass(slots=True)
class Chosen:
    """The branch that a conditional takes."""

    entry: Entry  # the conditional
    part: int  # the position of the branch among its parts, in reading order


@dataclass(slots=True)
class Printed:
    """What a callback would print or do."""

    entry: Entry  # the equation
    text: str  # the text


@dataclass(slots=True)
class Tested:
    """The result of a `while` loop's test; it ends the test's part of an iteration."""

    entry: Entry
    holds: bool


Item = Any  # Done | Kept | Chosen | Told | Tested | LoopRun | CallRun


@dataclass(slots=True)
class Iteration:
    """One iteration of a loop."""

    number: int  # counted from 1; of a `while`, the one after the last is the test that ends it
    carry: list[Any]  # the values carried into it, then the elements of this iteration
    items: list[Item] = field(default_factory=list)  # what was run in it


class LoopRun:
    """One run of one loop, with the kept iterations: the first, the last, and every nth between them."""

    def __init__(self, entry: Entry, depth: int) -> None:
        self.entry = entry
        self.total = 0
        self.ended = False
        self._few, self._many, self._latest = _KEEP[min(depth, len(_KEEP) - 1)]
        self._first: list[Iteration] = []
        self._middle: list[Iteration] = []
        self._last: deque[Iteration] = deque()
        self._stride = 1

    def begin(self, carry: list[Any]) -> Iteration:
        """Begin the next iteration."""
        self.total += 1
        made = Iteration(self.total, carry)
        if self.total <= self._few:
            self._first.append(made)
            return made
        self._last.append(made)
        if len(self._last) > self._latest:
            left = self._last.popleft()
            if (left.number - self._few) % self._stride == 0:
                self._middle.append(left)
            if len(self._middle) > self._many:
                self._stride *= 2
                self._middle = [kept for kept in self._middle if (kept.number - self._few) % self._stride == 0]
        return made

    def iterations(self, share: float = 1.0) -> list[Iteration]:
        """Return the kept iterations in order; a smaller share leaves fewer, always the first two and the last two.

        With a share of 0 these are all.
        """
        every = [*self._first, *self._middle, *self._last]
        few, latest = (max(2, round(share * part)) for part in (self._few, self._latest))
        if share >= 1 or len(every) <= few + latest:
            return every
        between = every[few:-latest] if share else []
        step = max(1, round(1 / share)) if share else 1
        return [*every[:few], *between[step - 1 :: step], *every[-latest:]]


def count(items: list[Item], share: float) -> int:
    """Count the equations in a log, with the iterations that a share of them leaves."""
    return sum(_count(item, share) for item in items)


def _count(item: Item, share: float) -> int:
    if isinstance(item, CallRun):
        return 1 + count(item.items, share)
    return sum(1 + count(each.items, share) for each in item.iterations(share)) if isinstance(item, LoopRun) else 1
