"""A table inside the graph that never overflows: when it is full, every second row is dropped, and so on.

Each row stands for `stride` iterations and holds what the last of them wrote: the loop writes in every iteration at
`made // stride`, which needs no test and no copy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Store = dict[str, Any]
MOST_ROWS = 1 << 14
LEAST_ROWS = 16
MOST_ITEMS = 1 << 22  # numbers in all columns together


def rows_for(avals: Sequence[Any]) -> int:
    """How many rows there are for values of some types: a power of two.

    >>> rows_for([jax.ShapeDtypeStruct((), "float32")]), rows_for([jax.ShapeDtypeStruct((1000,), "float32")])
    (16384, 4096)
    """
    items = max(1, sum(math.prod(aval.shape) for aval in avals))
    power: int = 1 << (MOST_ITEMS // items).bit_length() >> 1
    return min(MOST_ROWS, max(LEAST_ROWS, power))


def empty(avals: Sequence[Any], most: int | None = None) -> Store:
    """A table for values of some types."""
    rows = most or rows_for(avals)
    zero = jnp.zeros((), np.int32)
    return {
        "made": zero,  # iterations so far
        "stride": zero + 1,
        "runs": zero,  # how often the loop was begun
        "number": zero,  # iterations since then
        "numbers": jnp.zeros(rows, np.int32),
        "columns": [jnp.zeros((rows, *aval.shape), aval.dtype) for aval in avals],
    }


def begun(store: Store) -> Store:
    """The table where the loop is begun once more."""
    return {**store, "runs": store["runs"] + 1, "number": jnp.zeros_like(store["number"])}


def written(store: Store, values: Sequence[Any]) -> Store:
    """The table with one more iteration, for which it has room."""
    at, number = store["made"] // store["stride"], store["number"] + 1
    columns = [
        jax.lax.dynamic_update_index_in_dim(column, jnp.asarray(value, column.dtype), at, 0)
        for column, value in zip(store["columns"], values, strict=True)
    ]
    numbers = jax.lax.dynamic_update_index_in_dim(store["numbers"], number, at, 0)
    return {**store, "made": store["made"] + 1, "number": number, "numbers": numbers, "columns": columns}


def room(store: Store) -> Any:
    """How many iterations it can hold in all."""
    return len(store["numbers"]) * store["stride"]


def with_room(store: Store, iterations: int = 1) -> Store:
    """The table with room for some more iterations."""
    thin: Store = jax.lax.while_loop(lambda now: now["made"] + iterations > room(now), _thinned, store)
    return thin


def _thinned(store: Store) -> Store:
    """Two rows become one, the later of them."""
    last = jnp.maximum((store["made"] - 1) // store["stride"], 0)
    index = jnp.minimum(2 * jnp.arange(len(store["numbers"]), dtype=np.int32) + 1, last)
    columns = [column[index] for column in store["columns"]]
    return {**store, "stride": store["stride"] * 2, "numbers": store["numbers"][index], "columns": columns}
