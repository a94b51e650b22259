"""The number of rows of a list in buffers, and bounds of its length known at trace time."""

from __future__ import annotations

from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.user_frames import user_frames

FAR_BELOW = -(10**9)  # stands for the unknown length at the start of an iteration; no real length gets near it


class ListCapacityError(StagingError):
    """A list grows in a loop with a data-dependent number of iterations, and nothing bounds its length.

    A call of `ng.function` finds the capacity by itself, up to a million items. Inside `jax.jit`, `jax.vmap` or another
    graph the loop has to state how often it may run.
    """

    id = "list-needs-bound"


@dataclass(eq=False)
class Peak:
    """The greatest length of a carried list at any moment of an iteration, as far as the trace shows."""

    most: int = 0  # upper bound of its length, relative to the same base as `Capacity.most`
    unknown: bool = False  # whether an inner loop adds to it a number of times known only at run time


@dataclass(frozen=True)
class Capacity:
    """The trace-time facts about a list in buffers; equal if the buffers have the same shape."""

    size: int  # the number of rows of the buffers
    length: int | None  # the number of items; None if known at run time only
    fixed: bool = field(default=False, compare=False)  # whether the size may not change, as in a loop's carry
    # whether the rows may not suffice, so that each append is checked at run time
    checked: bool = field(default=False, compare=False)
    # lower bound of the length; in a loop's carry, `FAR_BELOW` plus the fewest items the iteration added
    least: int = field(default=0, compare=False)
    # upper bound of the length; in a loop's carry, `size` plus the most items the iteration added
    most: int = field(default=0, compare=False)
    step: int = field(
        default=0, compare=False
    )  # in a loop's carry, the number of items that the rows allow an iteration to add
    # in a loop's carry, the length before the loop, if known
    started: int | None = field(default=None, compare=False)
    # in the carry of an inner loop, the list's capacity in the carry of the outer one
    outer: Capacity | None = field(default=None, compare=False)
    # in a loop's carry, identifies the length that `least` and `most` are relative to; None if it is 0
    base: object = field(default=None, compare=False)
    # in a loop's carry, the greatest length during an iteration, perhaps more than at its end
    peak: Peak | None = field(default=None, compare=False)

    @classmethod
    def exactly(cls, length: int, size: int | None = None) -> Capacity:
        """Return the capacity of a list of known length, with `size` rows or as many as items."""
        return cls(length if size is None else size, length, least=length, most=length)

    def moved(self, by: int) -> Capacity:
        """Return the capacity after `by` items were added."""
        length = None if self.length is None else self.length + by
        return self.between(self.least + by, self.most + by, length)

    def between(self, least: int, most: int, length: int | None = None) -> Capacity:
        """Return the capacity with new bounds of the length, or a new known length."""
        if self.peak is not None:
            self.peak.most = max(self.peak.most, most)
        return replace(self, length=length, least=least, most=most)

    def either(self, other: Capacity, size: int) -> Capacity:
        """Return the capacity of buffers with `size` rows that hold either of two lists."""
        same_base = self.base is other.base  # else the two lengths cannot be compared
        least = min(self.least, other.least) if same_base else FAR_BELOW * 2
        fixed = self if self.fixed else other
        length = self.length if self.length == other.length else None
        return replace(fixed, size=size, length=length, least=least, most=max(self.most, other.most))


def most_rows(size: int, longest: int) -> int:
    """Return how many rows a list gets that has outgrown `size` rows outside of loops, and has `longest` at most."""
    scope = context.here().effects
    return longest if scope is None or scope.rows is None else min(max(size, 2 * scope.rows), longest)


def check_capacity(holds: Any, length: Any, what: str = "list") -> None:
    """Check at run time that a list has room; if not, the executor runs again with more rows."""
    scope = context.here().effects
    frames = user_frames()
    span = frames[-1].span
    if scope is not None and scope.rows is not None:
        effects.require(
            holds, effects.Check(span, lambda _: ListCapacityError("no room"), frames, grows=what), [length]
        )
        return

    def error() -> ListCapacityError:
        return ListCapacityError(
            f"this {what} has more items than the loop's `max_iterations` allows for",
            span=span,
            remedy="a larger `max_iterations` in `ng.loop_options`",
        )

    effects.require(holds, effects.Check(span, error, frames))
