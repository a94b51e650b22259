"""Loops inside loops, settled together: what one trace of the outermost body learns, all loops in it start with.

The types of a loop's state are a fixpoint, found by tracing the body until nothing widens. If each loop of a nest
did that by itself, the innermost body would be traced twice as often with every level. So only the outermost loop
repeats its trace. A loop inside is traced once each time; where its types had to widen it remembers them, hands on
values that stand in for its results, and the whole trace is made again with what was learned.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.functionalise.sites import Place
from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.state.carry import Carry
from nbgraph.core.staging.trace import context, recorder

MOST_TRIES = 4  # a loop that is not recognised from trace to trace settles its types by itself

_Site = tuple[tuple[Place | None, ...], str, Place]  # the calls that lead there, the file, the place in it
Key = tuple[_Site, int]
NOWHERE: Key = (((), "", (0, 0, 0, 0)), 0)  # for a loop that is part of no nest


@dataclass(eq=False)
class Nest:
    """The loops inside one loop, from one trace of its body to the next."""

    learned: dict[Key, Carry] = field(default_factory=dict)  # the state of each loop in it, with the types found so far
    # the `while` loops whose test was known at first and traced after an iteration, with whether they can be staged
    # with that iteration
    from_first: dict[Key, bool] = field(default_factory=dict)
    widened: int = 0  # how many loops whose types had to widen the present trace has met
    at_once: bool = False  # whether no loop in it is to wait for an iteration of Python's
    for_good: bool = False  # whether this iteration is no rehearsal: Python runs it, and its results will be used
    _tries: dict[Key, int] = field(default_factory=dict)
    _met: dict[_Site, int] = field(default_factory=dict)

    def begin(self, *, for_good: bool = False) -> None:
        """The body is about to be traced, or run by Python, once more."""
        self.widened, self.for_good = 0, for_good
        self._met.clear()

    @property
    def settled(self) -> bool:
        """Whether the present trace has met no loop whose types had to widen."""
        return not self.widened

    def meet(self, frame: recorder.Frame) -> Key:
        """The loop at a frame, told from its other activations in this trace by their order."""
        log = context.here().log
        path = tuple(log.stack) if log is not None else ()
        site = (path, frame.file, frame.place)
        number = self._met.get(site, 0)
        self._met[site] = number + 1
        return site, number

    def learn(self, key: Key, carry: Carry) -> None:
        """A loop had to widen its state: this trace only served to find that out."""
        self.learned[key] = carry
        self._tries[key] = self._tries.get(key, 0) + 1
        self.widened += 1

    def forget(self) -> None:
        """Know nothing of the loops: the trace that has told it did not stand."""
        self.learned.clear()
        self.from_first.clear()
        self._tries.clear()

    def give_up(self, key: Key) -> None:
        """A `while` cannot be staged with its first iteration, so that the state before it tells nothing."""
        self.learned.pop(key, None)
        self.from_first[key] = False

    def is_lost(self, key: Key) -> bool:
        """Whether what is learned about a loop does not help it."""
        return self._tries.get(key, 0) >= MOST_TRIES

    def absorb(self, inner: Nest) -> None:
        """Take over what a loop inside has learned about the loops inside it."""
        for (site, number), carry in inner.learned.items():
            self.learned[site, number + self._met.get(site, 0)] = carry
        for (site, number), can in inner.from_first.items():
            self.from_first[site, number + self._met.get(site, 0)] = can
        for site, number in inner._met.items():
            self._met[site] = self._met.get(site, 0) + number


def around() -> Nest | None:
    """The nest that a loop at this point is part of.

    None also where JAX traces a function of its own in between, as in `jax.jit` or `lax.scan`: it may keep the
    program for later, and a rehearsal must not be kept.
    """
    nest = context.here().nest
    return nest if nest is not None and context.here().nest_trace is _jax.current_trace() else None


@contextlib.contextmanager
def opened(nest: Nest) -> Iterator[Nest]:
    """Loops inside the block are part of `nest`."""
    with context.within(nest=nest, nest_trace=_jax.current_trace()):
        yield nest


def followed(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is about to be traced, as part of the nest its trace begins in."""
    if around() is None:
        return function

    def follows(*arguments: Any) -> Any:
        with context.within(nest_trace=_jax.current_trace()):
            return function(*arguments)

    return follows
