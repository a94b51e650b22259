"""Positions in lists that are surely in range, as `a[i]` in `for i in range(len(a))`: no check has to ask at run time.

A loop counts below the length of its sequence. What a position adds to such a number, and how the length of a list
came about, is read from the operations that made them; so `a[i - 1]` in `for i in range(1, n)` is in the list that
`a = [0] * n` has made. That a list is as long in each iteration as before the loop is taken for granted while the body
is traced, and looked at behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.assumed_ranges import assumed
from nbgraph.core.staging.trace.integer_steps import WIDE, Counted, number_of, steps
from nbgraph.core.staging.values.values import is_traced, leaves_of, type_of


@dataclass
class Stays:
    """Integers of a loop's state that are taken to be in each iteration what they are before the loop."""

    # for each, by identity, itself, what it is before the loop, and where it is: variable and leaf
    begun: dict[int, tuple[Any, Any, int, int]] = field(default_factory=dict)
    relied: set[int] = field(default_factory=set)  # those that somebody relied on
    after: Sequence[Any] = ()  # the variables behind an iteration, where somebody did

    def take(self, number: int, value: Any, start: Any) -> None:
        """Take the lengths in a variable to be what they are before the loop."""
        (leaves, tree), (before, tree_before) = leaves_of(value), leaves_of(start)
        for at, (leaf, first) in enumerate(zip(leaves, before, strict=True) if tree == tree_before else ()):
            if is_traced(leaf) and not leaf.shape and type_of(leaf).dtype_kind == "i":
                self.begun[id(leaf)] = leaf, first, number, at

    @property
    def is_broken(self) -> bool:
        """Whether an iteration changes one that was relied on."""
        for leaf, _, number, at in map(self.begun.__getitem__, self.relied):
            leaves = leaves_of(self.after[number])[0] if self.after else ()
            if at >= len(leaves) or leaves[at] is not leaf:
                return True
        return False


def counted(*facts: Counted) -> None:
    """Know more of some integers, as long as the body that is traced now."""
    context.change(counted=(*context.here().counted, *facts))


def of_trip(k: Any, sequence: Any, item: Any) -> None:
    """Know of the number of an iteration that it is below the sequence's length, and of a range's item its bounds."""
    k, item = _jax.at_home(k), _jax.at_home(item)
    counted(Counted(k, 0, sequence.length))
    start, stop, step = (getattr(sequence, name, None) for name in ("start", "stop", "step"))
    if not isinstance(step, int) or not is_traced(item):
        return
    if step > 0 and isinstance(start, int) and start >= 0:
        counted(Counted(item, start, stop))
    elif step < 0 and isinstance(stop, int) and not any(name.startswith("max") for name in _operations(start)):
        counted(Counted(item, stop + 1, start, 1))  # not below `max(y, 0)`, which it may be: then y is no bound


def _operations(value: Any) -> list[str]:
    return [_jax.made_by(each)[0] for each, _ in steps(value) if is_traced(each)]


def is_positive(index: Any) -> bool:
    """Whether a traced position is surely not one from the end."""
    return is_least(index, 0)


def is_least(value: Any, number: int) -> bool:
    """Whether a traced integer is surely not smaller than a number."""
    return any(fact.low + more >= number for fact, more in _facts_of(value))


def is_below(index: Any, length: Any, least: int) -> bool:
    """Whether a traced position is surely smaller than a length, which is at least some number."""
    return any(_is_at_most(fact.high, fact.more + more, length, least) for fact, more in _facts_of(index))


def most_of(value: Any) -> int | None:
    """The largest number that a traced integer can be; None where nobody knows."""
    found: list[int] = []
    for fact, more in _facts_of(value):
        for bound, above in _upper(fact.high) if fact.high is not None else ():
            known = most_of(bound) if is_traced(bound) else bound - 1
            found += [] if known is None else [known + above + fact.more + more - is_traced(bound)]
    return min(found, default=None)


def is_step(value: Any, after: Any, by: int) -> bool:
    """Whether one traced integer is surely another one and a number."""
    value = _jax.at_home(value)
    return any(each is value and more == by for each, more in steps(after))


def _facts_of(index: Any) -> Iterator[tuple[Counted, int]]:
    known = context.here().counted
    if claimed := tuple(assumed()):
        for value, more in steps(index, exact=True):
            yield from ((fact, more) for fact in claimed if fact.value is value)
    for value, more in steps(index):
        yield from ((fact, more) for fact in known if fact.value is value)
        name, operands = _jax.made_by(value) if is_traced(value) else ("", ())
        size = number_of(operands[1]) if name == "remainder" and value.dtype in WIDE else None
        if size is not None and size > 0:
            yield Counted(value, 0, size), more


def _is_at_most(high: Any, more: int, length: Any, least: int) -> bool:
    if high is None:
        return False
    for bound, above in _upper(high):
        if not is_traced(bound):
            if bound + above + more <= least:
                return True
            continue
        for other, below, relied in _bounds(length):
            if above + more <= below and _jax.surely_same(bound, other):
                for stays, leaf in relied:
                    stays.relied.add(leaf)
                return True
    return False


def _upper(high: Any) -> Iterator[tuple[Any, int]]:
    """What is as large as an integer or larger: something, and how much more than that."""
    for value, more in steps(high):
        yield value, more
        name, operands = _jax.made_by(value) if is_traced(value) else ("", ())
        if name == "sub" and is_positive(operands[1]):
            number = number_of(operands[0])
            yield from ((each, more + extra) for each, extra in _upper(operands[0] if number is None else number))


def _bounds(value: Any) -> Iterator[tuple[Any, int, list[tuple[Stays, int]]]]:
    """What a length is, where it is positive: something, how much more than that, and what that relies on."""
    relied: list[tuple[Stays, int]] = []
    yield from ((*step, relied) for step in steps(value))
    for stays in reversed(context.here().stays):
        value = _jax.at_home(value)
        if id(value) in stays.begun:
            relied = [*relied, (stays, id(value))]
            value = stays.begun[id(value)][1]
            yield from ((*step, relied) for step in steps(value))
