"""Lists compared item by item, searched and sorted in a graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.chosen_rows import numbered
from nbgraph.core.staging.growing import Growing
from nbgraph.core.staging.list_contents import UnknownLengthError, growing_of, raw_items
from nbgraph.core.staging.values import any_traced, leaves_of


def contains(items: Any, item: Any) -> Any:
    """`item in items` for a list in buffers."""
    growing = growing_of(items)
    assert growing is not None, "only lists in buffers are asked"
    return jnp.any(matches(growing, item))


def matches(growing: Growing, item: Any) -> Any:
    """For each row whether it is an item equal to the given one."""
    buffers, item = numbered(growing.buffers, item)
    rows, tree = leaves_of(buffers)
    leaves, own = leaves_of(item)
    if own != tree:
        return jnp.zeros(growing.room.size, bool)
    found = growing.valid()
    for buffer, leaf in zip(rows, leaves, strict=True):
        same = buffer == leaf
        found = found & (same if getattr(same, "ndim", 0) < 2 else same.reshape(same.shape[0], -1).all(axis=1))
    return found


def equal(left: Any, right: Any) -> Any:
    """Whether two lists have as many items and each is equal, a scalar of bool."""
    a, b = (growing_of(side) or (Growing.of(raw_items(side)) if list.__len__(side) else None) for side in (left, right))
    if a is None or b is None:
        return (a.length if a is not None else b.length if b is not None else 0) == 0
    size = max(a.room.size, b.room.size)
    a, b = a.sized(size), b.sized(size)
    ours, theirs = map(leaves_of, numbered(a.buffers, b.buffers))
    if ours[1] != theirs[1]:
        return jnp.asarray(a.length == 0) & (b.length == 0)
    same = jnp.asarray(a.length == b.length)
    for one, other in zip(ours[0], theirs[0], strict=True):
        rows = jnp.asarray(one == other)
        rows = jnp.broadcast_to(rows, (size,)) if rows.ndim == 0 else rows
        same = same & jnp.all(rows.reshape(size, -1).all(axis=1) | ~a.valid())
    return same


def ordered(left: list[Any], right: Any, compare: Callable[[Any, Any], Any]) -> Any:
    """`left < right`, or another such operator: by the first items that differ, else by the lengths.

    Raises:
        UnknownLengthError: only the run knows how many items there are.
    """
    if not isinstance(right, list):
        return NotImplemented
    if growing_of(left) is not None or growing_of(right) is not None:
        raise UnknownLengthError(
            "two lists are compared by their order, and only the run knows how long one of them is",
            remedy="a `for` loop over the items with `break` at the first that differ",
        )
    mine, yours = raw_items(left), raw_items(right)
    result: Any = compare(len(mine), len(yours))
    for one, other in reversed(list(zip(mine, yours, strict=False))):
        same = one == other
        if not any_traced(same):
            result = result if same else compare(one, other)
        else:
            result = jnp.where(same, result, compare(one, other))
    return result


def order_of_rows(growing: Growing, measured: Any, reverse: Any) -> Any:
    """The rows in ascending order of one array of keys, those that are no items last; stable."""
    keys, _ = leaves_of(measured)
    if len(keys) > 1:
        columns = [(-key if reverse else key) for key in reversed(keys)]
    else:
        columns = [(-keys[0] if reverse and keys[0].dtype != np.bool_ else ~keys[0] if reverse else keys[0])]
    return jnp.lexsort((*columns, ~growing.valid()))
