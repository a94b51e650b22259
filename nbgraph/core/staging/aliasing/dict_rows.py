"""Dicts read from a list in buffers, a row each: which row it is, so that a change of the dict can change the row.

In Python the dict is the row. So it may change only where no other copy can be seen: a dict that two places of lists
hold (`a.append(d); b.append(d)`) has its keys among `doubled`, and no dict with these keys changes a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nbgraph.core._jax import current_trace, is_around
from nbgraph.core.records import dataclass
from nbgraph.core.staging.aliasing.copies import is_copy, lost_in_list
from nbgraph.core.staging.trace import context, recorder


@dataclass(frozen=True, eq=False)
class DictRow:
    """Where a dict was read from."""

    item: dict[Any, Any]
    table: Any  # the list in buffers
    position: Any  # None where it was taken out of the list, so that it is nowhere else
    moves: int  # of the list then
    trace: Any
    loops: int  # how many blocks other than branches were around

    @classmethod
    def of(cls, item: dict[Any, Any], table: Any, position: Any) -> DictRow:
        """A row read here."""
        return cls(item, table, position, table.moves, current_trace(), _loops())

    def is_here(self) -> bool:
        """Whether nothing but branches lies between its reading and here."""
        return _loops() == self.loops and (self.trace is current_trace() or is_around(self.trace))


def _loops() -> int:
    return len(context.here().blocks) - context.here().depth


def note_row(item: Any, table: Any, position: Any) -> None:
    """Remember which row of a list in buffers a dict is."""
    if type(item) is dict and (log := context.here().log) is not None:
        log.dict_rows[id(item)] = DictRow.of(item, table, position)


def row_of_dict(value: Any) -> DictRow | None:
    """Where a dict was read from; None for any other value."""
    log = context.here().log
    found: DictRow | None = log.dict_rows.get(id(value)) if log is not None and log.dict_rows else None
    return found if found is not None and found.item is value else None


def accept(owner: Any, keys: Iterable[Any]) -> None:
    """What a dict holds at some keys is what its row holds: the machinery has put it there, or the row has changed."""
    if row_of_dict(owner) is None:
        return
    for copy, before, _ in _log().copies:
        for key in keys if copy is owner else ():
            if key in owner:
                before[key] = owner[key]
            else:
                before.pop(key, None)


def is_as_read(owner: Any) -> bool:
    """Whether a dict holds what its row holds."""
    befores = [before for copy, before, _ in _log().copies if copy is owner]
    return all(list(before) == list(owner) and all(before[key] is owner[key] for key in owner) for before in befores)


def note_stored(item: dict[Any, Any], owner: Any = None) -> None:
    """A dict goes into a list in buffers.

    Args:
        owner: the list, if the dict has been in it before.
    """
    if (log := context.here().log) is None:
        return
    row, before = row_of_dict(item), log.stored.get(id(item))
    if row is not None:
        twice = row.position is not None or before is not None
    else:
        twice = before[0] != id(owner) if before is not None and owner is not None else is_copy(item)
    if twice:
        note_doubled(item)
    log.stored[id(item)] = (id(owner), 0 if owner is not None else len(context.here().blocks))


def note_doubled(names: Iterable[Any]) -> None:
    """Two places of lists may hold one dict with such keys: an error where such a dict has changed a row."""
    log = _log()
    log.doubled.add(key := frozenset(names))
    if key in log.written:
        raise lost_in_list(recorder.user_frame().span)


def is_elsewhere(item: dict[Any, Any]) -> bool:
    """Whether another place of a list may hold a dict that was read from one."""
    return id(item) in _log().stored or frozenset(item) in _log().doubled


def note_written(item: dict[Any, Any]) -> None:
    """A dict with such keys changes a row."""
    _log().written.add(frozenset(item))


def note_kept(kept: Iterable[Any], holds: Callable[[Any], bool]) -> None:
    """After an iteration: the dicts that it has stored are another's, too, if there were or will be such in that."""
    if (log := context.here().log) is None or not log.stored:
        return
    known, blocks = {id(each) for each in kept}, len(context.here().blocks)
    for copy, _, _ in log.copies:
        stored = log.stored.get(id(copy))
        if stored is not None and stored[1] > blocks and (id(copy) in known or holds(copy)):
            note_doubled(copy)


def _log() -> Any:
    return context.here().log
