"""Track which row of a list in buffers a dict was read from, so that a change of the dict can change the row.

In Python the dict is the row, so it may change only if no other copy of it is visible. If two lists hold a dict
(`a.append(d); b.append(d)`), its keys are in `doubled`, and no dict with these keys may change a row.
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
    """The row that a dict was read from."""

    item: dict[Any, Any]
    table: Any  # the list in buffers
    position: Any  # its index; None if it was removed from the list, which leaves no other copy
    moves: int  # how often the list had been changed then
    trace: Any
    loops: int  # the number of enclosing blocks other than branches

    @classmethod
    def of(cls, item: dict[Any, Any], table: Any, position: Any) -> DictRow:
        """Make the entry for a row that is read now."""
        return cls(item, table, position, table.moves, current_trace(), _loops())

    def is_here(self) -> bool:
        """Whether only branches, no loops, are between its reading and the current position."""
        return _loops() == self.loops and (self.trace is current_trace() or is_around(self.trace))


def _loops() -> int:
    return len(context.here().blocks) - context.here().depth


def note_row(item: Any, table: Any, position: Any) -> None:
    """Note which row of a list in buffers a dict is."""
    if type(item) is dict and (log := context.here().log) is not None:
        log.dict_rows[id(item)] = DictRow.of(item, table, position)


def row_of_dict(value: Any) -> DictRow | None:
    """Return the row that a dict was read from; None for any other value."""
    log = context.here().log
    found: DictRow | None = log.dict_rows.get(id(value)) if log is not None and log.dict_rows else None
    return found if found is not None and found.item is value else None


def accept(owner: Any, keys: Iterable[Any]) -> None:
    """Note that the row of a dict has the dict's present values at some keys."""
    if row_of_dict(owner) is None:
        return
    for copy, before, _ in _log().copies:
        for key in keys if copy is owner else ():
            if key in owner:
                before[key] = owner[key]
            else:
                before.pop(key, None)


def is_as_read(owner: Any) -> bool:
    """Whether a dict still equals its row."""
    befores = [before for copy, before, _ in _log().copies if copy is owner]
    return all(list(before) == list(owner) and all(before[key] is owner[key] for key in owner) for before in befores)


def note_stored(item: dict[Any, Any], owner: Any = None) -> None:
    """Note that a dict is stored in a list in buffers.

    Args:
        owner: the list, if it has held the dict before.
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
    """Note that two lists may hold a dict with these keys; raise if such a dict has changed a row."""
    log = _log()
    log.doubled.add(key := frozenset(names))
    if key in log.written:
        raise lost_in_list(recorder.user_frame().span)


def is_elsewhere(item: dict[Any, Any]) -> bool:
    """Whether another list may hold a dict that was read from one."""
    return id(item) in _log().stored or frozenset(item) in _log().doubled


def note_written(item: dict[Any, Any]) -> None:
    """Note that a dict with these keys changes a row."""
    _log().written.add(frozenset(item))


def note_kept(kept: Iterable[Any], holds: Callable[[Any], bool]) -> None:
    """After an iteration, note as doubled each dict that it stored and another iteration may store, too."""
    if (log := context.here().log) is None or not log.stored:
        return
    known, blocks = {id(each) for each in kept}, len(context.here().blocks)
    for copy, _, _ in log.copies:
        stored = log.stored.get(id(copy))
        if stored is not None and stored[1] > blocks and (id(copy) in known or holds(copy)):
            note_doubled(copy)


def _log() -> Any:
    return context.here().log
