"""Python's builtins that look at all items: sums, extremes, any, all, sorting."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.builtin_numbers import number
from nbgraph.core.staging.conversion import converted_callable
from nbgraph.core.staging.list_reductions import extreme as list_extreme
from nbgraph.core.staging.list_reductions import in_order, truths, unknown_length
from nbgraph.core.staging.list_reductions import total as list_total
from nbgraph.core.staging.values import any_traced, is_traced, type_of


def sum_(items: Any, start: Any = 0) -> Any:
    """`sum` along the first axis."""
    if (growing := unknown_length(items)) is not None:
        return list_total(growing, start)
    if isinstance(items, jax.Array) and items.ndim:
        return jnp.sum(number(items), axis=0) + start
    total = start
    for item in _items(items):
        total = total + number(item)
    return total


def _items(items: Any) -> Any:
    return list(items)


def _extreme(name: str, better: Callable[[Any, Any], Any], whole: Callable[..., Any]) -> Callable[..., Any]:
    python = getattr(builtins, name)

    def extreme(*arguments: Any, key: Any = None, **default: Any) -> Any:
        items = arguments[0] if len(arguments) == 1 else arguments
        if (growing := unknown_length(items)) is not None:
            return list_extreme(growing, name, None if key is None else converted_callable(key), default)
        if isinstance(items, jax.Array) and items.ndim == 1 and key is None and items.shape[0]:
            return whole(items)
        items = _items(items)
        if not any_traced(*items) and key is None:
            return python(items, **default)
        if not items:
            return python(items, **default)

        measure = converted_callable(key) if key is not None else (lambda item: item)
        best, measured = items[0], measure(items[0])
        for item in items[1:]:
            candidate = measure(item)
            if not any_traced(candidate, measured):
                if python(measured, candidate) is candidate and candidate != measured:
                    best, measured = item, candidate
                continue
            wins = better(candidate, measured)
            best, measured = choose(wins, item, best), choose(wins, candidate, measured)
        return best

    extreme.__name__ = name
    return extreme


def choose(condition: Any, true: Any, false: Any) -> Any:
    """A value per leaf by a traced condition, promoting dtypes."""
    return jax.tree_util.tree_map(lambda a, b: jnp.where(condition, a, b), true, false)


max_ = _extreme("max", lambda new, old: new > old, lambda array: jnp.max(array))
min_ = _extreme("min", lambda new, old: new < old, lambda array: jnp.min(array))


def _truths(array: jax.Array) -> jax.Array:
    return array if array.dtype == np.bool_ else array != 0


def any_(items: Any) -> Any:
    """`any`."""
    if (growing := unknown_length(items)) is not None:
        return truths(growing, stop_at=True)
    if isinstance(items, jax.Array) and items.ndim == 1:
        return jnp.any(_truths(items))
    return _fold(items, stop_at=True)


def all_(items: Any) -> Any:
    """`all`."""
    if (growing := unknown_length(items)) is not None:
        return truths(growing, stop_at=False)
    if isinstance(items, jax.Array) and items.ndim == 1:
        return jnp.all(_truths(items))
    return _fold(items, stop_at=False)


def _fold(items: Any, *, stop_at: bool) -> Any:
    result: Any = not stop_at
    for item in items:
        if is_traced(item):
            truth = item != 0 if type_of(item).dtype != np.bool_ else item
            result = (result | truth) if stop_at else (result & truth)
        elif bool(item) is stop_at:
            return stop_at
    return result


def sorted_(items: Any, *, key: Any = None, reverse: Any = False) -> Any:
    """`sorted`: a list, ascending, stable."""
    if unknown_length(items) is not None:
        return in_order(items, None if key is None else converted_callable(key), reverse)
    items = _items(items)
    if not any_traced(*items):
        return sorted(items, key=key, reverse=reverse)

    measured = items if key is None else [converted_callable(key)(item) for item in items]
    keys = jnp.stack([jnp.asarray(part) for part in measured])
    order = jnp.argsort(-keys if reverse else keys, stable=True)
    stacked = jax.tree_util.tree_map(lambda *parts: jnp.stack([jnp.asarray(p) for p in parts]), *items)
    chosen = jax.tree_util.tree_map(lambda array: array[order], stacked)
    return [jax.tree_util.tree_map(lambda array, i=i: array[i], chosen) for i in range(len(items))]
