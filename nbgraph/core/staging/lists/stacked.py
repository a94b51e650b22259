"""Stack items into one array outside the block that uses them, once, if all existed before it.

A loop whose body reads `g[i]` would otherwise stack the items of `g` in each iteration, and a block that reads it
nine times would stack them nine times.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nbgraph.core import _jax
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import is_seen
from nbgraph.core.staging.values.values import is_traced, leaves_of

_MANY = 32  # the most numbers that are stacked where they are read


def stacked_before(items: list[Any], stack: Callable[[list[Any]], Any], size: int | None) -> Any:
    """Return `stack(items)`, staged in the trace in which the items were made, if that is an outer one.

    Args:
        size: another value that `stack` depends on.
    """
    leaves, tree = leaves_of(items) if context.here().blocks else ([], None)
    staged = _staged_at(leaves) if len(leaves) > _MANY else None
    if staged is None:
        return stack(items)
    trace, known = staged
    for key, of, made in known:
        if key == (tree, size) and all(map(operator.is_, of, leaves)):
            return made
    with _jax.staged_into(trace):
        made = stack(items)
    known.append(((tree, size), leaves, made))
    return made


def whole_of(numbers: Sequence[Any]) -> Any:
    """Return the array, in one row, whose items some numbers are, all and in order; None if there is none."""
    array, parts = _part_of(numbers[0])[0], map(_part_of, numbers)
    if not 1 < len(numbers) == np.size(array) or is_seen() or _jax.in_parts():
        return None
    return array.reshape(-1) if all(whole is array and at == k for k, (whole, at) in enumerate(parts)) else None


def _part_of(value: Any) -> tuple[Any, int]:
    """Return the array of which a value is a number, or a row of numbers, and the place there of the first of them."""
    array, starts, size = sliced_from(value)
    if array is None or size != (1,) * (array.ndim - value.ndim) + array.shape[array.ndim - value.ndim :]:
        return value, 0
    whole, before = _part_of(array)
    return whole, before + int(np.ravel_multi_index(starts, array.shape))


def sliced_from(value: Any) -> tuple[Any, tuple[int, ...], tuple[int, ...]]:
    """Return the array from which a value was sliced by indices, with start and size; None for any other value."""
    squeezed = _jax.maker_of(value)
    sliced = _jax.maker_of(squeezed.in_tracers[0]) if squeezed is not None and squeezed.in_tracers else None
    if sliced is None or (squeezed.primitive.name, sliced.primitive.name) != ("squeeze", "slice"):
        return None, (), ()
    return sliced.in_tracers[0], sliced.params["start_indices"], sliced.outvars[0].aval.shape


def _staged_at(leaves: Sequence[Any]) -> tuple[Any, list[Any]] | None:
    """Return the outer trace that all traced values belong to, and the arrays stacked in it; else None."""
    traces = {id(trace): trace for trace in (_jax.trace_of(leaf) for leaf in leaves if is_traced(leaf))}
    found = next(iter(traces.values()), None)
    if len(traces) != 1 or found is _jax.current_trace():
        return None
    return next((each for each in context.here().blocks if each[0] is found), None)
