"""`sum`, `max`, `any` and similar functions of a list of run-time length."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.aliasing.dict_rows import note_row
from nbgraph.core.staging.enumerated.joins import item_or, ranked
from nbgraph.core.staging.enumerated.values import as_number, texts_in
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.copies import frozen
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.values.values import LeafType, cast, is_dynamic, leaves_of, type_of

EMPTY = "iterable argument is empty" if sys.version_info >= (3, 12) else "arg is an empty sequence"


def unknown_length(items: Any) -> Growing | None:
    """Return the buffers of a list of run-time length; None for any other value."""
    growing = growing_of(items)
    return growing if growing is not None and growing.capacity.length is None else None


def total(growing: Growing, start: Any) -> Any:
    """Return the sum of the items and `start`; floats are added in another order than in Python."""
    rows = _one_array(growing.apart().buffers)
    kind = type_of(rows)
    if growing.capacity.length != growing.capacity.size:
        rows = jnp.where(growing.valid().reshape(-1, *(1,) * (rows.ndim - 1)), rows, 0)
    added = jnp.sum(rows, axis=0)
    dtype = added.dtype if kind.dtype == np.bool_ else kind.dtype
    return cast(added, LeafType(added.shape, dtype, kind.weak)) + start


def extreme(
    growing: Growing, name: str, key: Callable[[Any], Any] | None, default: dict[str, Any], table: Any = None
) -> Any:
    """Return the first greatest or least item, as `max` and `min` do; raise at run time if there is none."""
    measured = ranked(growing.apart().buffers) if key is None else growing.measured(key)
    best = _first_best(measured, growing.length, name) if _are_columns(measured) else _best(growing, measured, name)
    if "default" in default:
        return item_or(growing.length > 0, growing.row(best.astype(jnp.int32)), default["default"])
    if growing.capacity.length is None:
        growing.require(growing.length > 0, ValueError(f"{name}() {EMPTY}"))
    found = frozen(growing.row(best := best.astype(jnp.int32)))
    if growing_of(table) is growing:
        note_row(found, table, best)
    return found


def _are_columns(measured: Any) -> bool:
    """Whether these are tuples of numbers, a column for each place, which Python compares place by place."""
    is_plain = isinstance(measured, tuple) and type(measured).__gt__ is tuple.__gt__ and len(measured) > 1
    return is_plain and all(is_dynamic(part) and part.ndim == 1 for part in measured)


def _first_best(columns: Any, length: Any, name: str) -> Any:
    """Return the place of the greatest or least tuple; one with nan there beats no other, and none beats it."""

    def better(place: Any, best: Any) -> Any:
        wins: Any = False
        for column in reversed(columns):
            new, old = column[place], column[best]
            wins = jnp.where(new == old, wins, new > old if name == "max" else new < old)
        return jnp.where(wins, place, best)

    return jax.lax.fori_loop(1, length, better, 0)


def _best(growing: Growing, measured: Any, name: str) -> Any:
    """Return the place of the greatest or least number."""
    kind = (measured := _one_array(measured)).dtype
    if kind == np.bool_:
        measured, kind = measured.astype(np.int32), np.dtype(np.int32)
    limits = (-np.inf, np.inf) if kind.kind == "f" else (np.iinfo(kind).min, np.iinfo(kind).max)
    worst = limits[0] if name == "max" else limits[1]
    is_whole = growing.capacity.length == growing.capacity.size
    ranks = measured if is_whole else jnp.where(growing.valid(), measured, worst)
    if kind.kind == "f":
        ranks = jnp.where(jnp.isnan(ranks), worst, ranks)  # comparisons with nan are false
    best = (jnp.argmax if name == "max" else jnp.argmin)(ranks)
    return jnp.where(jnp.isnan(measured[0]), 0, best) if kind.kind == "f" else best


def truths(growing: Growing, *, stop_at: bool) -> Any:
    """Return what `any` gives for `stop_at=True`, or `all` for `stop_at=False`."""
    holds = _true_rows(growing.buffers)
    return jnp.any(holds & growing.valid()) if stop_at else jnp.all(holds | ~growing.valid())


def _true_rows(buffers: Any) -> Any:
    """Return for each row whether its item is true in Python; for a list or tuple by its length alone."""
    if isinstance(buffers, list | tuple):
        inner = growing_of(buffers)
        return (len(buffers) if inner is None else inner.length) > 0
    rows = _one_array(buffers)
    if rows.ndim > 1:
        raise _no_numbers()
    return rows if rows.dtype == np.bool_ else rows != 0


def in_order(items: List, key: Callable[[Any], Any] | None, reverse: Any) -> List:
    """Return a new sorted list, as `sorted` does."""
    copy = List(items)
    copy.sort(key=key, reverse=reverse)
    return copy


def _one_array(buffers: Any) -> Any:
    leaves, _ = leaves_of(buffers := as_number(buffers))
    if texts_in(buffers) or len(leaves) != 1 or not hasattr(leaves[0], "dtype"):
        raise _no_numbers()
    return leaves[0]


def _no_numbers() -> ListItemError:
    return ListItemError(
        "the items of this list are no single numbers or arrays",
        remedy="a `for` loop over the list that takes what it needs of each item",
    )
