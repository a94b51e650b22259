"""Refuse iterators with other references, if a loop leaves them at a position known at run time only."""

from __future__ import annotations

import gc
from typing import Any, NoReturn

from nbgraph.core.errors import StagingError
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.references import places_of
from nbgraph.core.staging.lists.contents import Contents, UnknownLengthError


def iterators_behind(items: Any) -> list[Any]:
    """Return a Python iterator and those that it takes items from; [] for a value that is no iterator.

    >>> l = iter([1, 2])
    >>> [type(each).__name__ for each in iterators_behind(zip(l, (x for x in l)))]
    ['zip', 'list_iterator', 'generator']
    >>> iterators_behind([1, 2])
    []
    """
    found: list[Any] = []
    pending = [items]
    while pending:
        value = pending.pop(0)
        if any(value is each for each in found):
            continue
        if hasattr(type(value), "__next__"):
            found.append(value)
            pending += gc.get_referents(value)
        elif found and type(value) is tuple:
            pending += value
    return found


def lists_behind(items: Any, iterators: list[Any]) -> list[Contents]:
    """Return the lists of converted code from which an iteration takes items."""
    found = [items] if isinstance(items, Contents) else []
    return found + [part for each in iterators for part in gc.get_referents(each) if isinstance(part, Contents)]


def refuse_changed(span: Span) -> NoReturn:
    """Refuse to continue a loop of run-time length over a list that an iteration has changed."""
    raise UnknownLengthError(
        "a list changes while this loop walks over it, and which items are left is then known at run time only",
        span=span,
        remedy="`for ... in` the list itself, with a counter; or a loop over a copy, `list(...)`",
    )


def refuse_kept(iterators: list[Any], span: Span | None = None) -> None:
    """Refuse a loop that may end early at run time, if one of its iterators has another reference.

    Args:
        iterators: those that Python has advanced, perhaps further than the run does.
        span: the loop; None for the current statement.
    """
    if any(places_of(each) for each in iterators):
        raise StagingError(
            "a run-time value may end this walk before the end of its iterator, which has a name: how many items are"
            " left for others is only known at run time",
            span=span,
            remedy="loop over the list or the array itself, or over a slice of it",
            id="iterator-advanced",
        )
