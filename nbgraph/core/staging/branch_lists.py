"""Branches that leave lists of different lengths: both bring theirs into the same buffers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.list_state import (
    abstractly,
    grown_like,
    has_buffers,
    has_lists,
    like_container,
    raw_items_of,
    unify,
)
from nbgraph.core.staging.lists import BUFFERS, growing_of
from nbgraph.core.staging.location import Location
from nbgraph.core.staging.recorder import Frame, record
from nbgraph.core.staging.tracing import Traced, Writes, as_program
from nbgraph.core.staging.undefined import Partial
from nbgraph.core.staging.values import leaves_of


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
