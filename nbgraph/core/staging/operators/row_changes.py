"""Change the row of a growing list with a dict that was read from it: `rows[-1]["n"] += 1`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nbgraph.core.staging.aliasing.by_value import keys_in
from nbgraph.core.staging.aliasing.copies import ListCopyError
from nbgraph.core.staging.aliasing.dict_rows import (
    DictRow,
    accept,
    is_as_read,
    is_elsewhere,
    note_written,
    row_of_dict,
)
from nbgraph.core.staging.aliasing.references import everything
from nbgraph.core.staging.lists.contents import Contents, growing_of


@contextmanager
def of_row(container: Any) -> Iterator[None]:
    """Let the code inside change a dict, and change its row with it, if no other copy of the dict is visible.

    Otherwise the dict differs from what was read, and the end of the trace refuses that.
    """
    row = row_of_dict(container)
    row = row if row is not None and row.is_here() and is_as_read(container) and not is_elsewhere(container) else None
    names = list(container) if row is not None else []
    yield
    if row is not None and names == list(container) and _stays(row):
        _refuse_copies(row)
        note_written(container)
        if row.position is not None:
            row.table.put_row(row.position, container)
        accept(container, names)


def _stays(row: DictRow) -> bool:
    return row.position is None or (growing_of(row.table) is not None and row.moves == row.table.moves)


def _refuse_copies(row: DictRow) -> None:
    """Refuse a change that another copy of the dict would not show."""
    for value in everything():
        if value is ... or (value is not row.item and _may_be(value, row)):
            raise ListCopyError(
                "a dict out of a list that grows changes here, and there is another dict or list that may show it: in a"
                " graph each has a copy",
                remedy='a new dict in its place, as `rows[i] = {**rows[i], "x": 3}`; or a list for each of the keys',
            )


def _may_be(value: Any, row: DictRow) -> bool:
    if isinstance(value, dict):
        other = row_of_dict(value)
        apart = other is not None and other.is_here() and None in (other.position, row.position)
        return value.keys() == row.item.keys() and not apart
    growing = growing_of(value) if isinstance(value, Contents) and value is not row.table else None
    return growing is not None and frozenset(row.item) in keys_in(growing.buffers)


def is_put_back(container: Any, value: Any) -> bool:
    """Whether the row of a list in buffers has changed with the dict that was read from it."""
    row = row_of_dict(value)
    return row is not None and row.table is container and row.is_here() and is_as_read(value)
