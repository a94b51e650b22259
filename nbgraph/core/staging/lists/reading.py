"""Read items of a list in buffers, or at an index known only at run time."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.aliasing.copies import note_array_copies, note_read
from nbgraph.core.staging.enumerated.placeholders import shown
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.choices import are_functions, one_of_values
from nbgraph.core.staging.lists.contents import Contents, growing_of, note_buffers, raw_items
from nbgraph.core.staging.lists.copies import exchanging, frozen, hold, only_item, row_of, stacked
from nbgraph.core.staging.lists.may_alias import note_one_of, note_parts
from nbgraph.core.staging.lists.objects import are_objects, one_object
from nbgraph.core.staging.lists.queries import is_traced_index, known_slice, matches, run_time_slice
from nbgraph.core.staging.trace import recorder
from nbgraph.core.staging.trace.kind_questions import one_of, refuse_truth_of_array
from nbgraph.core.staging.values.values import any_traced, is_traced, type_of

_OUT_OF_RANGE = "list index out of range"


def item_at(items: Contents, index: Any) -> Any:
    """Return the item at an index; raise `IndexError` at run time if there is none."""
    growing = growing_of(items)
    if growing is None and (only := only_item(items)) is not None:
        stacked(items, "").position(index)  # raises IndexError at run time if out of range
        return only
    refuse_truth_of_array("an index", index)
    held = raw_items(items) if growing is None else []
    if held and (are_functions(held) or are_objects(held)):
        return one_of_values(held, stacked([*range(len(held))], _OUT_OF_RANGE).position(index))
    if held and _are_rows_of_objects(held):
        return _row_of_objects(held, stacked([*range(len(held))], _OUT_OF_RANGE).position(index))
    buffers = growing or stacked(items, _OUT_OF_RANGE)
    if held and all(isinstance(row, Contents) for row in held) and exchanging():
        hold(items, buffers, moves=False)  # as the rows that change places are those of the list
        growing = buffers
    if is_traced_index(index) or buffers.capacity.length is None:
        note_buffers()
    position = buffers.position(index)
    row = row_of(items, position, buffers, buffers.row(position))
    if growing is None:
        one_of(row, raw_items(items))
        note_read(row, raw_items(items))
        for item in raw_items(items):
            note_parts(row, item)
        if any(type(item) is np.ndarray for item in raw_items(items)):
            note_array_copies([row], recorder.user_frame().span)
    return row


def _are_rows_of_objects(rows: list[Any]) -> bool:
    if not all(isinstance(row, Contents) and growing_of(row) is None for row in rows):
        return False
    lengths = set(map(len, rows))
    return len(lengths) == 1 and lengths != {0} and all(map(are_objects, zip(*map(raw_items, rows), strict=True)))


def _row_of_objects(rows: list[Any], position: Any) -> Any:
    """Return a copy of one of several lists of objects, with the same objects in it."""
    made = type(rows[0])([one_object(column, position) for column in zip(*map(raw_items, rows), strict=True)])
    for row in rows:
        note_one_of(made, row)
    return frozen(made)


def slice_at(items: Contents, index: slice) -> Growing | None:
    """Return the items of a slice in buffers; None if there are none."""
    growing = growing_of(items)
    if growing is None and not list.__len__(items):
        return None
    growing = growing or stacked(items, _OUT_OF_RANGE)
    if growing.capacity.length is not None and not is_traced_index(index):
        return known_slice(growing, index)
    note_buffers()
    return run_time_slice(growing, index)


def first_equal(growing: Growing, item: Any, missing: str) -> Any:
    """Return the index of the first row equal to an item; raise `ValueError` at run time if there is none."""
    found = matches(growing, item)
    growing.require(jnp.any(found), ValueError(missing))
    return jnp.argmax(found).astype(jnp.int32)


def first_object(items: Contents, item: Any, missing: str) -> Any:
    """Return the index of the first object equal to `item`; raise `ValueError` at run time if there is none."""
    return first_equal(Growing.of(equal_objects(items, item)), True, missing)


def equal_objects(items: Contents, item: Any) -> list[Any]:
    """Return for each object of a list whether it is equal to `item`."""
    return [jnp.asarray(each is item or each == item, bool) for each in raw_items(items)]


def written(item: Any) -> str:
    """Return `repr` of an item, with a placeholder for a run-time number."""
    if is_traced(item):
        return f"{shown(item)}" if not type_of(item).shape else "the item"
    return repr(item) if not any_traced(item) else "the item"
