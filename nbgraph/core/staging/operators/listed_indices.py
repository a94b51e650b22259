"""Accept lists of indices, `a[[k, p]]`, for JAX arrays, which accept only arrays of them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.decisions import Decision
from nbgraph.core.staging.trace.recorder import Frame, record
from nbgraph.core.staging.values.values import any_traced


def listed(index: Any) -> tuple[bool, ...]:
    """Return for each part of an index whether it is a list.

    >>> listed(([0, 1], 2)), listed([0, 1]), listed(3)
    ((True, False), (True,), (False,))
    """
    return tuple(isinstance(part, list) for part in (index if isinstance(index, tuple) else (index,)))


def as_arrays(items: Any, index: Any) -> Any:
    """Return an index with its lists as arrays; unchanged if NumPy accepts it."""
    if not any(listed(index)) or not (isinstance(items, jax.Array) or any_traced(index)):
        return index
    if isinstance(index, tuple):
        return tuple(_as_array(part) if isinstance(part, list) else part for part in index)
    return _as_array(index)


def at_places(frame: Frame, array: jax.Array, index: Any) -> Any:
    """Return the items of an array at indices in lists."""
    record(frame, Decision(frame.span, "item", "chosen", "the places are in a list"))
    return array[as_arrays(array, index)]


def _as_array(places: list[Any]) -> Any:
    if any_traced(places):
        return jnp.asarray(places)
    return np.asarray(places) if len(places) else np.zeros(0, int)
