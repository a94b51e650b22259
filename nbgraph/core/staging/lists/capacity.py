"""How many items a list in buffers can hold, and what is known of how many it does."""

from __future__ import annotations

from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.user_frames import user_frames

FAR_BELOW = -(10**9)  # the fewest items at the start of an iteration: far from what a program can reach by itself


class ListCapacityError(StagingError):
    """A list grows in a loop with a data-dependent number of iterations, and nothing says how many items it can hold.

    A call of `ng.function` finds the capacity by itself, up to a million items; inside `jax.jit`, `jax.vmap` or another
    graph the loop must say how often it may run.
    """

    id = "list-needs-bound"


@dataclass(eq=False)
class Peak:
    """What the trace of a loop's body has seen of a list in the loop's state, at any moment of the iteration."""

    most: int = 0  # upper bound of its length, counted as `Capacity.most` is
    unknown: bool = False  # whether a loop inside adds to it a number of times known at run time only


@dataclass(frozen=True)
class Capacity:
    """What is known of a buffered list at trace time; equal where buffers have the same shape."""

    size: int  # rows of the buffers
    length: int | None  # how many of them are items; None where only a run-time count knows
    fixed: bool = field(default=False, compare=False)  # whether the size stays what it is: in the state of a loop
    # whether more items than rows are possible, so that each new one is checked at run time
    checked: bool = field(default=False, compare=False)
    # lower bound of the length; in the state of a loop `FAR_BELOW` plus what the iteration added at least
    least: int = field(default=0, compare=False)
    # upper bound of the length; in the state of a loop `size` plus what the iteration added at most
    most: int = field(default=0, compare=False)
    step: int = field(
        default=0, compare=False
    )  # for the state of a loop, how many items the rows allow an iteration to add
    # for the state of a loop, the length before it where that is known
    started: int | None = field(default=None, compare=False)
    # for the state of a loop inside a loop, the capacity that the list has in the state of the outer one
    outer: Capacity | None = field(default=None, compare=False)
    # for the state of a loop, whose length `least` and `most` count from; None for bounds that count from 0
    base: object = field(default=None, compare=False)
    # for the state of a loop, how long the list gets in the course of an iteration: longer perhaps than at its end
    peak: Peak | None = field(default=None, compare=False)

    @classmethod
    def exactly(cls, length: int, size: int | None = None) -> Capacity:
        """The capacity of a list of known length; with no capacity to spare unless there is a size."""
        return cls(length if size is None else size, length, least=length, most=length)

    def moved(self, by: int) -> Capacity:
        """The capacity after `by` more items."""
        length = None if self.length is None else self.length + by
        return self.between(self.least + by, self.most + by, length)

    def between(self, least: int, most: int, length: int | None = None) -> Capacity:
        """The capacity after items were added."""
        if self.peak is not None:
            self.peak.most = max(self.peak.most, most)
        return replace(self, length=length, least=least, most=most)

    def either(self, other: Capacity, size: int) -> Capacity:
        """The capacity of buffers of a size that hold either of two lists."""
        same_base = self.base is other.base  # else nobody knows how the two lengths compare
        least = min(self.least, other.least) if same_base else FAR_BELOW * 2
        fixed = self if self.fixed else other
        length = self.length if self.length == other.length else None
        return replace(fixed, size=size, length=length, least=least, most=max(self.most, other.most))


def check_capacity(holds: Any, length: Any, what: str = "list") -> None:
    """Check at run time that a list has capacity for more; the executor makes more capacity and runs again."""
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
