"""Implement standard library functions that compare, order, fold or average for traced values."""

from __future__ import annotations

import functools
import heapq
import itertools
import operator
import statistics
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.builtins import heaps
from nbgraph.core.staging.builtins.builtin_reductions import of_run_time_length, sorted_, sum_
from nbgraph.core.staging.control_flow.for_loop import for_
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.frames.conversion import callback
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.reductions import unknown_length
from nbgraph.core.staging.lists.results import stack
from nbgraph.core.staging.operators.builtin_numbers import bool_, number
from nbgraph.core.staging.operators.operators import equal, in_, not_
from nbgraph.core.staging.sequences.sequences import Range, sequence_of
from nbgraph.core.staging.trace.recorder import calling_frame
from nbgraph.core.staging.values.values import any_traced, is_traced

_NOTHING = object()


def reduce_(function: Callable[..., Any], items: Any, initial: Any = _NOTHING) -> Any:
    """Do `functools.reduce`; over run-time length by a loop, from the second item if there is no initial value."""
    function = callback(function)
    if (sequence := of_run_time_length(items if unknown_length(items) is None else sequence_of(items))) is None:
        return functools.reduce(function, items, *(() if initial is _NOTHING else (initial,)))
    sequence = sequence.taken()
    if initial is not _NOTHING:
        return for_(sequence, lambda item, result: function(result, item), initial)
    error = TypeError("reduce() of empty iterable with no initial value")
    effects.require(sequence.length > 0, effects.Check(calling_frame(2).span, lambda: error))
    later = Range(1, sequence.length, 1)
    return for_(later, lambda k, result: function(result, sequence.at(k)), sequence.at(0))


def accumulate_(items: Iterable[Any], function: Any = None, *, initial: Any = None) -> Iterator[Any]:
    return itertools.accumulate(items, _ADD if function is None else callback(function), initial=initial)


def islice_(items: Iterable[Any], *bounds: Any) -> Iterator[Any]:
    """Do `itertools.islice`; the number of items must be known."""
    if any_traced(*bounds):
        raise TypeError("islice() takes no Tracer for a number of items")
    return itertools.islice(items, *bounds)


def _of_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operator for which single truth values are numbers; JAX would use logic."""
    return lambda *operands: function(
        *(number(part) if is_traced(part) and not part.shape else part for part in operands)
    )


_ADD = _of_numbers(operator.add)


def _listed(data: Iterable[Any]) -> list[Any]:
    found = list(data)
    if not found:
        raise statistics.StatisticsError("mean requires at least one data point")
    return found


def mean(data: Iterable[Any]) -> Any:
    """Return `statistics.mean` or `fmean`, as a float."""
    data = _listed(data)
    return sum_(data) / len(data)


def median(data: Iterable[Any]) -> Any:
    """Return `statistics.median`; for an even number of items the mean of the two in the middle."""
    ordered = sorted_(_listed(data))
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _variance(data: Iterable[Any], less: int) -> Any:
    data = _listed(data)
    centre = mean(data)
    return sum_([(number(item) - centre) ** 2 for item in data]) / (len(data) - less)


def stack_(arrays: Any, axis: int = 0, **options: Any) -> Any:
    """Return `jnp.stack(...)`; a list in buffers needs no copy."""
    growing = growing_of(arrays)
    whole = growing is not None and growing.capacity.length and hasattr(growing.buffers, "dtype")
    return jnp.stack(arrays, axis, **options) if options or not whole else stack(arrays, axis)


LISTING = (heapq.nlargest, heapq.nsmallest)
"""Functions whose result is a list with the very items of an argument: it must be a list of the graph, always."""

COUNTERPARTS: dict[Callable[..., Any], Callable[..., Any]] = {
    **heaps.COUNTERPARTS,
    heapq.nlargest: lambda size, items, key=None: sorted_(items, key=key, reverse=True)[:size],
    heapq.nsmallest: lambda size, items, key=None: sorted_(items, key=key)[:size],
    jnp.stack: stack_,
    np.stack: stack_,
    functools.reduce: reduce_,
    itertools.accumulate: accumulate_,
    itertools.islice: islice_,
    operator.not_: not_,
    operator.truth: bool_,
    operator.add: _ADD,
    operator.mul: _of_numbers(operator.mul),
    operator.sub: _of_numbers(operator.sub),
    operator.neg: _of_numbers(operator.neg),
    operator.invert: _of_numbers(operator.invert),
    operator.eq: equal,
    operator.ne: lambda a, b: not_(equal(a, b)) if isinstance(a, tuple | list) else a != b,
    operator.contains: lambda items, item: in_(item, items),
    statistics.mean: mean,
    statistics.fmean: mean,
    statistics.median: median,
    statistics.variance: lambda data: _variance(data, 1),
    statistics.pvariance: lambda data: _variance(data, 0),
    statistics.stdev: lambda data: jnp.sqrt(_variance(data, 1)),
    statistics.pstdev: lambda data: jnp.sqrt(_variance(data, 0)),
}
