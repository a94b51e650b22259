"""Stage loops over a list that they change: each iteration reads its length and the next item."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax.numpy as jnp

from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.control_flow.iteration import Iteration
from nbgraph.core.staging.lists.contents import Contents, growing_of, with_tables
from nbgraph.core.staging.lists.copies import row_of
from nbgraph.core.staging.sequences.derived_sequences import Enumerate, Map, Zip
from nbgraph.core.staging.sequences.sequences import Items, Range, Rows, Sequence


@dataclass(eq=False)
class Live(Sequence):
    """A list whose length and items are read in each iteration."""

    source: Contents  # the list, which a loop carries
    start: int = 0  # the number of items taken before the loop

    @property
    def length(self) -> Any:
        growing = growing_of(self.source)
        return max(list.__len__(self.source) - self.start, 0) if growing is None else growing.length - self.start

    @property
    def traced(self) -> bool:
        return True

    def item(self, k: Any, row: Any) -> Any:
        growing = growing_of(self.source)
        if growing is None:
            return self.source[k + self.start]
        return row_of(self.source, k + self.start, growing, growing.row(k + self.start))


def as_live(sequence: Sequence, start: int = 0) -> Sequence:
    """Return a sequence that reads its lists in each iteration, from item `start` on; the same one without lists."""
    match sequence:
        case Items(source=Contents() as source) if not sequence.once:
            return Live(source, start)
        case Enumerate(inner=inner):
            return replace(sequence, inner=as_live(inner, start), start=sequence.start + start)
        case Zip(inner=several):
            return replace(sequence, inner=tuple(as_live(part, start) for part in several))
        case Map(inner=inner):
            return replace(sequence, inner=replace(inner, inner=tuple(as_live(part, start) for part in inner.inner)))
        case Rows(rows=rows) if start:
            return Rows(rows[start:])
        case Range() if start:
            return Range(sequence.start + start * sequence.step, sequence.stop, sequence.step)
    return sequence


def lists_in(sequence: Sequence | None) -> Iterator[Items | Live]:
    """Yield the lists from which a sequence takes items: fixed ones, or `Live`."""
    if isinstance(sequence, Items | Live):
        yield sequence
    for part in () if sequence is None else sequence.inner_ones:
        yield from lists_in(part)


def is_live(sequence: Sequence | None) -> bool:
    """Whether the length of a sequence may change from iteration to iteration."""
    return any(isinstance(part, Live) for part in lists_in(sequence))


def has_changed(items: Any) -> bool:
    """Whether a list from which a sequence takes items has changed."""
    return isinstance(items, Sequence) and any(part.changed() for part in lists_in(items) if isinstance(part, Items))


def is_settled(sequence: Sequence) -> bool:
    """Whether a sequence cannot read its lists again, since its items are fixed."""
    return not is_live(sequence) or any(isinstance(part, Items) for part in lists_in(sequence))


def walk(sequence: Sequence) -> Iterator[Any]:
    """Yield the items of a sequence, and read its length before each one."""
    k = 0
    while k < length_now(sequence):
        yield sequence.at(k)
        k += 1


def changes_its_list(sequence: Sequence, iteration: Iteration) -> bool:
    """Whether an iteration changes a list over which the loop iterates."""
    if iteration.traced is None:
        return False
    changed = [location.owner for location, _ in iteration.traced.writes.values()]
    changed += [v.location.owner for v in iteration.carry.variables[iteration.locals :] if v.location is not None]
    walked = [table for part in lists_in(sequence) for table in with_tables(part.source)]
    return any(table is owner for table in walked for owner in changed)


def length_now(sequence: Sequence) -> Any:
    """Return the present number of iterations."""
    match sequence:
        case Zip(inner=several):
            least: Any = length_now(several[0])
            for part in several[1:]:
                least = jnp.minimum(least, length_now(part))
            return least
        case Enumerate(inner=inner) | Map(inner=inner):
            return length_now(inner)
    return sequence.length


class GoesOn:
    """The condition of a loop over a changing list: there is one more item, and the user's test holds."""

    def __init__(self, sequence: Sequence, test: Callable[..., Any] | None) -> None:
        self.sequence = sequence
        self.test = test
        self.k: Any = 0

    def __call__(self, *state: Any) -> Any:
        there_is_one = jnp.asarray(self.k < length_now(self.sequence))
        if self.test is None:
            return there_is_one
        wanted = self.test(*state)
        return there_is_one & (wanted if hasattr(wanted, "dtype") else bool(wanted))
