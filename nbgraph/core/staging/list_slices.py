"""Indices and slices of lists of which only the run knows the length or the bounds."""

from __future__ import annotations

import operator
from typing import Any

import jax.numpy as jnp

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.growing import Growing, Room
from nbgraph.core.staging.values import is_dynamic, is_traced


class ListSliceError(StagingError):
    """A slice of a list whose length or bounds only the run knows, used as no graph can."""

    id = "list-slice"


def plain_index(index: Any) -> Any:
    """An index as Python's list takes it: concrete arrays as the ints they are."""
    if isinstance(index, slice):
        return slice(*(plain_index(part) for part in (index.start, index.stop, index.step)))
    known = is_dynamic(index) and not is_traced(index) and not isinstance(index, float | complex)
    return operator.index(index) if known else index


def is_traced_index(index: Any) -> bool:
    """Whether an index, or a part of a slice, is known to the run only."""
    parts = (index.start, index.stop, index.step) if isinstance(index, slice) else (index,)
    return any(map(is_traced, parts))


def clipped(index: Any, length: Any) -> Any:
    """A position as `insert` and slices take it: from the start, and no further than the ends."""
    index = jnp.asarray(index, jnp.int32)
    return jnp.clip(jnp.where(index < 0, index + length, index), 0, length)


def bound(index: Any, length: Any) -> Any:
    """A bound of a slice, an int where that is known."""
    if isinstance(index, int) and isinstance(length, int):
        return slice(index, None).indices(length)[0]
    return clipped(index, length)


def known_slice(growing: Growing, index: slice) -> Growing | None:
    """The rows of a slice whose length is known; None where there are none."""
    assert growing.room.length is not None
    count = len(range(*index.indices(growing.room.length)))
    if not count:
        return None
    rows = growing.each(lambda buffer: buffer[: growing.room.length][index])
    return Growing(rows, None, Room(count, count, least=count, most=count))


def run_time_slice(growing: Growing, index: slice) -> Growing:
    """The rows of a slice of which only the run knows how many there are."""
    step = 1 if index.step is None else index.step
    if is_traced(step):
        raise ListSliceError("the step of this slice is only known at run time", remedy="a step that is a constant")
    length = growing.length
    if step > 0:
        start = clipped(0 if index.start is None else index.start, length)
        stop = clipped(length if index.stop is None else index.stop, length)
        count = jnp.maximum((stop - start + step - 1) // step, 0)
    else:
        start = _backward(length - 1 if index.start is None else index.start, length, index.start is None)
        stop = jnp.int32(-1) if index.stop is None else _backward(index.stop, length, False)
        count = jnp.maximum((start - stop - step - 1) // -step, 0)
    k = jnp.arange(growing.room.size)
    room = Room(growing.room.size, None, least=0, most=max(growing.room.size, 0))
    return growing.rows(start + k * step, room, count.astype(jnp.int32))


def _backward(index: Any, length: Any, settled: bool) -> Any:
    """A bound of a slice with a negative step."""
    index = jnp.asarray(index, jnp.int32)
    return index if settled else jnp.clip(jnp.where(index < 0, index + length, index), -1, length - 1)
