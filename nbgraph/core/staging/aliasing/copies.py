"""Dicts and arrays that are copies, of one chosen at run time or stored in buffers: a change would be lost; and
NumPy arrays that converted code makes and then changes, which other names of the array do not see.

`a = np.zeros(3)` is no traced value, and stays NumPy's: its items may be needed while tracing. When a run-time value is
assigned to one of them, the name gets a new array, and an alias (`b = a`, a helper's parameter, a list that holds it)
would keep the old one, invisible to the audit because nothing in the program shows it. So the call that made the array
is remembered, and the function traced again with a traced array there, whose aliases the audit sees.
"""

from __future__ import annotations

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
from nbgraph.core.staging.values.values import holds_numbers, with_article

_COPIED = "it is only known at run time which {} this is: the graph holds a copy, and a later change would be lost"


class ListCopyError(StagingError):
    """A list inside a list whose rows are chosen at run time is stored there, or changed, and has another name.

    The graph holds the rows in one array. A row is a reference to its place in it, as in `row = adj[i]`; a list that
    was made before, or stands in two places, would be another one there.
    """

    id = "list-item-copied"


class CopyChangedError(ListCopyError):
    """A list that is a copy of an item of another list, or was copied into one, is changed."""

    table: Any = None  # a list whose rows a loop walks over without their numbers, where the list is one of these


def changed_copy(table: Any = None) -> CopyChangedError:
    """The error for the change of a list that is such a copy."""
    error = CopyChangedError(
        "this list is a copy of an item of another list, or was copied into one: the change would be lost",
        remedy="assign through the outer list, `m[i][...] = ...`; or finish the row before you store it",
    )
    error.table = table
    return error


class StoredListError(ListCopyError):
    """A list with another name becomes an item of a list that holds copies."""


def note_copies(value: Any, span: Span, *, stored: bool = False) -> None:
    """Remember the dicts and known arrays in a copy, which nobody may change.

    Args:
        stored: whether the copy of them is in a list that grows.
    """
    log = context.here().log
    if isinstance(value, dict | np.ndarray) and log is not None:
        log.copies.append((value, value.copy(), span))
        if stored:
            log.stored.setdefault(id(value), (0, 0))  # which `copies` keeps alive
    for part in parts_of(value) if isinstance(value, dict | tuple) else ():
        note_copies(part, span, stored=stored)


def note_read(copy: Any, items: Sequence[Any]) -> None:
    """Remember of a dict or an array of NumPy's that it is a copy of one of some items."""
    log = context.here().log
    if log is None:
        return
    if all(isinstance(item, dict | np.ndarray) for item in items):
        log.copies_of.append((copy, list(items)))
    elif isinstance(copy, tuple) and all(isinstance(item, tuple) and len(item) == len(copy) for item in items):
        for part, column in zip(copy, zip(*items, strict=True), strict=True):
            note_read(part, column)


def refuse_read(changed: Any) -> None:
    """Refuse the change of a dict or an array of which somebody holds a copy, which would stay what it is."""
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
    """Remember objects of which a branch has made another one, by their attributes."""
    if (log := context.here().log) is not None:
        log.copied_objects += objects


def is_copied(value: Any) -> bool:
    """Whether a branch has made another object of this one."""
    log = context.here().log
    return log is not None and any(value is one for one in log.copied_objects)


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
            if log is not None and any(getattr(one, "__dict__", None) is copy for one in log.copied_objects):
                remedy = "a new object in place of the change; or a list for each attribute, and a number in its place"
                raise ListCopyError(_COPIED.format("object"), span=span, remedy=remedy)
            raise lost_in_list(span) if log is not None and id(copy) in log.stored else lost_dict(span)


def lost_in_list(span: Span) -> ListCopyError:
    """The error of a dict that changes, and of which a list that grows has a copy."""
    return ListCopyError(
        "a dict becomes an item of a list that grows here, in a graph as a copy, and changes later: that would be lost",
        span=span,
        remedy='the change before the dict is put there; or a new one in its place, as `{**rows[i], "x": 3}`',
    )


def lost_dict(span: Span | None = None) -> ListCopyError:
    """The error of a dict that changes, and is a copy where it is known at run time only which one it is."""
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
    """A run-time value is assigned to an item of an array that a call has made: to be traced again."""

    def __init__(self, calls: list[tuple[FunctionType, Place]]) -> None:
        self.calls = calls
        super().__init__()

    def learn(self) -> None:
        """Let the calls make traced arrays from now on."""
        for function, place in self.calls:
            _traced.setdefault(function, set()).add(place)


def made(frame: recorder.Frame, result: Any) -> Any:
    """The result of a call: an array of NumPy that is going to change as a traced one."""
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
    """Stop the trace where a run-time value is assigned to items of an array that a call has made, or of a part of it.

    One that an operator has made (`np.zeros(2) + 1`) may be of any of them.

    Raises:
        ArrayChanges: to be traced again.
    """
    log = context.here().log
    if log is None or type(array) is not np.ndarray or not log.arrays:
        return
    calls = [(function, place) for other, function, place in log.arrays if np.may_share_memory(other, array)]
    raise ArrayChanges(calls or [(function, place) for _, function, place in log.arrays])


def refuse_untraced_like(shape: tuple[int, ...]) -> None:
    """The same for an array that only shows as a constant of this shape in the program."""
    log = context.here().log
    alike = [(function, place) for other, function, place in (log.arrays if log else ()) if other.shape == shape]
    if alike:
        raise ArrayChanges(alike)
