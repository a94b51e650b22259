"""What a staged `for` can run over: a trip count, and the item of trip `k`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.growing import Growing, ListItemError
from nbgraph.core.staging.list_contents import growing_of
from nbgraph.core.staging.list_copies import frozen
from nbgraph.core.staging.values import any_traced, is_dynamic, is_traced


class Sequence:
    """A finite sequence over which a loop can be staged.

    Attributes:
        length: trip count, a Python int or a traced int32 scalar.
        rows: a tree of arrays with one leading axis of the trip count, what `lax.scan` slices; None if there is none.
    """

    length: Any
    rows: Any = None

    def item(self, k: Any, row: Any) -> Any:
        """The item of trip `k`, given that trip's slice of `rows`."""
        raise NotImplementedError

    @property
    def counted(self) -> bool:
        """Whether items depend on the trip number."""
        return True

    @property
    def traced(self) -> bool:
        """Whether its length or its items are known at run time only."""
        return any_traced(self.length, self.rows)

    def at(self, k: Any) -> Any:
        """The item of trip `k` by itself."""
        return self.item(k, jax.tree_util.tree_map(lambda array: array[k], self.rows))

    def __next__(self) -> NoReturn:
        raise StagingError(
            "how many items there are is only known at run time, and so is which one comes next",
            remedy="a `for` loop with `break`; or `list(...)`, of which `[0]` is the first",
            id="traced-value-in-python",
        )

    def __iter__(self) -> Iterator[Any]:
        return (self.at(k) for k in range(self.length))


@dataclass(eq=False)
class Range(Sequence):
    """`range` with traced bounds."""

    start: Any
    stop: Any
    step: Any

    def __post_init__(self) -> None:
        if any_traced(self.start, self.stop, self.step):
            self.length = _trips(self.start, self.stop, self.step)
        else:
            self.length = len(range(self.start, self.stop, self.step))

    def __getitem__(self, index: Any) -> Any:
        """An item by its number, from the end for a negative one; too large a number is not noticed."""
        if isinstance(index, slice):
            raise TypeError("a range of run-time length cannot be sliced")
        from_end = index < 0
        if not is_traced(from_end):
            return self.item(index + self.length if from_end else index, None)
        return self.item(jnp.where(from_end, index + self.length, index), None)

    def item(self, k: Any, row: Any) -> Any:
        scaled = k if _is_int(self.step, 1) else k * self.step
        return scaled if _is_int(self.start, 0) else self.start + scaled


def _is_int(value: Any, number: int) -> bool:
    return isinstance(value, int) and value == number


def _trips(start: Any, stop: Any, step: Any) -> Any:
    """How many items `range(start, stop, step)` has: `max(0, ceil((stop - start) / step))`."""
    span = stop if _is_int(start, 0) else stop - start
    if not _is_int(step, 1):
        span = -((start - stop) // step) if not _is_int(start, 0) else -((-stop) // step)
    return jnp.maximum(span, 0)


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

    growing: Growing

    def __post_init__(self) -> None:
        self.length = self.growing.length
        known = self.growing.room.length
        self.rows = None if known is None else self.growing.sized(known).buffers

    @property
    def traced(self) -> bool:
        return True

    def item(self, k: Any, row: Any) -> Any:
        return frozen(row if self.rows is not None else self.growing.row(k))

    @property
    def counted(self) -> bool:
        return self.rows is None


@dataclass(eq=False)
class Enumerate(Sequence):
    """`enumerate(items, start)`."""

    inner: Sequence
    start: Any = 0

    def __post_init__(self) -> None:
        self.length, self.rows = self.inner.length, self.inner.rows

    def item(self, k: Any, row: Any) -> Any:
        return (k if _is_int(self.start, 0) else k + self.start), self.inner.item(k, row)


@dataclass(eq=False)
class Zip(Sequence):
    """`zip(a, b, ...)`: as long as the shortest."""

    inner: tuple[Sequence, ...]

    def __post_init__(self) -> None:
        lengths = [part.length for part in self.inner]
        known = all(isinstance(length, int) for length in lengths)
        self.length = min(lengths) if known else _least(lengths)
        self.rows = tuple(_cut(part.rows, self.length) if known else part.rows for part in self.inner)

    def item(self, k: Any, row: Any) -> Any:
        return tuple(part.item(k, piece) for part, piece in zip(self.inner, row, strict=True))

    @property
    def counted(self) -> bool:
        return any(part.counted for part in self.inner)


def _least(lengths: list[Any]) -> Any:
    least = lengths[0]
    for length in lengths[1:]:
        least = jnp.minimum(least, length)
    return least


def _cut(rows: Any, length: int) -> Any:
    return jax.tree_util.tree_map(lambda array: array if array.shape[0] == length else array[:length], rows)


@dataclass(eq=False)
class Reversed(Sequence):
    """`reversed(items)`."""

    inner: Sequence

    def __post_init__(self) -> None:
        self.length = self.inner.length
        self.rows = jax.tree_util.tree_map(lambda array: array[::-1], self.inner.rows)

    def item(self, k: Any, row: Any) -> Any:
        return self.inner.item(None if k is None else self.length - 1 - k, row)

    @property
    def counted(self) -> bool:
        return self.inner.counted


@dataclass(eq=False)
class Map(Sequence):
    """`map(function, a, b, ...)`."""

    function: Callable[..., Any]
    inner: Zip

    def __post_init__(self) -> None:
        self.length, self.rows = self.inner.length, self.inner.rows

    def item(self, k: Any, row: Any) -> Any:
        return self.function(*self.inner.item(k, row))

    @property
    def counted(self) -> bool:
        return self.inner.counted


def sequence_of(items: Any) -> Sequence | None:
    """A stageable view of some iterable, or None for iterables that Python must walk itself."""
    if isinstance(items, Sequence):
        return items
    growing = growing_of(items)
    if growing is not None:
        return Items(growing)
    if isinstance(items, range):
        return Range(items.start, items.stop, items.step)
    is_array = isinstance(items, jax.Array) or (isinstance(items, np.ndarray) and is_dynamic(items))
    if is_array and items.ndim > 0 and not jnp.issubdtype(items.dtype, jax.dtypes.prng_key):
        return Rows(items if is_traced(items) else jnp.asarray(items))
    return None


def staged_over(*items: Any) -> tuple[Sequence, ...]:
    """Stageable views of the iterables if all have one and some of them is traced; else nothing.

    Beside a traced one a list or tuple has one, too, if its items are of one kind.
    """
    found = [sequence_of(item) for item in items]
    if not any(part is not None and part.traced for part in found):
        return ()
    views = [part or _rows_of(item) for part, item in zip(found, items, strict=True)]
    return tuple(part for part in views if part is not None) if None not in views else ()


def _rows_of(items: Any) -> Sequence | None:
    """A list or tuple of one kind of items as rows of arrays; None where no array holds them."""
    if not isinstance(items, list | tuple) or not items:
        return None
    try:
        return Items(Growing.of(list(items)))
    except ListItemError:
        return None
