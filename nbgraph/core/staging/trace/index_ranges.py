"""Prove that indices are in range, as `a[i]` in `for i in range(len(a))`, so that no run-time check is needed.

A loop counts up to the length of its sequence. The operations that made an index, or the length of a list, show which
constant they add to it; so `a[i - 1]` in `for i in range(1, n)` is in the list that `a = [0] * n` made. The trace of a
body assumes that a list keeps its length in each iteration; the assumption is checked after the trace.
"""

from __future__ import annotations

import ast
import functools
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
    """The integers of a loop's state that are assumed to stay what they are before the loop, or never to fall."""

    changing: frozenset[tuple[int, int]] = frozenset()  # the positions of integers of which neither is assumed
    # by id: the integer, its value before the loop, and its position: variable and leaf
    begun: dict[int, tuple[Any, Any, int, int]] = field(default_factory=dict)
    relied: set[int] = field(default_factory=set)  # the ids of those that a proof has used
    lows: dict[int, int] = field(default_factory=dict)  # by id, what a known integer is before the loop
    risen: set[int] = field(default_factory=set)  # the ids of those of which a proof needs that they never fall
    after: Sequence[Any] = ()  # the variables after an iteration, if a proof has used any

    def take(self, number: int, value: Any, start: Any, *, falls: bool) -> None:
        """Assume that the integers in a variable stay what they are before the loop, or at least do not fall."""
        (leaves, tree), (before, tree_before) = leaves_of(value), leaves_of(start)
        for at, (leaf, first) in enumerate(zip(leaves, before, strict=True) if tree == tree_before else ()):
            is_integer = is_traced(leaf) and not leaf.shape and type_of(leaf).dtype_kind == "i"
            if is_integer and (number, at) not in self.changing:
                self.begun[id(leaf)] = leaf, first, number, at
                if not falls and type(first) is int and 0 <= first <= _SMALL:
                    self.lows[id(leaf)] = first

    @property
    def broken(self) -> frozenset[tuple[int, int]]:
        """Return the positions of the integers of which a proof has used what an iteration does not keep."""
        return frozenset(self.begun[key][2:] for key in self.relied | self.risen if not self._is_kept(key))

    def _is_kept(self, key: int) -> bool:
        leaf, _, number, at = self.begun[key]
        after = leaves_of(self.after[number])[0][at : at + 1] if self.after else ()
        return any(each is leaf or (key not in self.relied and _rises(each, leaf)) for each in after)


_SMALL = 1 << 29  # a counter from here on overflows an int32 after more iterations than a loop may make


@functools.lru_cache(maxsize=64)
def falling(function: ast.AST) -> frozenset[str]:
    """Return the names that a function lowers, as `i` in `i -= 1`: to assume that they do not fall is in vain."""
    steps = (each for each in ast.walk(function) if isinstance(each, ast.AugAssign) and isinstance(each.op, ast.Sub))
    return frozenset(ast.unparse(each.target) for each in steps)


def _rises(after: Any, before: Any) -> bool:
    """Whether a traced integer is `before` or `before + 1`, on each side of the `if` statements that made it."""
    before = _jax.at_home(before)
    if any(each is before and more in (0, 1) for each, more in steps(after)):
        return True
    name, operands = _jax.made_by(after) if is_traced(after) else ("", ())
    if name in ("select_n", "_where"):
        return all(_rises(each, before) for each in operands[1:])
    sides = _jax.sides_of(after) if name == "cond" else [(None, 0)]
    return all(each is not None and _jax.at_home(each) is before and more in (0, 1) for each, more in sides)


def counted(*facts: Counted) -> None:
    """Add facts on integers, for the body that is traced now."""
    context.change(counted=(*context.here().counted, *facts))


def of_trip(k: Any, sequence: Any, item: Any) -> None:
    """Note that an iteration's number is below the sequence's length, and that a range's item is in its bounds."""
    k, item = _jax.at_home(k), _jax.at_home(item)
    counted(Counted(k, 0, sequence.length))
    start, stop, step = (getattr(sequence, name, None) for name in ("start", "stop", "step"))
    if not isinstance(step, int) or not is_traced(item):
        return
    if step > 0 and isinstance(start, int) and start >= 0:
        counted(Counted(item, start, stop))
    elif step < 0 and isinstance(stop, int) and not any(name.startswith("max") for name in _operations(start)):
        counted(Counted(item, stop + 1, start, 1))  # `max(y, 0)` may exceed y, so y is no bound


def _operations(value: Any) -> list[str]:
    return [_jax.made_by(each)[0] for each, _ in steps(value) if is_traced(each)]


def is_least(value: Any, number: int) -> bool:
    """Whether a traced integer is certainly at least a number."""
    if any(fact.low + more >= number for fact, more in _facts_of(value)):
        return True
    for each, more in steps(value):
        for stays in context.here().stays:
            if stays.lows.get(id(each), number - more - 1) + more >= number:
                stays.risen.add(id(each))
                return True
    return False


def is_below(index: Any, length: Any, least: int) -> bool:
    """Whether a traced index is certainly below a length, which itself is at least `least`."""
    return any(_is_at_most(fact.high, fact.more + more, length, least) for fact, more in _facts_of(index))


def most_of(value: Any) -> int | None:
    """Return the largest value that a traced integer can have; None if no bound is known."""
    found: list[int] = []
    for fact, more in _facts_of(value):
        for bound, above in _upper(fact.high) if fact.high is not None else ():
            known = most_of(bound) if is_traced(bound) else bound - 1
            found += [] if known is None else [known + above + fact.more + more - is_traced(bound)]
    return min(found, default=None)


def is_step(value: Any, after: Any, by: int) -> bool:
    """Whether the traced integer `after` is certainly `value + by`."""
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
        array = _jax.read_from(value) if is_traced(value) and value.dtype in WIDE else None
        if array is not None and array.size and array.dtype in WIDE:
            yield Counted(value, int(array.min()), int(array.max()) + 1), more


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
    """Yield pairs whose sum is an upper bound of an integer: a value, and a constant to add."""
    for value, more in steps(high):
        yield value, more
        name, operands = _jax.made_by(value) if is_traced(value) else ("", ())
        if name == "sub" and is_least(operands[1], 0):
            number = number_of(operands[0])
            yield from ((each, more + extra) for each, extra in _upper(operands[0] if number is None else number))


def _bounds(value: Any) -> Iterator[tuple[Any, int, list[tuple[Stays, int]]]]:
    """Yield what a non-negative length equals: a value, a constant to add, and the assumptions used."""
    relied: list[tuple[Stays, int]] = []
    yield from ((*step, relied) for step in steps(value))
    for stays in reversed(context.here().stays):
        value = _jax.at_home(value)
        if id(value) in stays.begun:
            relied = [*relied, (stays, id(value))]
            value = stays.begun[id(value)][1]
            yield from ((*step, relied) for step in steps(value))
