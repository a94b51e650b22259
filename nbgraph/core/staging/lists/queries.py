"""Operations on lists of run-time length or with a run-time index: slices, comparison, search and sorting."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.aliasing.by_value import classes_in, in_order
from nbgraph.core.staging.enumerated.joins import Sizes, numbered, ranked
from nbgraph.core.staging.enumerated.values import ChosenText, as_number, is_chosen
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.capacity import Capacity
from nbgraph.core.staging.lists.choices import OneOf
from nbgraph.core.staging.lists.contents import Contents, UnknownLengthError, growing_of, raw_items
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.objects import one_object
from nbgraph.core.staging.lists.rows import cleared, matched
from nbgraph.core.staging.lookups.strings import same as same_text
from nbgraph.core.staging.trace.index_ranges import is_least
from nbgraph.core.staging.trace.refusals import refuse_order
from nbgraph.core.staging.values.kinds import changed, every_part
from nbgraph.core.staging.values.values import any_traced, is_dynamic, is_traced, leaves_of


class ListSliceError(StagingError):
    """A slice with a step is assigned or deleted, and its length, bounds or step are known only at run time."""

    id = "list-slice"


def plain_index(index: Any) -> Any:
    """Return an index with concrete arrays converted to int."""
    if isinstance(index, slice):
        return slice(*(plain_index(part) for part in (index.start, index.stop, index.step)))
    known = is_dynamic(index) and not is_traced(index) and not isinstance(index, float | complex)
    return operator.index(index) if known else index


def is_traced_index(index: Any) -> bool:
    """Whether an index, or a part of a slice, is traced."""
    parts = (index.start, index.stop, index.step) if isinstance(index, slice) else (index,)
    return any(map(is_traced, parts))


def clipped(index: Any, length: Any) -> Any:
    """Return a position for `insert` or a slice, counted from the start and clipped to the list's ends."""
    index = jnp.asarray(index, jnp.int32)
    if is_traced(index) and is_least(index, 0):
        return jnp.minimum(index, length)
    return jnp.clip(jnp.where(index < 0, index + length, index), 0, length)


def bound(index: Any, length: Any) -> Any:
    """Return a bound of a slice; an int if it is known."""
    if isinstance(index, int) and isinstance(length, int):
        return slice(index, None).indices(length)[0]
    return clipped(index, length)


def known_slice(growing: Growing, index: slice) -> Growing | None:
    """Return the rows of a slice of known length; None if there are none."""
    assert growing.capacity.length is not None
    count = len(range(*index.indices(growing.capacity.length)))
    if not count:
        return None
    rows = growing.each(lambda buffer: buffer[: growing.capacity.length][index])
    return Growing(rows, None, Capacity.exactly(count))


def run_time_slice(growing: Growing, index: slice) -> Growing:
    """Return the rows of a slice whose length is known only at run time."""
    step = 1 if index.step is None else index.step
    if is_traced(step):
        raise ListSliceError("the step of this slice is only known at run time", remedy="a step that is a constant")
    length = growing.length
    if step == 1:
        return _part(growing, index.start, index.stop)
    if step > 0:
        start = clipped(0 if index.start is None else index.start, length)
        stop = clipped(length if index.stop is None else index.stop, length)
        count = jnp.maximum((stop - start + step - 1) // step, 0)
    else:
        start = _backward(length - 1 if index.start is None else index.start, length, index.start is None)
        stop = jnp.int32(-1) if index.stop is None else _backward(index.stop, length, False)
        count = jnp.maximum((start - stop - step - 1) // -step, 0)
    k = jnp.arange(growing.capacity.size)
    return growing.rows(start + k * step, _any_length(growing), count.astype(jnp.int32))


def _any_length(growing: Growing) -> Capacity:
    return Capacity(growing.capacity.size, None, least=0, most=growing.capacity.size)


def _part(growing: Growing, start: Any, stop: Any) -> Growing:
    """Return the rows between two bounds of a slice."""
    length, begins = growing.length, start is None or (isinstance(start, int) and start == 0)
    first = 0 if begins else bound(start, length)
    last = length if stop is None else bound(stop, length)
    count = last if begins else last - first if stop is None else jnp.maximum(last - first, 0)
    buffers = growing.buffers if begins else growing.from_row(first)
    return Growing(buffers, jnp.asarray(count, jnp.int32), _any_length(growing))


def _backward(index: Any, length: Any, settled: bool) -> Any:
    index = jnp.asarray(index, jnp.int32)
    return index if settled else jnp.clip(jnp.where(index < 0, index + length, index), -1, length - 1)


def contains(items: Any, item: Any) -> Any:
    growing = growing_of(items)
    assert growing is not None, "only lists in buffers are asked"
    return jnp.any(matches(growing, item))


def matches(growing: Growing, item: Any) -> Any:
    """Return for each row whether it is an item equal to the given one."""
    _refuse_records(growing, item)
    if _are_several(growing.buffers):
        return jax.vmap(lambda row: jnp.asarray(same_text(row, item)))(growing.buffers) & growing.valid()
    item = in_order(item, growing.buffers)
    buffers, item = numbered(*_alike(growing.buffers, item, (growing.capacity.size, None)))
    rows, tree = leaves_of(buffers)
    leaves, own = leaves_of(item)
    if own != tree:
        return jnp.zeros(growing.capacity.size, bool)
    found = growing.valid()
    for buffer, leaf in zip(rows, leaves, strict=True):
        same = buffer == leaf
        found = found & (same if getattr(same, "ndim", 0) < 2 else same.reshape(same.shape[0], -1).all(axis=1))
    return found


def _alike(left: Any, right: Any, sizes: Sizes) -> tuple[Any, Any]:
    """Return two items, or buffers of items, in one form, equal wherever the items are equal."""
    classes = [type(part) for side in (left, right) for part in every_part(side) if isinstance(part, Contents)]
    one, other = (_with_lists_of(classes[0], side) if classes else side for side in (left, right))
    one, other = matched(one, other, Growing.of, sizes)
    return cleared(one), cleared(other)


def _with_lists_of(cls: type, value: Any) -> Any:
    """Return a value with Python's own lists replaced by lists of converted code."""
    made = changed(value, partial(_with_lists_of, cls))
    return cls(made) if type(made) is list else made


def _refuse_records(growing: Growing | None, item: Any) -> None:
    for part in every_part((growing.buffers if growing is not None else (), item)):
        if type(part) is OneOf:
            hash(part)  # raises: the same function may be there as itself
    if growing is not None and classes_in(growing.buffers) - {dict} and item is not None:
        raise ListItemError(
            "objects of a list that grows are compared here, and a graph has copies of them",
            remedy="compare their attributes, as `any(p.x == x for p in ps)`",
        )


def _are_several(rows: Any) -> bool:
    """Whether some rows may be strings or None and others numbers."""
    return isinstance(rows, ChosenText) and bool(rows.values) and is_chosen(as_number(rows))


def equal(left: Any, right: Any) -> Any:
    """Return whether two lists have equal lengths and items, a bool scalar."""
    a, b = (growing_of(side) or (Growing.of(raw_items(side)) if list.__len__(side) else None) for side in (left, right))
    if a is None or b is None:
        return (a.length if a is not None else b.length if b is not None else 0) == 0
    _refuse_records(a, b)
    _refuse_records(b, a)
    b = replace(b, buffers=in_order(b.buffers, a.buffers))
    size = max(a.capacity.size, b.capacity.size)
    a, b = a.sized(size), b.sized(size)
    if _are_several(a.buffers) or _are_several(b.buffers):
        rows = jax.vmap(lambda one, other: jnp.asarray(same_text(one, other)))(a.buffers, b.buffers)
        return (a.length == b.length) & jnp.all(rows | ~a.valid())
    ours, theirs = map(leaves_of, numbered(*_alike(a.buffers, b.buffers, (size, size))))
    if ours[1] != theirs[1]:
        return jnp.asarray(a.length == 0) & (b.length == 0)
    same = jnp.asarray(a.length == b.length)
    for one, other in zip(ours[0], theirs[0], strict=True):
        rows = jnp.asarray(one == other)
        rows = jnp.broadcast_to(rows, (size,)) if rows.ndim == 0 else rows
        same = same & jnp.all(rows.reshape(size, -1).all(axis=1) | ~a.valid())
    return same


def ordered(left: list[Any], right: Any, compare: Callable[[Any, Any], Any]) -> Any:
    """Return the result of `left < right` or another ordering: the first items that differ decide, then the lengths."""
    if not isinstance(right, list):
        refuse_order(compare, [], right)
        return NotImplemented
    if any((growing := growing_of(side)) is not None and growing.capacity.length is None for side in (left, right)):
        raise UnknownLengthError(
            "two lists are compared by their order, and the length of one of them is known at run time only",
            remedy="a `for` loop over the items with `break` at the first that differ",
        )
    mine, yours = list(left), list(right)
    if mine and yours:
        refuse_order(compare, mine[0], yours[0])
    result: Any = compare(len(mine), len(yours))
    for one, other in reversed(list(zip(mine, yours, strict=False))):
        same = one == other
        if not any_traced(same):
            result = result if same else compare(one, other)
        else:
            result = jnp.where(same, result, compare(one, other))
    return result


def sorted_rows(growing: Growing, key: Callable[[Any], Any] | None, reverse: Any) -> Growing:
    """Return the rows in ascending order of themselves, or of a traceable `key` function."""
    return rows_by(growing, growing.apart().buffers if key is None else growing.measured(key), reverse)


def sorted_objects(items: list[Any], key: Callable[[Any], Any], reverse: Any) -> list[Any]:
    """Return the objects of a list in ascending order of a `key` function."""
    measured = Growing.of([key(item) for item in items]).apart().buffers
    order = rows_by(Growing.of(range(len(items))), measured, reverse).buffers
    return [one_object(items, order[place]) for place in range(len(items))]


def rows_by(growing: Growing, measured: Any, reverse: Any) -> Growing:
    """Return the rows in ascending, stable order of one or more key arrays, the first being most significant."""
    keys, _ = leaves_of(ranked(measured))
    if growing.capacity.length == growing.capacity.size and len(keys) == 1:
        order = jnp.argsort(keys[0], stable=True, descending=bool(reverse))
    else:
        columns = [_descending(key) if reverse else key for key in reversed(keys)]
        order = jnp.lexsort((*columns, ~growing.valid()))  # unused rows last
    return growing.rows(order, growing.capacity, growing.count)


def _descending(key: Any) -> Any:
    """Return keys that sort in the opposite order; integers use `~`, since the least one has no negation."""
    return -key if jnp.issubdtype(key.dtype, jnp.inexact) else ~key
