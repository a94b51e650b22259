"""Entries of dicts, assigned by a text that is chosen at run time."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from nbgraph.core.staging.chosen_answers import same
from nbgraph.core.staging.chosen_joins import as_chosen
from nbgraph.core.staging.cond import stage_if
from nbgraph.core.staging.recorder import Frame


def with_entry(frame: Frame, items: dict[Any, Any], text: Any, change: Callable[[Any], Any]) -> dict[Any, Any]:
    """A dict after an assignment to the entry of a text that is chosen at run time: each entry is, or stays."""
    key = as_chosen(text)
    known = dict(key.texts)
    here = Frame(None, frame.file, frame.place)
    if key.values or not all(part in items for part in known.values()):
        key.refuse("may become a new key of this dict here, and its keys must be known")
    for part in known.values():
        is_it = same(key, part)
        old = items[part]
        if isinstance(old, list | dict | set):
            key.refuse("is the key of a list, a dict or a set that is replaced here")
        name = f"the item of {part!r}"
        items[part] = stage_if(here, is_it, functools.partial(change, old), lambda old=old: old, (), (name,))
    return items
