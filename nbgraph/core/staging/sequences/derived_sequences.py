"""Stage `for` loops over `enumerate`, `zip`, `reversed` and `map`, which take their items from other sequences.

In Python these are iterators: each can be iterated only once.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.sequences.sequences import Items, Sequence, is_int


class Derived(Sequence):
    """A sequence that makes its items from those of others."""

    inner: Any  # the sequence, or a tuple of sequences, that it takes items from
    once = True

    def __post_init__(self) -> None:
        self.length, self.rows = self.inner.length, self.inner.rows

    @property
    def inner_ones(self) -> tuple[Sequence, ...]:
        return self.inner if isinstance(self.inner, tuple) else (self.inner,)

    def renewed(self) -> Sequence:
        return replace(self, inner=self._each(methodcaller("renewed")))  # type: ignore[type-var]

    def unwalked(self) -> Sequence:
        new = super().unwalked()
        assert isinstance(new, Derived)
        new.inner = self._each(methodcaller("unwalked"))
        return new

    def _each(self, change: Callable[[Sequence], Sequence]) -> Any:
        changed = tuple(map(change, self.inner_ones))
        return changed if isinstance(self.inner, tuple) else changed[0]


@dataclass(eq=False)
class Enumerate(Derived):
    """`enumerate(items, start)`."""

    inner: Sequence
    start: Any = 0

    def item(self, k: Any, row: Any) -> Any:
        return (k if is_int(self.start, 0) else k + self.start), self.inner.item(k, row)


@dataclass(eq=False)
class Zip(Derived):
    """`zip(a, b, ...)`, as long as the shortest."""

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
class Reversed(Derived):
    """`reversed(items)`."""

    inner: Sequence

    def __post_init__(self) -> None:
        self.length = self.inner.length
        self.rows = jax.tree_util.tree_map(lambda array: array[::-1], self.inner.rows)
        if isinstance(self.inner, Items):
            self.inner = replace(self.inner)
            self.inner.once = True  # its items and its length are fixed when it is made

    def renewed(self) -> Sequence:
        self.inner.renewed()
        return self

    def item(self, k: Any, row: Any) -> Any:
        return self.inner.item(None if k is None else self.length - 1 - k, row)

    @property
    def counted(self) -> bool:
        return self.inner.counted


@dataclass(eq=False)
class Map(Derived):
    """`map(function, a, b, ...)`."""

    function: Callable[..., Any]
    inner: Zip

    def item(self, k: Any, row: Any) -> Any:
        return self.function(*self.inner.item(k, row))

    @property
    def counted(self) -> bool:
        return self.inner.counted
