"""Rows: lists of numbers that are items of a list in buffers, in one array if all have one length and dtype.

A list of `m` lists of `n` numbers has one buffer of shape `(m, n)` instead of `n` buffers with a column each, and a
row read from it is a list with its own buffer. Code that needs each part of an item splits rows into items. Rows of
different lengths are *ragged*: for each number of an item one array as wide as the longest row can get, and one array
of the `m` lengths; that is a list in buffers whose item is a list in buffers.
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
from nbgraph.core.staging.enumerated.joins import Sizes, is_mixed
from nbgraph.core.staging.trace import kind_questions
from nbgraph.core.staging.values.kinds import buffers_of, changed, kind_of, parts_of, side_by_side
from nbgraph.core.staging.values.values import LeafType, is_dynamic, leaves_of, type_of, zeros

FEW = 2  # a row of at most this many items is kept item by item, as a point is
MANY = 128  # in a longer list all items are floats if one is: a graph cannot have an operation for each

Stack = Callable[[list[Any]], Any]  # puts items into buffers


def together(items: list[Any], stack: Stack) -> list[Any]:
    """Return items with each list of numbers in a buffer if all are alike; else item by item."""
    shapes = {_shape(item) for item in items}
    shape = next(iter(shapes))
    if len(shapes) == 1 and shape is not None and (shape[0] > FEW or all(_row_of(item) for item in items)):
        return [_as_row(item, stack) for item in items]
    return of_many_lengths(items, stack) or in_one_form(items)


def in_one_form(items: list[Any]) -> list[Any]:
    """Return items with rows in buffers split item by item, unless all items have one structure."""
    trees = [leaves_of(item)[1] for item in items] if any(map(_has_row, items)) else []
    return items if all(tree == trees[0] for tree in trees) else list(map(apart, items))


def grid(items: list[Any]) -> list[Any]:
    """Return the numbers of equally long lists of more than `FEW` numbers in sequence; [] for other items."""
    shapes = {_shape(item) for item in items}
    shape = next(iter(shapes))
    if len(shapes) != 1 or shape is None or shape[0] <= FEW or any(_row_of(item) is not None for item in items):
        return []
    return [number for item in items for number in parts_of(item)]


def matched(left: Any, right: Any, stack: Stack, sizes: Sizes) -> tuple[Any, Any]:
    """Return two items, or buffers of items, with their rows in one form: both in buffers, or both item by item."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return side_by_side(left, right, lambda one, other: matched(one, other, stack, sizes))
    if are_ragged(left, right):
        one, other = ragged((left, right), stack, sizes)
        return one, other
    if not (_has_row(left) or _has_row(right)):
        return left, right
    axes = [0 if size is None else 1 for size in sizes]  # the axis of a row's items
    ours, theirs = _shape(left, axes[0]), _shape(right, axes[1])
    kinds = [LeafType((), shape[1], False) for shape in (ours, theirs) if shape is not None]
    if is_mixed(kinds):
        return apart(left, axes[0]), apart(right, axes[1])  # refused later where one number must be either
    if ours is not None and theirs is not None and ours[0] == theirs[0]:
        sides = [_as_row(side, stack, axis) for side, axis in zip((left, right), axes, strict=True)]
        kind_questions.joined(*kinds)
        if all(side is not None for side in sides):
            return sides[0], sides[1]
    elif leaves_of(left)[1] == leaves_of(right)[1]:
        return left, right
    return apart(left, axes[0]), apart(right, axes[1])


def apart(value: Any, axis: int = 0) -> Any:
    """Return an item, or buffers of items, with each row of known length split item by item.

    Args:
        axis: the axis of a row's items in its arrays: 1 in buffers of rows.
    """
    if not _has_row(value):
        return value
    row = _row_of(value)
    if row is None:
        return type(value)(apart(part, axis) for part in parts_of(value))
    before = (slice(None),) * axis
    columns = [row.each(lambda buffer, k=k: buffer[(*before, k)]) for k in range(row.capacity.length)]
    return type(value)(apart(column, axis) for column in columns)


def is_row_beside(growing: Any, item: Any) -> bool:
    """Whether a list is short enough for a row, and the item is a number of another dtype, as `0.5` beside ints."""
    capacity, kind = growing.capacity, type_of(growing.buffers) if is_dynamic(growing.buffers) else None
    known = capacity.length is not None and capacity.length <= MANY and not capacity.fixed
    return known and kind is not None and len(kind.shape) == 1 and _number(item, 0) not in (None, kind.dtype)


def _row_of(value: Any) -> Any:
    """Return the buffers of a list of known length; None for any other value."""
    growing = buffers_of(value) if isinstance(value, list) else None
    return growing if growing is not None and growing.capacity.length is not None else None


def _has_row(value: Any) -> bool:
    """Whether a value is a list in buffers of known length, or a list item by item that holds one."""
    if not isinstance(value, list):
        return False
    return _row_of(value) is not None or (buffers_of(value) is None and any(map(_has_row, parts_of(value))))


def _shape(value: Any, axis: int = 0) -> tuple[int, Any] | None:
    """Return the length and dtype of a list of numbers; None for anything else."""
    row = _row_of(value)
    if row is not None:
        kind = type_of(row.buffers) if is_dynamic(row.buffers) else None
        return None if kind is None or len(kind.shape) != axis + 1 or kind.is_key else (row.capacity.length, kind.dtype)
    if not isinstance(value, list) or type(value) is list or buffers_of(value) is not None:
        return None
    kinds = {_number(part, axis) for part in each_once(value)}
    dtype = next(iter(kinds)) if len(kinds) == 1 else None
    return None if dtype is None else (list.__len__(value), dtype)


def each_once(items: list[Any]) -> list[Any]:
    """Return each object in a list once, as a table often starts with one zero at all positions."""
    return list({id(item): item for item in parts_of(items)}.values())


def _number(value: Any, axis: int) -> Any:
    """Return the dtype of a number or a column of numbers; None for anything else."""
    kind = type_of(value) if is_dynamic(value) else None
    return None if kind is None or len(kind.shape) != axis or kind.is_key else kind.dtype


def _as_row(value: Any, stack: Stack, axis: int = 0) -> Any:
    """Return a list of numbers in buffers of exactly its length; None for columns of numbers."""
    row = _row_of(value)
    if row is None:
        return None if axis else kind_of(value).with_buffers(value, stack(parts_of(value)))
    if row.capacity.size != (length := row.capacity.length) or row.capacity.fixed:
        capacity = type(row.capacity)(length, length, least=length, most=length)
        row = replace(row, buffers=row.buffers[(slice(None),) * axis + (slice(length),)], capacity=capacity)
    return kind_of(value).with_buffers(value, row)


def are_ragged(left: Any, right: Any) -> bool:
    """Whether two items, or buffers of items, are lists that one array can hold with their lengths."""
    if not (_is_row(left) and _is_row(right)):
        return False
    lengths = {length_of(left), length_of(right)}
    return len(lengths) == 2 or None in lengths


def length_of(value: Any) -> int | None:
    """Return the length of a list; None if it is known at run time only."""
    held = buffers_of(value)
    known: int | None = list.__len__(value) if held is None else held.capacity.length
    return known


def _is_row(value: Any) -> bool:
    """Whether a value is an empty list, one in buffers, or one of numbers or tuples."""
    if not isinstance(value, list) or type(value) is list:
        return False
    return buffers_of(value) is not None or all(isinstance(p, tuple) or is_dynamic(p) for p in parts_of(value))


def of_many_lengths(items: list[Any], stack: Stack) -> list[Any]:
    """Return lists of different lengths in buffers of one size; [] for other items."""
    lengths = {length_of(item) for item in items} if all(map(_is_row, items)) else {0}
    if len(lengths) == 1 and None not in lengths:
        return []
    return ragged(items, stack, [None] * len(items))


def ragged(values: Sequence[Any], stack: Stack, sizes: Sequence[int | None]) -> list[Any]:
    """Return lists, or buffers of lists, in buffers of one size, with their lengths as values of the graph.

    Args:
        sizes: the number of rows of each; None for an item.
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
    """Return a list, or buffers of lists, in buffers with a run-time length; None if it is empty."""
    row = buffers_of(value)
    if row is None:
        if not (items := parts_of(value)):
            return None
        row = stack(items)  # from columns, if there are rows
        row = row if size is None else replace(row, buffers=row.each(lambda buffer: jnp.moveaxis(buffer, 0, 1)))
    if row.capacity.length is None:
        return row
    return replace(row, count=_counts(row.capacity.length, size), capacity=replace(row.capacity, length=None))


def _counts(length: int, size: int | None) -> Any:
    return jnp.int32(length) if size is None else jnp.full(size, length, jnp.int32)


def _empty(like: Any, of: int | None, size: int | None) -> Any:
    """Return empty lists in buffers for items like those of `like`.

    Args:
        of: the number of rows of `like`; None for an item.
        size: the number of rows of the result; None for an item.
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
    """Return a buffer with rows of zeros added, or rows removed, at its end."""
    rows = buffer.shape[axis]
    if rows >= size:
        return buffer if rows == size else buffer[(*[slice(None)] * axis, slice(size))]
    if is_key_type(buffer.dtype):  # JAX cannot pad keys
        shape = (*buffer.shape[:axis], size - rows, *buffer.shape[axis + 1 :])
        return jnp.concatenate([buffer, jnp.zeros(shape, buffer.dtype)], axis)
    with jax.named_scope(LIST_SCOPE):
        padding = [(0, size - rows if each == axis else 0, 0) for each in range(buffer.ndim)]
        return jax.lax.pad(buffer, jnp.zeros((), buffer.dtype), padding)


def cleared(value: Any) -> Any:
    """Return an item, or buffers of items, with zeros after each list's last item, so that equal lists are equal."""
    row = buffers_of(value)
    if row is None or row.capacity.length is not None:
        return changed(value, cleared) if row is None and isinstance(value, list | tuple) else value
    items = jnp.arange(row.capacity.size) < jnp.asarray(row.count)[..., None]

    def without_rest(buffer: Any) -> Any:
        return jnp.where(items.reshape(*items.shape, *[1] * (buffer.ndim - items.ndim)), buffer, jnp.zeros_like(buffer))

    return kind_of(value).with_buffers(value, replace(row, buffers=row.each(without_rest)))
