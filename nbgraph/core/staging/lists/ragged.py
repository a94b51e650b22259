"""Rows of many lengths: lists that are items of a list in buffers, in one array as wide as the longest can get.

A list of `m` lists, of which one grows at an index known at run time only, has for each number of an item one array of
shape `(m, capacity)`, and one array of the `m` lengths: a list in buffers whose item is a list in buffers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core._jax import LIST_SCOPE
from nbgraph.core.keys import is_key_type
from nbgraph.core.staging.values.kinds import buffers_of, changed, kind_of
from nbgraph.core.staging.values.values import LeafType, is_dynamic, type_of, zeros

Stack = Callable[[list[Any]], Any]  # puts items into buffers


def are_ragged(left: Any, right: Any) -> bool:
    """Whether two items, or buffers of items, are lists that one array holds with their lengths beside it."""
    if not (_is_row(left) and _is_row(right)):
        return False
    lengths = {length_of(left), length_of(right)}
    return len(lengths) == 2 or None in lengths


def length_of(value: Any) -> int | None:
    """How many items a list has; None where that is known at run time only."""
    held = buffers_of(value)
    known: int | None = list.__len__(value) if held is None else held.capacity.length
    return known


def _is_row(value: Any) -> bool:
    """Whether a value is a list of numbers, or of tuples of numbers, or one in buffers, or one without items."""
    if not isinstance(value, list) or type(value) is list:
        return False
    return buffers_of(value) is not None or all(isinstance(p, tuple) or is_dynamic(p) for p in list.__iter__(value))


def of_many_lengths(items: list[Any], stack: Stack) -> list[Any]:
    """Lists of items of different lengths in buffers of one size; none for other items."""
    if not all(map(_is_row, items)) or (
        len(lengths := {length_of(item) for item in items}) == 1 and None not in lengths
    ):
        return []
    return ragged(items, stack, [None] * len(items))


def ragged(values: Sequence[Any], stack: Stack, sizes: Sequence[int | None]) -> list[Any]:
    """Lists, or buffers of lists, in buffers of one size with their lengths as values of the graph.

    Args:
        sizes: how many rows each has; None for an item.
    """
    held = [_in_buffers(each, stack, size) for each, size in zip(values, sizes, strict=True)]
    like = next((each, size) for each, size in zip(held, sizes, strict=True) if each is not None)
    held = [each or _empty(*like, size) for each, size in zip(held, sizes, strict=True)]
    width = max(each.capacity.size for each in held)
    capacity = reduce(lambda one, other: one.either(other, width), (each.capacity for each in held))
    rows = [_wide(each, width, 0 if size is None else 1) for each, size in zip(held, sizes, strict=True)]
    made = zip(values, rows, strict=True)
    return [kind_of(value).with_buffers(value, replace(row, capacity=capacity)) for value, row in made]


def _in_buffers(value: Any, stack: Stack, size: int | None) -> Any:
    """A list, or buffers of lists, in buffers whose length is a value of the graph; None for one without items."""
    row = buffers_of(value)
    if row is None:
        if not (items := list(list.__iter__(value))):
            return None
        row = stack(items)  # of columns, where there are rows
        row = row if size is None else replace(row, buffers=row.each(lambda buffer: jnp.moveaxis(buffer, 0, 1)))
    if row.capacity.length is None:
        return row
    return replace(row, count=_counts(row.capacity.length, size), capacity=replace(row.capacity, length=None))


def _counts(length: int, size: int | None) -> Any:
    return jnp.int32(length) if size is None else jnp.full(size, length, jnp.int32)


def _empty(like: Any, of: int | None, size: int | None) -> Any:
    """Lists without items in buffers for items like those of others.

    Args:
        of: how many rows the others have; None for an item.
        size: how many rows these have.
    """
    rows = () if size is None else (size,)

    def none(buffer: Any) -> Any:
        kind = type_of(buffer)
        return zeros(LeafType((*rows, 1, *kind.shape[1 if of is None else 2 :]), kind.dtype, kind.weak))

    capacity = type(like.capacity)(1, None)
    return replace(like, buffers=like.each(none), count=_counts(0, size), capacity=capacity)


def _wide(row: Any, size: int, axis: int) -> Any:
    return row if row.capacity.size == size else replace(row, buffers=row.each(lambda each: resized(each, size, axis)))


def resized(buffer: Any, size: int, axis: int = 0) -> Any:
    """A buffer with rows of zeros added, or rows taken off its end."""
    rows = buffer.shape[axis]
    if rows >= size:
        return buffer if rows == size else buffer[(*[slice(None)] * axis, slice(size))]
    if is_key_type(buffer.dtype):  # which JAX does not pad
        shape = (*buffer.shape[:axis], size - rows, *buffer.shape[axis + 1 :])
        return jnp.concatenate([buffer, jnp.zeros(shape, buffer.dtype)], axis)
    with jax.named_scope(LIST_SCOPE):
        padding = [(0, size - rows if each == axis else 0, 0) for each in range(buffer.ndim)]
        return jax.lax.pad(buffer, jnp.zeros((), buffer.dtype), padding)


def cleared(value: Any) -> Any:
    """Buffers of items, or an item, with zeros behind the last item of each list: equal where the lists are."""
    row = buffers_of(value)
    if row is None or row.capacity.length is not None:
        return changed(value, cleared) if row is None and isinstance(value, list | tuple) else value
    items = jnp.arange(row.capacity.size) < jnp.asarray(row.count)[..., None]

    def without_rest(buffer: Any) -> Any:
        return jnp.where(items.reshape(*items.shape, *[1] * (buffer.ndim - items.ndim)), buffer, jnp.zeros_like(buffer))

    return kind_of(value).with_buffers(value, replace(row, buffers=row.each(without_rest)))
