"""Join branches that leave lists of different lengths, by bringing the lists into the same buffers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core.decisions import Decision
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.staging.aliasing.by_value import as_item
from nbgraph.core.staging.aliasing.copies import note_objects
from nbgraph.core.staging.aliasing.references import any_known_elsewhere
from nbgraph.core.staging.enumerated.joins import are_many
from nbgraph.core.staging.frames.classes import watch_identity
from nbgraph.core.staging.frames.tracing import Traced, Writes, as_program
from nbgraph.core.staging.lists.contents import IN_BUFFERS, growing_of, is_flat, raw_items, refuse_stale
from nbgraph.core.staging.lists.copies import keep_frozen, share_table
from nbgraph.core.staging.lists.list_ import List, contents
from nbgraph.core.staging.lists.loops import (
    abstractly,
    grown_like,
    has_buffers,
    has_lists,
    unify,
)
from nbgraph.core.staging.lists.may_alias import note_aliases
from nbgraph.core.staging.lists.objects import are_known_dicts, are_objects
from nbgraph.core.staging.lists.orders import AnyOrder, Ordered, reordered
from nbgraph.core.staging.state.location import Location
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.state.records import Record, attributes_of, class_of, is_object
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import Frame, record
from nbgraph.core.staging.values.kinds import changed, is_container, parts_of
from nbgraph.core.staging.values.objects import is_fixed, is_record_like
from nbgraph.core.staging.values.values import leaves_of


def by_value(true: Traced, false: Traced, snapshot: Snapshot, *, many: bool) -> tuple[Traced, Traced, Kept]:
    """Copy each older list in a branch that the other branch replaces by another list.

    Args:
        many: whether the branches return a value for each of several names.

    Returns:
        Both branches, and the lists that the copies stand for.
    """
    kept = Kept()
    sides = (true, false)
    results = [list(side.result) if many else [side.result] for side in sides]
    for index, pair in enumerate(zip(*results, strict=False)):
        new = _copies(pair, sides, snapshot, (index,), kept.results)
        results[0][index], results[1][index] = new
    writes: list[Writes] = [dict(side.writes) for side in sides]
    opened = False
    for key in {**writes[0], **writes[1]}:
        location = (writes[0].get(key) or writes[1][key])[0]
        pair = tuple(side[key][1] if key in side else location.get() for side in writes)
        for value, side in zip(pair, writes, strict=True):
            refuse_stale(() if key in side else value, {owner for owner, _ in side})
        if isinstance(location.owner, list):
            others = [side.writes[other][1] for side in sides for other in side.writes if other != key]
            new = _rows(pair, sides, snapshot, location.owner, [true.result, false.result, *others])
            if new is pair and all(type(value) is List for value in pair):
                new = _item_copies(pair, sides, snapshot, key, kept.places)
            opened = opened or new[0] is not pair[0] or new[1] is not pair[1]
        else:
            new = _copies(pair, sides, snapshot, key, kept.places)
        if new[0] is not pair[0] or new[1] is not pair[1]:
            writes[0][key], writes[1][key] = (location, new[0]), (location, new[1])
    if not kept.results and not kept.places and not opened:
        return true, false, kept
    first, second = (
        replace(side, result=tuple(found) if many else found[0], writes=changes)
        for side, found, changes in zip(sides, results, writes, strict=True)
    )
    return first, second, kept


@dataclass
class Kept:
    """The lists that the copies in two branches stand for."""

    # by number of the result and path in it, the value of each branch
    results: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict)
    # by mutable location and path in its value, the value of each branch
    places: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict)

    def note(self, results: Sequence[Any], places: Sequence[Location]) -> None:
        """Note the aliases of the merged lists.

        Args:
            places: the mutable locations that have their merged values.
        """
        found = [(_at(results, path), pair) for path, pair in self.results.items()]
        for place in places:
            found += [
                (_at(place.get(), path[2:]), pair) for path, pair in self.places.items() if path[:2] == place.identity
            ]
        earlier = {id(original): (original, *_aliases(original)) for _, pair in found for original in pair}

        def may_be_one(one: Any, other: Any) -> bool:
            return any(a is other for a in earlier[id(one)]) or any(b is one for b in earlier[id(other)])

        for number, (merged, pair) in enumerate(found):
            for original in pair:
                for alias in earlier[id(original)]:
                    if isinstance(alias, List | dict):
                        note_aliases(merged, alias)
                    elif is_record_like(alias):
                        note_aliases(vars(merged), vars(alias))
                        note_objects(merged)
            for other, others in found[:number]:
                if any(map(may_be_one, pair, others)):
                    note_aliases(merged, other)


def _copies(
    pair: tuple[Any, ...], sides: Sequence[Traced], snapshot: Snapshot, path: tuple[Any, ...], kept: dict[Any, Any]
) -> tuple[Any, ...]:
    """Copy the older lists in both values of a pair, where the branches have different ones.

    Args:
        kept: gets the pairs of lists that were copied, by their paths.
    """
    if pair[0] is pair[1]:
        return pair
    if all(type(value) is tuple for value in pair) and len(pair[0]) == len(pair[1]):
        parts = list(zip(*pair, strict=True))
        new = [_copies(part, sides, snapshot, (*path, k), kept) for k, part in enumerate(parts)]
        if all(a is b for part, old in zip(new, parts, strict=True) for a, b in zip(part, old, strict=True)):
            return pair
        return tuple(zip(*new, strict=True))
    if are_known_dicts(pair, snapshot.holds):
        return pair
    if all(type(value) is dict for value in pair) and context.here().log is not None:
        return _dict_copies(pair, sides, snapshot, path, kept)
    if any(isinstance(value, AnyOrder | Ordered) for value in pair) and reordered(*pair):
        kept[path] = pair
        return pair if any(id(value) in _changed_in(sides) for value in pair) else tuple(map(Ordered.of, pair))
    if not any(snapshot.holds(one) for value in pair for one in (value, *_aliases(value))):
        return pair
    if all(map(snapshot.holds, pair)) and are_objects(pair) and not any(map(_is_by_value, pair)):
        return pair  # a number selects one of them
    if all(map(is_record_like, pair)) or (all(map(is_object, pair)) and any(map(_holds_containers, pair))):
        return _object_copies(pair, sides, snapshot, path, kept)
    if not all(type(value) is List or (type(value) is list and not snapshot.holds(value)) for value in pair):
        return pair
    kept[path] = pair
    both = zip(pair, sides, strict=True)
    copied = tuple(_copy(value, side) if snapshot.holds(value) else _watched(value) for value, side in both)
    return _item_copies(copied, sides, snapshot, path, kept)


def _aliases(value: Any) -> tuple[Any, ...]:
    """Return what a list is on some paths, as an inner conditional has noted."""
    return value.aliases if isinstance(value, List) else ()


def _watched(value: list[Any]) -> List:
    """Return a list that the branch has made as a `List`, which checks its changes."""
    return value if isinstance(value, List) else List(value)


def _item_copies(
    pair: tuple[Any, ...], sides: Sequence[Traced], snapshot: Snapshot, path: tuple[Any, ...], kept: dict[Any, Any]
) -> tuple[Any, ...]:
    """Copy the older rows and objects in both lists of a pair, if their rows have the same lengths."""
    if not _are_alike(*pair):
        return pair
    items = list(zip(*map(raw_items, pair), strict=True))
    new = [_copies(item, sides, snapshot, (*path, k), kept) for k, item in enumerate(items)]
    if all(copies is item for copies, item in zip(new, items, strict=True)):
        return pair
    made = tuple(map(_copy, pair, sides))
    for value, column in zip(made, zip(*new, strict=True), strict=True):
        list.__setitem__(value, slice(None), column)
    return made


def _are_alike(one: Any, other: Any) -> bool:
    """Whether two lists, and those in them, have the same known lengths."""
    if not isinstance(one, list) or not isinstance(other, list):
        return True
    if growing_of(one) is not None or growing_of(other) is not None or list.__len__(one) != list.__len__(other):
        return False
    return all(map(_are_alike, raw_items(one), raw_items(other)))


def _object_copies(
    pair: tuple[Any, ...], sides: Sequence[Traced], snapshot: Snapshot, path: tuple[Any, ...], kept: dict[Any, Any]
) -> tuple[Any, ...]:
    """Return records of both objects of a pair, if their attributes agree and no branch has changed them."""
    one, other = map(attributes_of, pair)
    own = [getattr(value, "__dict__", {}) for value in pair if not isinstance(value, Record)]
    if class_of(pair[0]) is not class_of(pair[1]) or any(list(each) != list(one) for each in (other, *own)):
        return pair
    if not one or not _changed_in(sides).isdisjoint(map(id, own)):
        return pair
    kept[path] = pair
    parts = [_copies((one[name], other[name]), sides, snapshot, (*path, _Attribute(name)), kept) for name in one]
    note_objects(*pair)
    cls = class_of(pair[0])
    watch_identity(cls)
    return tuple(Record(cls, tuple(one), column) for column in zip(*parts, strict=True))


def _is_by_value(value: Any) -> bool:
    """Whether an object is copied rather than numbered: it is immutable, or holds containers."""
    return value is not None and (is_fixed(class_of(value)) or _holds_containers(value))


def _holds_containers(value: Any) -> bool:
    return any(map(is_container, attributes_of(value).values()))


class _Attribute(str):
    """A step of a path that is an attribute and not a key."""


def _changed_in(sides: Sequence[Traced]) -> set[int]:
    return {owner for side in sides for owner, _ in side.writes}


def _dict_copies(
    pair: tuple[Any, ...], sides: Sequence[Traced], snapshot: Snapshot, path: tuple[Any, ...], kept: dict[Any, Any]
) -> tuple[Any, ...]:
    """Copy both dicts of a pair, if they have the same keys and no branch has changed one in place."""
    if pair[0].keys() != pair[1].keys() or any(id(value) in _changed_in(sides) for value in pair):
        return pair
    if any(map(snapshot.holds, pair)):
        kept[path] = pair
    parts = [_copies((pair[0][key], pair[1][key]), sides, snapshot, (*path, key), kept) for key in pair[0]]
    new = (dict(zip(pair[0], column, strict=True)) for column in zip(*parts, strict=True))
    return tuple({key: part[key] for key in value} for part, value in zip(new, pair, strict=True)) if parts else pair


def _rows(
    pair: tuple[Any, ...], sides: Sequence[Traced], snapshot: Snapshot, owner: Any, others: list[Any]
) -> tuple[Any, ...]:
    """Copy the lists in a list for both branches, if they go into buffers and have no other reference."""
    if not all(type(value) is List for value in pair):
        return pair
    if all(growing_of(value) is None for value in pair) and list.__len__(pair[0]) == list.__len__(pair[1]):
        return pair
    before = [item for value in pair for item in raw_items(value) if isinstance(item, list) and snapshot.holds(item)]
    left = _lists_in(others, owner)
    twice = any(len({id(item) for item in raw_items(value)}) < list.__len__(value) for value in pair)
    known = twice or any(id(item) in left or not is_flat(item) for item in before)
    if known or not before or any_known_elsewhere(before, owner):
        return pair
    for item in before:
        share_table(owner, item)
    return tuple(_with_copies(value, side, snapshot) for value, side in zip(pair, sides, strict=True))


def _lists_in(value: Any, without: Any) -> set[int]:
    if value is without:
        return set()
    own = {id(value)} if isinstance(value, list) else set()
    return own.union(*(_lists_in(part, without) for part in parts_of(value)))


def _with_copies(value: List, side: Traced, snapshot: Snapshot) -> List:
    copied = contents(value)
    items = [_copy(item, side) if type(item) is List and snapshot.holds(item) else item for item in raw_items(value)]
    list.__setitem__(copied, slice(None), items)
    return copied  # type: ignore[return-value]


def _at(value: Any, path: Sequence[Any]) -> Any:
    for step in path:
        value = getattr(value, step) if isinstance(step, _Attribute) else value[step]
    return value


def _copy(value: List, side: Traced) -> Any:
    """Return a copy of an older list as it is at the end of a branch."""
    write = side.writes.get((id(value), None))
    copied = contents(value) if write is None else contents(write[1])
    if isinstance(copied, List):
        copied.frozen, copied.row_of, copied.given_up = value.frozen, value.row_of, value.given_up
    return copied


def agreeing(true: Traced, false: Traced, holds: Callable[[Any], bool], frame: Frame) -> tuple[Traced, Traced]:
    """Return the branches with their lists in buffers of one capacity, if they differ; else the branches.

    Args:
        holds: whether an object is older than the branches.
        frame: the `if`.

    Raises:
        ListItemError: no buffer can hold the items of both lists.
    """

    def whole(value: Any) -> bool:
        return is_container(value) and holds(value)

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
    left = [value for side in (true, false) for value in (side.result, *(each for _, each in side.writes.values()))]
    reason = IN_BUFFERS if any(map(has_buffers, left)) else "the branches leave it with different lengths"
    record(frame, Decision(frame.span, "list", "buffers", reason))
    return tuple(_refitted(side, places, result, contents, whole) for side in (true, false))  # type: ignore[return-value]


def _common(true: Any, false: Any, whole: Callable[[Any], bool]) -> Any:
    """Return a template that fits both values; None if they agree already, or cannot."""
    true, false = _sealed(true, whole), _sealed(false, whole)
    in_buffers, many = has_buffers(true) or has_buffers(false), are_many(true, false)
    if not ((has_lists(true) and has_lists(false)) or in_buffers or many):
        return None
    if not (in_buffers or many) and leaves_of(true)[1] == leaves_of(false)[1]:
        return None
    return abstractly(lambda a, b: _changed((a, b), unify(a, b)), true, false)


class _Sealed:
    """Stands for a container whose identity matters, in place of its contents."""

    __nbgraph_shared__ = True


_SEALED = _Sealed()


def _sealed(value: Any, whole: Callable[[Any], bool]) -> Any:
    """Replace the containers older than the branches, which belong to mutable state, in a value.

    A dict in a list stays, as it may go into a buffer.
    """
    if whole(value):
        return _SEALED
    if growing_of(value) is not None:
        return value
    item = as_item if type(value) is List else lambda value: value
    return changed(value, lambda part: _sealed(item(part), whole))


def _changed(before: tuple[Any, Any], after: tuple[Any, Any]) -> Any:
    return None if after[0] is before[0] and after[1] is before[1] else after[0]


def _refitted(
    side: Traced,
    places: dict[tuple[int, Any], Location],
    result: Any,
    contents: dict[Any, Any],
    whole: Callable[[Any], bool],
) -> Traced:
    """Return a branch as a program whose lists end with the capacity of the templates."""

    def picked(value: Any, results: Sequence[Any]) -> Any:
        found = side.picked(value, results, whole)
        keep_frozen(found, value)
        return found

    def block() -> tuple[Any, Writes]:
        results = side.run()
        outcome = picked(side.result, results)
        writes = {key: (location, picked(value, results)) for key, (location, value) in side.writes.items()}
        for key, template in contents.items():
            value = writes[key][1] if key in writes else places[key].get()
            writes[key] = places[key], grown_like(value, template, merged=True, whole=whole)
        return (outcome if result is None else grown_like(outcome, result, merged=True, whole=whole)), writes

    return as_program(block)
