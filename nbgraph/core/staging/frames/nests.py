"""Find the carry types of nested loops together: a trace of the outermost body serves all loops in it.

The types of a loop's carry are a fixpoint: the body is traced until no type widens. If each loop of a nest did that
by itself, the number of traces would double with each level. So only the outermost loop repeats its trace. An inner
loop is traced once each time; if its types widen, it notes them and returns placeholders as its results, and the
whole trace is repeated with the noted types.
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

MOST_TRIES = 4  # a loop whose types still widen then finds them by itself

_Site = tuple[tuple[Place | None, ...], str, Place]  # the calls that lead there, the file, the location in it
Key = tuple[_Site, int]
NOWHERE: Key = (((), "", (0, 0, 0, 0)), 0)  # for a loop outside any nest


@dataclass(eq=False)
class Nest:
    """The inner loops of one loop, and what is known of them from one trace of its body to the next."""

    learned: dict[Key, Carry] = field(default_factory=dict)  # the carry of each inner loop, with the types found so far
    # `while` loops whose condition was known at first and traced after an iteration, with whether they can be staged
    # with that iteration
    from_first: dict[Key, bool] = field(default_factory=dict)
    widened: int = 0  # in the current trace, the number of loops whose types widened
    at_once: bool = False  # whether inner loops are staged at once, without an iteration by Python first
    for_good: bool = False  # whether Python runs this iteration and its results are used
    _tries: dict[Key, int] = field(default_factory=dict)
    _met: dict[_Site, int] = field(default_factory=dict)

    def begin(self, *, for_good: bool = False) -> None:
        """Start another trace of the body, or another run of it by Python."""
        self.widened, self.for_good = 0, for_good
        self._met.clear()

    @property
    def settled(self) -> bool:
        """Whether no loop of the current trace had types that widened."""
        return not self.widened

    def meet(self, frame: recorder.Frame) -> Key:
        """Return the key of the loop at a frame; its number tells repeated runs of one loop apart."""
        log = context.here().log
        path = tuple(log.stack) if log is not None else ()
        site = (path, frame.file, frame.place)
        number = self._met.get(site, 0)
        self._met[site] = number + 1
        return site, number

    def learn(self, key: Key, carry: Carry) -> None:
        """Note the widened carry of a loop; the current trace has to be repeated."""
        self.learned[key] = carry
        self._tries[key] = self._tries.get(key, 0) + 1
        self.widened += 1

    def forget(self) -> None:
        """Drop all that is known of the loops, since the trace it comes from is not used."""
        self.learned.clear()
        self.from_first.clear()
        self._tries.clear()

    def give_up(self, key: Key) -> None:
        """Note that a `while` cannot be staged with its first iteration, and drop the carry found for it."""
        self.learned.pop(key, None)
        self.from_first[key] = False

    def is_lost(self, key: Key) -> bool:
        """Whether a loop's types have widened in too many traces."""
        return self._tries.get(key, 0) >= MOST_TRIES

    def absorb(self, inner: Nest) -> None:
        """Take over what an inner loop has learned about the loops inside it."""
        for (site, number), carry in inner.learned.items():
            self.learned[site, number + self._met.get(site, 0)] = carry
        for (site, number), can in inner.from_first.items():
            self.from_first[site, number + self._met.get(site, 0)] = can
        for site, number in inner._met.items():
            self._met[site] = self._met.get(site, 0) + number


def around() -> Nest | None:
    """Return the nest that a loop at this point belongs to; None if there is none.

    It is None also where JAX traces a function of its own in between, as in `jax.jit` or `lax.scan`: JAX may cache that
    program, and a trace that will be repeated must not be cached.
    """
    nest = context.here().nest
    return nest if nest is not None and context.here().nest_trace is _jax.current_trace() else None


@contextlib.contextmanager
def opened(nest: Nest) -> Iterator[Nest]:
    """Within the block, loops belong to `nest`."""
    with context.within(nest=nest, nest_trace=_jax.current_trace()):
        yield nest


def followed(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that, when traced, belongs to the current nest; unchanged if there is none."""
    if around() is None:
        return function

    def follows(*arguments: Any) -> Any:
        with context.within(nest_trace=_jax.current_trace()):
            return function(*arguments)

    return follows
