"""Refuse changes of dicts and arrays that are copies, and trace again where a NumPy array is to change.

A dict or an array chosen at run time, or stored in buffers, is a copy in the graph: a change of it would be lost.
`a = np.zeros(3)` stays NumPy's, as its items may be needed while tracing. When a run-time value is assigned to an item,
the name gets a new array, and an alias (`b = a`, a helper's parameter, a list with it) would keep the old one, which
the program does not show. So the call that made the array is noted, and the function is traced again with a traced
array there, whose aliases the audit sees.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from types import FunctionType
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.functionalise.sites import Place
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.references import places_of
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.again import TracedAgain
from nbgraph.core.staging.values.kinds import parts_of
from nbgraph.core.staging.values.objects import Record
from nbgraph.core.staging.values.values import holds_numbers, with_article

_COPIED = "it is only known at run time which {} this is: the graph holds a copy, and a later change would be lost"


class ListCopyError(StagingError):
    """A list that already has a name is stored in, or shared with, a list whose rows are chosen at run time.

    The graph keeps those rows in one array, and a row is a reference to a place in it, as in `row = adj[i]`. A list
    made elsewhere, or stored in two places, would become a copy, and a later change would not reach the other name.
    """

    id = "list-item-copied"


class CopyChangedError(ListCopyError):
    """A list that is a copy of an item of another list, or was copied into one, is changed."""

    table: Any = None  # the list whose rows a loop iterates without their indices, if it is one of them


def changed_copy(table: Any = None) -> CopyChangedError:
    """Make the error for the change of a list that is a copy."""
    error = CopyChangedError(
        "this list is a copy of an item of another list, or was copied into one: the change would be lost",
        remedy="assign through the outer list, `m[i][...] = ...`; or finish the row before you store it",
    )
    error.table = table
    return error


class StoredListError(ListCopyError):
    """A list with another name becomes an item of a list that holds copies."""


def note_copies(value: Any, span: Span, *, stored: bool = False) -> None:
    """Note the dicts and known arrays in a copy, which must not change.

    Args:
        stored: whether the copy is in a growing list.
    """
    log = context.here().log
    if isinstance(value, dict | np.ndarray) and log is not None:
        log.copies.append((value, value.copy(), span))
        if stored:
            log.stored.setdefault(id(value), (0, 0))  # `copies` keeps it alive
    for part in parts_of(value) if isinstance(value, dict | tuple) else ():
        note_copies(part, span, stored=stored)


def note_read(copy: Any, items: Sequence[Any]) -> None:
    """Note that a dict or a NumPy array is a copy of one of some items."""
    log = context.here().log
    if log is None:
        return
    if all(isinstance(item, dict | np.ndarray) for item in items):
        log.copies_of.append((copy, list(items)))
    elif isinstance(copy, tuple) and all(isinstance(item, tuple) and len(item) == len(copy) for item in items):
        for part, column in zip(copy, zip(*items, strict=True), strict=True):
            note_read(part, column)


def refuse_read(changed: Any) -> None:
    """Refuse the change of a dict or an array of which another name has a copy."""
    log = context.here().log
    for copy, items in log.copies_of if log is not None and isinstance(changed, dict | np.ndarray) else ():
        if any(item is changed for item in items) and places_of(copy):
            kind = "dict" if isinstance(changed, dict) else "array"
            raise ListCopyError(
                f"{with_article(kind)} changes here that was read under another name at an index of run time only:"
                " that name has a copy, which stays what it was",
                remedy=f"the items through the list, `rows[i][...]`, in place of the name; or a copy, `{_COPY[kind]}`",
            )


_COPY = {"dict": "dict(rows[i])", "array": "rows[i].copy()"}


def note_objects(*objects: Any) -> None:
    """Note objects of which a branch has made a copy, by their attributes."""
    if (log := context.here().log) is not None:
        log.copied_objects += objects


def note_copied_again(record: Any, made: Any) -> None:
    """Note that an object made from the record of a copy is a copy, too."""
    if type(record) is Record and type(made) is record.cls and is_copied(record):
        note_objects(made)
        note_copies(getattr(made, "__dict__", None), recorder.user_frame().span)


def is_copied(value: Any) -> bool:
    """Whether a branch has made a copy of this object."""
    log = context.here().log
    return log is not None and any(value is one for one in log.copied_objects)


def is_copy(value: Any) -> bool:
    """Whether a dict is a copy, or has one."""
    log = context.here().log
    return log is not None and isinstance(value, dict) and any(copy is value for copy, _, _ in log.copies)


def note_array_copies(leaves: list[Any], span: Span) -> None:
    """Note arrays that are copies of NumPy arrays, where Python has the arrays themselves."""
    log = context.here().log
    if log is not None:
        log.array_copies += [(leaf, span) for leaf in leaves if getattr(leaf, "shape", ())]


def note_change(array: Any, changed: Any) -> None:
    """Note that the items of a noted copy have changed."""
    log = context.here().log
    for copy, span in log.array_copies if log is not None else ():
        if log is not None and copy is array:
            log.changed_copies.append((changed, span))


def note_put_back(value: Any) -> None:
    """Remove a changed copy from the notes, as it is stored where it came from."""
    log = context.here().log
    if log is not None and log.changed_copies:
        log.changed_copies = [(changed, span) for changed, span in log.changed_copies if changed is not value]


def refuse_changed_copies() -> None:
    """Refuse a noted copy that has changed since it was read."""
    log = context.here().log
    for _, span in log.changed_copies if log is not None else ():
        raise _lost_array(span)
    for copy, before, span in log.copies if log is not None else ():
        if isinstance(copy, np.ndarray):
            if not np.array_equal(copy, before):
                raise _lost_array(span)
        elif copy.keys() != before.keys() or any(copy[key] is not before[key] for key in before):
            if log is not None and any(getattr(one, "__dict__", None) is copy for one in log.copied_objects):
                remedy = "a new object in place of the change; or a list for each attribute, and a number in its place"
                raise ListCopyError(_COPIED.format("object"), span=span, remedy=remedy)
            raise lost_in_list(span) if log is not None and id(copy) in log.stored else lost_dict(span)


def lost_in_list(span: Span) -> ListCopyError:
    """Make the error for a dict that changes after a growing list got a copy of it."""
    return ListCopyError(
        "a dict becomes an item of a list that grows here, in a graph as a copy, and changes later: that would be lost",
        span=span,
        remedy='the change before the dict is put there; or a new one in its place, as `{**rows[i], "x": 3}`',
    )


def lost_dict(span: Span | None = None) -> ListCopyError:
    """Make the error for a change of a dict that is a copy, chosen at run time."""
    return ListCopyError(
        _COPIED.format("dict"),
        span=span,
        remedy='a new dict in place of the change, as `d = {**d, "age": 3}`; or a list for each of the keys',
    )


def _lost_array(span: Span) -> ListCopyError:
    return ListCopyError(
        _COPIED.format("array"),
        span=span,
        remedy="change it where it is, as in `rows[i][0] = ...`; or one array with a row for each",
    )


_traced: weakref.WeakKeyDictionary[FunctionType, set[Place]] = weakref.WeakKeyDictionary()


class ArrayChanges(TracedAgain):
    """Trace the function again, as a run-time value is assigned to an item of a known array."""

    def __init__(self, calls: list[tuple[FunctionType, Place]]) -> None:
        self.calls = calls
        super().__init__()

    def learn(self) -> None:
        """Let these calls make traced arrays in later traces."""
        for function, place in self.calls:
            _traced.setdefault(function, set()).add(place)


def made(frame: recorder.Frame, result: Any) -> Any:
    """Return the result of a call; a traced array, if an earlier trace found that it changes."""
    log = context.here().log
    if type(result) is not np.ndarray or not result.shape or not holds_numbers(result.dtype):
        return result
    if log is None or frame.owner is None:
        return result
    function = frame.owner.original
    if frame.place in _traced.get(function, ()):
        return jnp.array(result)
    log.arrays.append((result, function, frame.place))
    return result


def refuse_untraced(array: Any) -> None:
    """Trace again if a run-time value is assigned to items of a NumPy array that a call has made.

    An array that an operator has made (`np.zeros(2) + 1`) may stem from any of the calls.

    Raises:
        ArrayChanges: the array is NumPy's.
    """
    log = context.here().log
    if log is None or type(array) is not np.ndarray or not log.arrays:
        return
    calls = [(function, place) for other, function, place in log.arrays if np.may_share_memory(other, array)]
    raise ArrayChanges(calls or [(function, place) for _, function, place in log.arrays])


def refuse_untraced_like(shape: tuple[int, ...], *, is_changed: bool) -> None:
    """Trace again, as `refuse_untraced` does, for an array known only as a constant of this shape.

    Args:
        is_changed: whether it stands on the left; it may be a part of an array then, as `v = u[1:]` before `v += x`.
    """
    log = context.here().log
    arrays = log.arrays if log else []
    alike = [(function, place) for other, function, place in arrays if other.shape == shape]
    if not alike and is_changed:
        alike = [(function, place) for other, function, place in arrays if other.size >= math.prod(shape)]
    if alike:
        raise ArrayChanges(alike)
