"""From a list's items to the buffers that hold them, and back into the list."""

from __future__ import annotations

from typing import Any

from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import Contents, growing_of, note_buffers, raw_items
from nbgraph.core.staging.lists.copies import give_up


def hold(items: Contents, growing: Growing) -> None:
    """Let buffers stand for the items of a list."""
    note_buffers()
    if growing_of(items) is None:
        give_up(items)
    list.__setitem__(items, slice(None), [growing])


def as_growing(items: Any) -> Growing:
    """The buffers of a list, or its items put into some."""
    return growing_of(items) or Growing.of(raw_items(items))


def stacked(items: list[Any], empty: str) -> Growing:
    """The items of a list put into buffers; an `IndexError` with these words where there are none."""
    note_buffers()
    if not list.__len__(items):
        raise IndexError(empty)
    return Growing.of(raw_items(items))
