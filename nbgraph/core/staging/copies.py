"""Dicts and arrays that are copies, of one chosen at run time or stored in buffers: a change would be lost."""

from __future__ import annotations

from typing import Any

import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.spans import Span
from nbgraph.core.staging import context
from nbgraph.core.staging.kinds import parts_of


class ListCopyError(StagingError):
    """A list inside a list of run-time length, which is a copy, is changed or known by another name."""

    id = "list-item-copied"


class CopyChangedError(ListCopyError):
    """A list that is a copy of an item of another list, or was copied into one, is changed."""


class StoredListError(ListCopyError):
    """A list with another name becomes an item of a list that holds copies."""


def note_copies(value: Any, span: Span) -> None:
    """Remember the dicts and known arrays in a copy, which nobody may change."""
    log = context.here().log
    if isinstance(value, dict | np.ndarray) and log is not None:
        log.copies.append((value, value.copy(), span))
    for part in parts_of(value) if isinstance(value, dict | tuple) else ():
        note_copies(part, span)


def is_copy(value: Any) -> bool:
    """Whether a dict is a copy, or one that there is a copy of."""
    log = context.here().log
    return log is not None and isinstance(value, dict) and any(copy is value for copy, _, _ in log.copies)


def note_array_copies(leaves: list[Any], span: Span) -> None:
    """Remember arrays that are copies of NumPy's, which in Python would be the very arrays."""
    log = context.here().log
    if log is not None:
        log.array_copies += [(leaf, span) for leaf in leaves if getattr(leaf, "shape", ())]


def note_change(array: Any, changed: Any) -> None:
    """Remember that the items of an array have changed, if it is such a copy."""
    log = context.here().log
    for copy, span in log.array_copies if log is not None else ():
        if log is not None and copy is array:
            log.changed_copies.append((changed, span))


def note_put_back(value: Any) -> None:
    """Forget a changed copy that is stored where it came from: nothing is lost."""
    log = context.here().log
    if log is not None and log.changed_copies:
        log.changed_copies = [(changed, span) for changed, span in log.changed_copies if changed is not value]


def refuse_changed_copies() -> None:
    """Refuse a dict that is a copy where it has changed since it was read."""
    log = context.here().log
    for _, span in log.changed_copies if log is not None else ():
        raise _lost_array(span)
    for copy, before, span in log.copies if log is not None else ():
        if isinstance(copy, np.ndarray):
            if not np.array_equal(copy, before):
                raise _lost_array(span)
        elif copy.keys() != before.keys() or any(copy[key] is not before[key] for key in before):
            raise ListCopyError(
                "which dict this is only the run knows, so it is a copy here: its change further on would be lost",
                span=span,
                remedy="a new dict in place of the change, as `d = {**d, 'age': 3}`; or a list for each of the keys",
            )


def _lost_array(span: Span) -> ListCopyError:
    return ListCopyError(
        "which array this is only the run knows, so it is a copy here: its change further on would be lost",
        span=span,
        remedy="change it where it is, as in `rows[i][0] = ...`; or one array with a row for each",
    )
