"""`items * n` with a run-time `n`."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from nbgraph.core.staging.aliasing.copies import ListCopyError
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.capacity import Capacity, ListCapacityError, check_capacity
from nbgraph.core.staging.lists.contents import Contents, growing_of, has_container, raw_items
from nbgraph.core.staging.lists.copies import note_rows_doubled
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.index_ranges import is_least, most_of
from nbgraph.core.staging.values.values import cast, type_of


def repeated(items: Contents, times: Any) -> Growing | None:
    """Return the items repeated `times` times; None if there are none."""
    growing = growing_of(items) or (Growing.of(raw_items(items)) if list.__len__(items) else None)
    if growing is None:
        return None
    note_rows_doubled(growing)
    if has_container(growing):
        raise ListCopyError(
            "a list of lists is repeated here, how often is only known at run time: in Python each of them would be in"
            " the result many times, and here it has copies",
            remedy="a list of its own for each place, `[[0] * 3 for _ in range(n)]`",
        )
    most, scope = most_of(times), context.here().effects
    rows = scope.rows if scope is not None else None
    if most is None and rows is None:
        raise ListCapacityError(
            "the length of this list is only known at run time, and nothing says how long it may become",
            remedy="call the function through `ng.function`, which makes room itself; or an array of the largest size",
        )
    times = times if is_least(times, 0) else jnp.maximum(times, 0)
    length = jnp.asarray(times if growing.capacity.length == 1 else growing.length * times, jnp.int32)
    size = _size(growing, most, rows)
    if most is None or size < most * growing.capacity.size:
        check_capacity(length <= size, length - 1)
    capacity = Capacity(size, None, least=0, most=size)
    if growing.capacity.length == 1:
        item = raw_items(items)[0] if growing_of(items) is None else None
        return Growing(growing.each(lambda buffer: _filled(buffer, size, item)), length, capacity)
    return growing.rows(jnp.arange(size) % jnp.maximum(growing.length, 1), capacity, length)


def _size(growing: Growing, most: int | None, rows: int | None) -> int:
    """Return the number of rows for a repeated list: the most that it needs, or the default for lists."""
    present = growing.capacity.size
    sizes = [] if most is None else [max(most * present, 1)]
    return min(sizes if rows is None else [*sizes, max(rows, present)])


def _filled(buffer: Any, size: int, item: Any) -> Any:
    """Return a buffer of `size` rows that all equal the first row of another buffer, or the item if known."""
    row = item if type(item) in (bool, int, float) else buffer[0]
    return cast(jnp.broadcast_to(row, (size, *buffer.shape[1:])), type_of(buffer))
