"""Raise Python's error where a dict changes its size during a loop over it, also through `enumerate` and `zip`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nbgraph.core.staging.sequences.derived_sequences import Zip
from nbgraph.core.staging.sequences.iterators import iterators_behind
from nbgraph.core.staging.sequences.sequences import Sequence
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.kinds import Watch, kind_of


def watch_iterator(iterator: Any, containers: tuple[Any, ...]) -> None:
    """Note the containers that a new iterator, such as a `zip`, reads: each must keep its size."""
    watches = [(place, watch) for place, each in enumerate(containers) if (watch := kind_of(each).watched(each))]
    if watches and (log := context.here().log) is not None:
        log.size_watches[id(iterator)] = (iterator, watches)


def watches_of(items: Any) -> list[tuple[bool, Watch]]:
    """Return the checks that containers under a loop keep their size; each with whether to check at the loop's end.

    Python asks the first part of a `zip` for one item too many, and the others only after it.
    """
    if (watch := kind_of(items).watched(items)) is not None:
        return [(True, watch)]
    log = context.here().log
    found = log.size_watches if log is not None else {}
    return [(place == 0, watch) for each in _behind(items) if id(each) in found for place, watch in found[id(each)][1]]


def _behind(items: Any) -> Iterator[Any]:
    if not isinstance(items, Sequence):
        yield from iterators_behind(items)
        return
    yield items
    for part in items.inner_ones[: 1 if isinstance(items, Zip) else None]:
        yield from _behind(part)
