"""Branches that leave lists of different lengths: both bring theirs into the same buffers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.heap import Snapshot
from nbgraph.core.staging.list_state import (
    abstractly,
    grown_like,
    has_buffers,
    has_lists,
    like_container,
    raw_items_of,
    unify,
)
from nbgraph.core.staging.lists import BUFFERS, List, contents, growing_of
from nbgraph.core.staging.location import Location
from nbgraph.core.staging.recorder import Frame, record
from nbgraph.core.staging.tracing import Traced, Writes, as_program
from nbgraph.core.staging.twins import note_twins
from nbgraph.core.staging.undefined import Partial
from nbgraph.core.staging.values import leaves_of


def by_value(true: Traced, false: Traced, snapshot: Snapshot, *, many: bool) -> tuple[Traced, Traced, Kept]:
    """The branches with a copy of each list from before in place of one that the other branch binds to another list.

    Args:
        true: the first branch.
        false: the other.
        snapshot: the heap before them.
        many: whether they return a value for each of several names.

    Returns:
        Both branches, and what lists the copies stand for.
    """
    kept = Kept()
    sides = (true, false)
    results = [list(side.result) if many else [side.result] for side in sides]
    for index, pair in enumerate(zip(*results, strict=False)):
        if new := _copies(pair, sides, snapshot):
            kept.results[index] = pair
            results[0][index], results[1][index] = new
    writes: list[Writes] = [dict(side.writes) for side in sides]
    for key in {**writes[0], **writes[1]}:
        location = (writes[0].get(key) or writes[1][key])[0]
        if isinstance(location.owner, list):
            continue
        pair = tuple(side[key][1] if key in side else location.get() for side in writes)
        if new := _copies(pair, sides, snapshot):
            kept.places[key] = pair
            writes[0][key], writes[1][key] = (location, new[0]), (location, new[1])
    if not kept.results and not kept.places:
        return true, false, kept
    first, second = (
        replace(side, result=tuple(found) if many else found[0], writes=changes)
        for side, found, changes in zip(sides, results, writes, strict=True)
    )
    return first, second, kept


@dataclass
class Kept:
    """The lists that copies in two branches stand for.

    Attributes:
        results: by number of the result, what each branch had in its place.
        places: the same by place in the heap.
    """

    results: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    places: dict[tuple[int, Any], tuple[Any, ...]] = field(default_factory=dict)

    def note(self, results: Sequence[Any], places: Sequence[Location]) -> None:
        """Let the merged lists know which lists they are on some paths.

        Args:
            results: the merged results.
            places: the places in the heap that have their merged values.
        """
        found = [(results[index], pair) for index, pair in self.results.items()]
        found += [(place.get(), self.places[place.identity]) for place in places if place.identity in self.places]
        for number, (merged, pair) in enumerate(found):
            for original in pair:
                if isinstance(original, List):
                    note_twins(merged, original)
            for other, others in found[:number]:
                if any(a is b for a, b in zip(pair, others, strict=True)):
                    note_twins(merged, other)


def _copies(pair: tuple[Any, ...], sides: Sequence[Traced], snapshot: Snapshot) -> list[Any] | None:
    """Both lists of a pair, those from before as copies; None where nothing is to be copied."""
    if pair[0] is pair[1] or not all(type(value) is List for value in pair) or not any(map(snapshot.holds, pair)):
        return None
    return [_copy(value, side) if snapshot.holds(value) else value for value, side in zip(pair, sides, strict=True)]


def _copy(value: List, side: Traced) -> Any:
    """What a list from before holds at the end of a branch."""
    write = side.writes.get((id(value), None))
    copied = contents(value) if write is None else contents(write[1])
    if isinstance(copied, List):
        copied.frozen = value.frozen
    return copied


def agreeing(true: Traced, false: Traced, holds: Callable[[Any], bool], frame: Frame) -> tuple[Traced, Traced]:
    """The branches with their lists in buffers of one size, where they differ; else the branches themselves.

    Args:
        true: the first branch.
        false: the other.
        holds: whether an object existed before the branches ran.
        frame: the `if`.

    Raises:
        ListItemError: the items of the two lists cannot be held together.
    """

    def whole(value: Any) -> bool:
        return isinstance(value, list | dict | set) and holds(value)

    result = _common(true.result, false.result, whole)
    places = {key: location for side in (true, false) for key, (location, _) in side.writes.items()}
    contents: dict[tuple[int, Any], Any] = {}
    for key, location in places.items():
        values = [side.writes[key][1] if key in side.writes else location.get() for side in (true, false)]
        common = _common(values[0], values[1], whole)
        if common is not None:
            contents[key] = common
    if result is None and not contents:
        return true, false
    reason = "the branches leave it with different lengths"
    record(frame, BUFFERS, Decision(frame.span, "list", "buffers", reason))
    return tuple(_refitted(side, places, result, contents, whole) for side in (true, false))  # type: ignore[return-value]


def _common(true: Any, false: Any, whole: Callable[[Any], bool]) -> Any:
    """A template that fits both values; None where they agree already, or cannot."""
    true, false = _sealed(true, whole), _sealed(false, whole)
    if not (has_lists(true) and has_lists(false)):
        return None
    if not (has_buffers(true) or has_buffers(false)) and leaves_of(true)[1] == leaves_of(false)[1]:
        return None
    return abstractly(lambda a, b: _changed((a, b), unify(a, b)), true, false)


class _Sealed:
    """A container whose identity matters, in place of what is in it."""

    __nbgraph_shared__ = True


_SEALED = _Sealed()


def _sealed(value: Any, whole: Callable[[Any], bool]) -> Any:
    """A value without the containers that were there before the branches: those are the heap's matter."""
    if whole(value):
        return _SEALED
    if isinstance(value, Partial):
        return Partial(value.name, _sealed(value.value, whole), value.exists, value.reason)
    if isinstance(value, list | tuple) and growing_of(value) is None:
        parts = [_sealed(part, whole) for part in raw_items_of(value)]
        return (
            value
            if all(a is b for a, b in zip(parts, raw_items_of(value), strict=True))
            else like_container(value, parts)
        )
    if isinstance(value, dict):
        return {key: _sealed(part, whole) for key, part in value.items()}
    return value


def _changed(before: tuple[Any, Any], after: tuple[Any, Any]) -> Any:
    return None if after[0] is before[0] and after[1] is before[1] else after[0]


def _refitted(
    side: Traced,
    places: dict[tuple[int, Any], Location],
    result: Any,
    contents: dict[Any, Any],
    whole: Callable[[Any], bool],
) -> Traced:
    """A branch as a program that ends with its lists in the room of the templates."""

    def block() -> tuple[Any, Writes]:
        results = side.run()
        outcome = side.picked(side.result, results, whole)
        writes = {key: (location, side.picked(value, results, whole)) for key, (location, value) in side.writes.items()}
        for key, template in contents.items():
            value = writes[key][1] if key in writes else places[key].get()
            writes[key] = places[key], grown_like(value, template, merged=True, whole=whole)
        return (outcome if result is None else grown_like(outcome, result, merged=True, whole=whole)), writes

    return as_program(block)
