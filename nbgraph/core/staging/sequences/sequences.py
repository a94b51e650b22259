"""Define sequences for staged `for` loops: a number of iterations and the item of each; ranges, arrays, lists."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass
from nbgraph.core.staging.aliasing.by_value import as_read
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import growing_of, present
from nbgraph.core.staging.lists.copies import row_of
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.values import any_traced, is_dynamic, is_traced, iterated, type_of


class Sequence:
    """A finite sequence over which a loop can be staged."""

    length: Any  # the number of iterations, a Python int or a traced int32 scalar
    # a tree of arrays with the iterations as the leading axis, for `lax.scan`; None if there is none
    rows: Any = None
    once: bool = False  # whether it is an iterator in Python, which can be iterated only once
    walked: str = ""  # "" before a loop; then `LEFT` if it is used up, `SOMEWHERE` if a loop may have left it early

    def item(self, k: Any, row: Any) -> Any:
        """Return the item of iteration `k`, given that iteration's slice of `rows`."""
        raise NotImplementedError

    @property
    def counted(self) -> bool:
        """Whether the items depend on the number of the iteration."""
        return True

    @property
    def traced(self) -> bool:
        """Whether its length or its items are known at run time only."""
        return any_traced(self.length, self.rows)

    @property
    def inner_ones(self) -> tuple[Sequence, ...]:
        """Return the sequences that this one takes its items from."""
        return ()

    def renewed(self) -> Sequence:
        """Return the sequence with the present items, as an iterator reads a list only when it advances."""
        return self

    def unwalked(self) -> Sequence:
        """Return an unused copy, which shares no iterator with this one."""
        new = copy.copy(self)
        new.walked = ""
        return new

    def taken(self, *, whole: bool = True) -> Sequence:
        """Return the sequence for one iteration over it; an iterator is then used up.

        Args:
            whole: whether the loop certainly reaches the end.

        Raises:
            StagingError: it is known at run time only how many items are used up.
        """
        if not self.once:
            return self
        present, parts = self.renewed().unwalked(), list(_all_of(self))
        if any(part.walked == SOMEWHERE for part in parts):
            _refuse_used()
        if any(part.walked for part in parts):
            present = Range(0, 0, 1)
        for part in parts:
            part.walked = LEFT if whole else SOMEWHERE
        return present

    def at(self, k: Any) -> Any:
        """Return the item of iteration `k`, sliced from `rows`."""
        return self.item(k, jax.tree_util.tree_map(lambda array: array[k], self.rows))

    def __next__(self) -> NoReturn:
        raise StagingError(
            "how many items there are is only known at run time, and so is which one comes next",
            remedy="a `for` loop with `break`; or `list(...)`, of which `[0]` is the first",
            id="traced-value-in-python",
        )

    def __iter__(self) -> Iterator[Any]:
        items = self.taken(whole=False)
        for k in range(items.length):
            yield items.at(k)
        for part in _all_of(self) if self.once else ():
            part.walked = LEFT


def _all_of(sequence: Sequence) -> Iterator[Sequence]:
    if sequence.once:
        yield sequence
    for part in sequence.inner_ones:
        yield from _all_of(part)


def _refuse_used() -> NoReturn:
    raise StagingError(
        "this iterator was walked over before, and how far is only known at run time",
        remedy="make it anew for each loop; or loop over the list or the array itself",
        id="iterator-advanced",
    )


LEFT, SOMEWHERE = "nothing is left", "left somewhere"


@dataclass(eq=False)
class Range(Sequence):
    """A `range` with traced bounds."""

    start: Any
    stop: Any
    step: Any

    def __post_init__(self) -> None:
        if any_traced(self.start, self.stop, self.step):
            self.length = _trips(self.start, self.stop, self.step)
        else:
            self.length = len(range(self.start, self.stop, self.step))

    def __getitem__(self, index: Any) -> Any:
        """Return an item by its index, negative ones included; an index out of range is not noticed."""
        if isinstance(index, slice):
            self._refuse("is sliced here", "a range with other bounds")
        from_end = index < 0
        if not is_traced(from_end):
            return self.item(index + self.length if from_end else index, None)
        return self.item(jnp.where(from_end, index + self.length, index), None)

    def __bool__(self) -> NoReturn:
        self._refuse("is asked for its truth here", "`len(...) > 0`")

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        return self is other or self._refuse("is compared here", "compare the bounds")

    def __getattr__(self, name: str) -> NoReturn:
        if name in ("index", "count"):
            self._refuse(f"is asked for `{name}` here", "`in`, and arithmetic with the bounds")
        raise AttributeError(f"'range' object has no attribute '{name}'")

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise StagingError(f"a range of run-time length {what}", remedy=remedy, id="traced-value-in-python")

    def item(self, k: Any, row: Any) -> Any:
        scaled = k if is_int(self.step, 1) else k * self.step
        return scaled if is_int(self.start, 0) else self.start + scaled


def is_int(value: Any, number: int) -> bool:
    """Whether a value is this Python int, and not a tracer."""
    return isinstance(value, int) and value == number


def _trips(start: Any, stop: Any, step: Any) -> Any:
    """Return the length of `range(start, stop, step)`: `max(0, ceil((stop - start) / step))`."""
    span = stop if is_int(start, 0) else stop - start
    if not is_int(step, 1):
        span = -((start - stop) // step) if not is_int(start, 0) else -((-stop) // step)
    return jax.lax.max(span, 0) if is_traced(span) and type_of(span) == type_of(0) else jnp.maximum(span, 0)


@dataclass(eq=False)
class Rows(Sequence):
    """An array, item by item along its first axis."""

    rows: Any

    def __post_init__(self) -> None:
        self.length = int(self.rows.shape[0])

    def item(self, k: Any, row: Any) -> Any:
        return row

    @property
    def counted(self) -> bool:
        return False


@dataclass(eq=False)
class Items(Sequence):
    """A list in buffers, item by item."""

    growing: Growing  # the buffers
    source: Any = None  # the list of the items, if an iterator reads it later

    def __post_init__(self) -> None:
        self.length = self.growing.length
        known = self.growing.capacity.length
        self.rows = None if known is None else self.growing.sized(known).buffers
        self.seen = None if self.source is None else iterated(self.source)

    def changed(self) -> bool:
        """Whether the list has other items than when the iterator was made."""
        now = None if self.source is None else iterated(self.source)
        if now is None or self.seen is None:
            return False
        if present(self.source) is not self.source:
            return True  # a row of a table that has changed
        return len(now) != len(self.seen) or any(a is not b for a, b in zip(now, self.seen, strict=True))

    def renewed(self) -> Sequence:
        if not self.changed():
            return self
        now = None if self.once else staged_over(self.source)
        if not now:
            raise StagingError(
                "this iterator walks over a list that has changed since the iterator was made",
                remedy="make the iterator where it is used; or `list(...)` around it before the list changes",
                id="iterator-advanced",
            )
        return now[0]

    @property
    def traced(self) -> bool:
        return True

    def item(self, k: Any, row: Any) -> Any:
        position = k if growing_of(self.source) is self.growing else None
        item = as_read(row) if self.rows is not None else self.growing.row(k)
        return row_of(self.source, position, self.growing, item)

    @property
    def counted(self) -> bool:
        return self.rows is None


def sequence_of(items: Any) -> Sequence | None:
    """Return a stageable view of an iterable; None if Python must iterate over it."""
    if isinstance(items, Sequence):
        return items
    growing = growing_of(items)
    if growing is not None:
        return Items(growing, items)
    if isinstance(items, range):
        return Range(items.start, items.stop, items.step)
    is_array = isinstance(items, jax.Array) or (isinstance(items, np.ndarray) and is_dynamic(items))
    if is_array and items.ndim > 0:
        return Rows(items if is_traced(items) else jnp.asarray(items))
    found: Sequence | None = kind_of(items).sequence(items)
    return found


def staged_over(*items: Any) -> tuple[Sequence, ...]:
    """Return stageable views of the iterables if all have one and some of them is traced; else ().

    A known list or tuple has a view, too, if its items have one type.
    """
    found = [sequence_of(item) for item in items]
    if not any(part is not None and part.traced for part in found):
        return ()
    views = [_rows_of(item) if part is None else part for part, item in zip(found, items, strict=True)]
    return tuple(part for part in views if part is not None) if all(part is not None for part in views) else ()


def _rows_of(items: Any) -> Sequence | None:
    """Return a view of a list or tuple as rows of arrays; None if its items differ in type."""
    if not isinstance(items, list | tuple) or not items:
        return None
    try:
        return Items(Growing.of(list(items)), items)
    except ListItemError:
        return None
