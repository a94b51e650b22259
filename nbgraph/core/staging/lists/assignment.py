"""`items[index] = value`, `del items[index]` and `pop`, for a list of items and for one in buffers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import jax.numpy as jnp

from nbgraph.core.staging.aliasing.dict_rows import note_row
from nbgraph.core.staging.aliasing.references import any_known_elsewhere
from nbgraph.core.staging.enumerated.joins import can_join, item_or
from nbgraph.core.staging.enumerated.values import is_textual
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import LEFT, Contents, are_alone, growing_of, note_buffers, raw_items
from nbgraph.core.staging.lists.copies import (
    as_growing,
    frozen,
    hold,
    is_viewed,
    note_given_up,
    note_put,
    note_rows_doubled,
    refuse_itself,
    share_rows,
    stacked,
    stored,
)
from nbgraph.core.staging.lists.objects import are_objects, chosen_object, one_object
from nbgraph.core.staging.lists.queries import ListSliceError, bound, is_traced_index, plain_index
from nbgraph.core.staging.lists.rows import FEW, is_row_beside
from nbgraph.core.staging.trace.index_ranges import is_least
from nbgraph.core.staging.values.values import is_dynamic, is_traced

_MANY = 8  # the most items of a list that stays out of buffers when stored to at a run-time index
_LARGE = 1024  # the fewest numbers of a list that goes into buffers before a loop
_MISSING = "list assignment index out of range"


def put(items: Contents, index: Any, value: Any, *, back: bool = False) -> None:
    """Assign an item, or the items of a slice; raise `IndexError`, possibly at run time, if out of range."""
    if not isinstance(index, slice):
        refuse_itself(items, value)
    index = plain_index(index)
    growing = growing_of(items)
    other = growing_of(value) if isinstance(index, slice) else None
    if growing is None and other is None and not is_traced_index(index):
        list.__setitem__(items, index, value)
    elif isinstance(index, slice):
        _splice(items, index, value)
    elif growing is not None and isinstance(index, int) and is_row_beside(growing, value):
        list.__setitem__(items, slice(None), growing.items())
        list.__setitem__(items, index, value)
    else:
        _put_at_run_time(items, index, value, back=back)


def _put_at_run_time(items: Contents, index: Any, value: Any, *, back: bool) -> None:
    growing = growing_of(items)
    if growing is None and are_objects([value, *list.__iter__(items)]):
        _put_object(items, index, value)
        return
    before = growing or stacked(items, _MISSING)
    position = before.position(index, _MISSING)
    item = stored(value, items)
    if is_traced_index(index):
        before.fitting(item)  # raises if the item does not fit the buffers
        note_buffers()
    if growing is None and list.__len__(items) <= _MANY and _may_each_be(items, item):
        chosen = [item_or(position == k, item, old) for k, old in enumerate(list.__iter__(items))]
        list.__setitem__(items, slice(None), chosen)  # a short list stays out of buffers
    else:
        hold(items, before.put(position, item), moves=not back)
        note_put(items, item, position)


def _put_object(items: Contents, index: Any, value: Any) -> None:
    position = _position(items, index, _MISSING)
    each = [chosen_object(position == k, value, old) for k, old in enumerate(list.__iter__(items))]
    list.__setitem__(items, slice(None), each)


def _position(items: Contents, index: Any, missing: str) -> Any:
    return stacked([*range(list.__len__(items))], missing).position(index, missing)


def _object_taken(items: Contents, index: Any, missing: str) -> Any:
    """Remove and return one of a list's objects; the later ones move up."""
    position, held = _position(items, index, missing), list(list.__iter__(items))
    rest = [one_object(held[k : k + 2], (position <= k).astype(jnp.int32)) for k in range(len(held) - 1)]
    list.__setitem__(items, slice(None), rest)
    return one_object(held, position)


def _may_each_be(items: Contents, value: Any) -> bool:
    """Whether each item can become the value at a run-time index, or stay what it is."""
    each = [value, *list.__iter__(items)]
    if any(map(is_textual, each)):
        return all(can_join(item, value) and not isinstance(item, str) for item in each)
    return all(map(is_dynamic, each))


def _splice(items: Contents, index: slice, value: Any) -> None:
    """Replace a slice of a list with other items."""
    if index.step not in (None, 1):
        raise ListSliceError(
            "a slice with a step changes here, and its bounds or the list's length are only known at run time",
            remedy="assign the items one by one in a `for` loop; or make a new list, `[x for x in l if ...]`",
        )
    held = growing_of(value)
    new = [] if held is not None else list(value)
    if growing_of(items) is None and not list.__len__(items):
        if held is None:
            list.extend(items, new)
        else:
            hold(items, held.copied())
            share_rows(items, value)
        return
    if held is not None:
        note_rows_doubled(held)
    other = held or (Growing.of(new) if new else None)
    growing = as_growing(items)
    start = bound(0 if index.start is None else index.start, growing.length)
    stop = bound(growing.length if index.stop is None else index.stop, growing.length)
    known = isinstance(start, int) and isinstance(stop, int)
    hold(items, growing.spliced(start, max(start, stop) if known else jnp.maximum(start, stop), other))
    note_put(items, tuple(new), None)
    share_rows(items, value)


def delete(items: Contents, index: Any) -> None:
    """Remove the item at an index, or those of a slice."""
    if growing_of(items) is None and not is_traced_index(index):
        list.__delitem__(items, index)
    elif isinstance(index, slice):
        _splice(items, index, [])
    elif growing_of(items) is None and are_objects(list.__iter__(items)):
        _object_taken(items, index, _MISSING)
    else:
        taken(items, growing_of(items) or stacked(items, _MISSING), index, _MISSING)


def pop(items: Contents, index: Any) -> Any:
    """Remove and return an item; raise `IndexError`, possibly at run time, if there is none."""
    growing = growing_of(items)
    if growing is None and not is_traced(index):
        return list.pop(items, index)
    if growing is None and are_objects(list.__iter__(items)):
        return _object_taken(items, index, "pop index out of range")
    growing = growing or stacked(items, "pop from empty list")
    if isinstance(index, int) and index == -1:
        return taken(items, growing, index, "pop from empty list")
    if is_traced(growing.length) and not is_least(growing.length, 1):
        growing.require(growing.length > 0, IndexError("pop from empty list"))
    return taken(items, growing, index, "pop index out of range")


def taken(items: Contents, growing: Growing, index: Any, missing: str) -> Any:
    """Remove and return an item; raise `IndexError` with the text `missing` at run time if there is none."""
    last = isinstance(index, int) and index == -1
    position = growing.position(index, missing)
    if is_traced_index(index) and growing.capacity.length is not None:
        note_buffers()
    shorter = growing.shortened() if last else growing.without(position)
    item = growing.row(position)  # computed last, since the graph labels the last value with the expression
    hold(items, shorter)
    note_row(item, items, None)
    return frozen(item) if isinstance(item, list | tuple) and is_viewed(items) else item


def put_in_buffers(values: Iterable[Any]) -> bool:
    """Put the large lists of known numbers among some values into buffers; return whether there are any.

    A loop that carries one would do so at its first store, and until then walk through every number in each trace.
    """
    large = [value for value in values if isinstance(value, Contents) and _is_large(value)]
    for table in large:
        rows = raw_items(table)
        note_buffers()
        list.__setitem__(table, slice(None), [Growing.of(rows)])  # no row has another name, so none is given up
        note_given_up(table, rows, LEFT)
    return bool(large)


def _is_large(table: Contents) -> bool:
    """Whether a list, with no note of another list, has many numbers of one class, in rows of one length or none."""
    if growing_of(table) is not None or table.lasting or table.row_of is not None or not (rows := raw_items(table)):
        return False
    if type(rows[0]) is not type(table):
        return len(rows) >= _LARGE and _are_alike(rows) and are_alone([table])
    lengths = {len(row) if type(row) is type(table) and not growing_of(row) else 0 for row in rows}
    many = len(lengths) == 1 and (length := lengths.pop()) > FEW and length * len(rows) >= _LARGE
    return (
        many and _are_alike(chain(*map(raw_items, rows))) and are_alone(rows) and not any_known_elsewhere(rows, table)
    )


def _are_alike(numbers: Iterable[Any]) -> bool:
    """Whether all are Python's truth values, its floats, or its ints within 32 bits."""
    found = list(numbers)
    kinds = set(map(type, found))
    return kinds in ({bool}, {float}) or (kinds == {int} and -(2**31) <= min(found) <= max(found) < 2**31)
