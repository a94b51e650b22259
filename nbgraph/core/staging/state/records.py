"""Carry the objects that a block makes out of it by value, as records of their attributes.

An object that is older than the block stays itself, and changes of it belong to mutable state. An object that the block
has made is a `Record` until the block's result is joined with another branch's, or carried to the next iteration; then
it becomes an object again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.aliasing.by_value import stays_as_made
from nbgraph.core.staging.aliasing.copies import is_copy, note_objects
from nbgraph.core.staging.aliasing.references import known_elsewhere
from nbgraph.core.staging.enumerated.joins import as_chosen, can_join, joined, joined_if_few
from nbgraph.core.staging.enumerated.joins import fitted as fitted_text
from nbgraph.core.staging.enumerated.placeholders import holds_placeholder
from nbgraph.core.staging.enumerated.values import ChosenText
from nbgraph.core.staging.lists.choices import as_new
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.loops import never
from nbgraph.core.staging.lists.objects import (
    OneObject,
    are_objects,
    objects_joined,
    objects_of,
    one_or_other,
    refuse_new,
)
from nbgraph.core.staging.lists.orders import Ordered, holds_order, reordered
from nbgraph.core.staging.state.location import MISSING, Location
from nbgraph.core.staging.values.kinds import (
    changed,
    every_part,
    fitted_parts,
    kind_of,
    side_by_side,
)
from nbgraph.core.staging.values.objects import Record, is_fixed, is_record_like, own_attributes
from nbgraph.core.staging.values.undefined import bare
from nbgraph.core.staging.values.values import is_traced, iterated

_CONTAINERS = (list, dict, set, deque, bytearray, np.ndarray)
Read = Callable[[Any], dict[str, Any]]  # returns an object's attributes by name


def opened(value: Any, stays: Callable[[Any], bool]) -> Any:
    """Replace the objects in a value by records.

    Args:
        value: an object, or a tuple with objects in it; anything else stays.
        stays: tells which objects stay: those older than the block.
    """
    opening = _Opening(stays)
    left = opening.open(value)
    for one in opening.chosen:
        if not _all_in(value).isdisjoint(map(id, objects_of(one))):
            refuse_new(one)  # in Python they are one object
    return left


def _all_in(value: Any) -> set[int]:
    """Return the ids of all that is in a value, the attributes of its objects included."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        for part in every_part(waiting.pop()):
            if is_record_like(part) and id(part) not in seen:
                waiting += own_attributes(part).values()
            seen.add(id(part))
    return seen


def _never_changes(value: Any) -> bool:
    return is_fixed(type(value)) or stays_as_made(value, attributes_of(value))


@dataclass
class _Opening:
    stays: Callable[[Any], bool]
    found: dict[int, Any] = field(default_factory=dict)
    chosen: list[OneObject] = field(default_factory=list)  # selected objects that the block has made

    def open(self, value: Any) -> Any:
        if is_traced(value):
            return value
        if type(value) is OneObject and not all(each is None or self.stays(each) for each in objects_of(value)):
            if not all(map(self._can_be_copied, objects_of(value))):
                refuse_new(value)
            note_objects(*objects_of(value))
            self.chosen.append(value)
            return self.open(as_new(value))
        if kind_of(value).by_value:
            return changed(value, self.open)
        if not self.stays(value) and holds_order(value):
            return Ordered.of(value)
        if holds_placeholder(value):
            return as_chosen(value)  # its placeholders are of this block's values
        if id(value) in self.found:
            return self.found[id(value)]
        if isinstance(value, list | dict) and not self.stays(value):
            self._open_marked(value)
        if not is_record_like(value) or self.stays(value):
            return value
        self.found[id(value)] = value  # an object that contains itself stays an object, and is refused later
        attributes = attributes_of(value)
        if self._holds_older(attributes):
            return value  # the container's contents belong to mutable state
        parts = tuple(map(self.open, attributes.values()))
        self.found[id(value)] = record = Record(type(value), tuple(attributes), parts)
        if is_copy(getattr(value, "__dict__", None)):
            note_objects(record)
        return record

    def _can_be_copied(self, one: Any) -> bool:
        """Whether no later change could tell an object that a name may stand for from a copy of it."""
        if one is None:
            return False
        return (
            _never_changes(one) if self.stays(one) else type(one) is dict or not self._holds_older(attributes_of(one))
        )

    def _holds_older(self, attributes: dict[str, Any]) -> bool:
        return any(isinstance(part, _CONTAINERS) and self.stays(part) for part in attributes.values())

    def _open_marked(self, container: Any) -> None:
        """Enumerate the strings with this block's placeholders in a list or dict that the block has made."""
        self.found[id(container)] = container
        places = range(len(iterated(container))) if isinstance(container, list) else list(container)
        kind: Any = list if isinstance(container, list) else dict
        for place in places:
            part = kind.__getitem__(container, place)
            if holds_placeholder(part) or (isinstance(part, list | dict) and not self.stays(part)):
                new = self.open(part)
                if new is not part:
                    kind.__setitem__(container, place, new)


def is_object(value: Any) -> bool:
    """Whether a value is an object of a user's class, or a record of one."""
    return isinstance(value, Record) or is_record_like(value)


def class_of(value: Any) -> type:
    """Return the class of an object, or of a record's object."""
    return value.cls if isinstance(value, Record) else type(value)


def attributes_of(value: Any) -> dict[str, Any]:
    """Return an object's or a record's attributes by name, those in slots included."""
    if isinstance(value, Record):
        return dict(kind_of(value).parts(value))
    return own_attributes(value)


def as_left(writes: Iterable[tuple[Location, Any]]) -> Read:
    """Return what reads attributes as a block leaves them, given the locations that it changes."""
    by_owner: dict[int, dict[str, Any]] = {}
    for location, value in writes:
        by_owner.setdefault(id(location.owner), {})[location.key] = value

    def read(one: Any) -> dict[str, Any]:
        changes = [by_owner.get(id(owner), {}) for owner in (one, getattr(one, "__dict__", one))]
        found = {**attributes_of(one), **changes[0], **changes[1]}
        return {name: part for name, part in found.items() if isinstance(name, str) and part is not MISSING}

    return read


def matched(
    left: Any,
    right: Any,
    owner: Any = None,
    whole: Callable[[Any], bool] = never,
    known: Callable[..., bool] | None = None,
    reads: tuple[Read, Read] = (attributes_of, attributes_of),
) -> tuple[Any, Any]:
    """Prepare two values for a join; an older object becomes a record if the other side is one.

    It stays an object if it has aliases and can change: then the two do not fit.

    Args:
        owner: what holds the older object, if that is no variable.
        whole: tells which containers stay themselves.
        known: tells whether an object has aliases; by default by `owner`.
        reads: read the attributes of the left and the right objects.
    """
    if left is right:
        return left, right
    if reordered(left, right):
        left, right = Ordered.of(left, whole), Ordered.of(right, whole)
    if can_join(left, right):
        return joined_if_few(left, right)  # others are joined as lists are
    if not (is_fixed(class_of(left)) and is_fixed(class_of(right))):
        left, right = one_or_other(left, right)
    if kind_of(left).by_value and type(left) is type(right):
        inside = known and partial(known, is_part=True)
        return side_by_side(left, right, lambda one, other: matched(one, other, owner, whole, inside, reads))
    return _matched_objects(left, right, owner, known or partial(known_elsewhere, owner=owner), reads)


def items_joined(left: Any, right: Any, whole: Callable[[Any], bool]) -> tuple[Any, Any]:
    """Join two values; the lists and dicts in them get joint tables where their items need them."""

    def join(one: Any, other: Any) -> tuple[Any, Any]:
        if can_join(one, other):
            return joined(one, other)
        return one_or_other(one, other) if are_objects((one, other)) else items_joined(one, other, whole)

    if left is right or whole(left) or whole(right) or growing_of(left) or growing_of(right):
        return left, right
    return side_by_side(left, right, join)


def fitted(value: Any, template: Any) -> Any:
    """Give the strings in a value the tables of the template, where that has them."""
    if bare(value) is not value:
        return changed(value, lambda inner: fitted(inner, template))
    if isinstance(template, ChosenText):
        return fitted_text(value, template)
    if type(template) is OneObject:
        return objects_joined(template, value)[1]
    if isinstance(template, Ordered) and reordered(value, template):
        value = Ordered.of(value)
    return fitted_parts(value, template, fitted) if kind_of(value).by_value else value


def _matched_objects(
    left: Any, right: Any, owner: Any, known: Callable[[Any], bool], reads: tuple[Read, Read]
) -> tuple[Any, Any]:
    kinds = class_of(left), class_of(right)
    either = isinstance(left, Record) or isinstance(right, Record)
    if kinds[0] is not kinds[1] or not (either or is_fixed(kinds[0])):
        return left, right
    both = zip((left, right), reads, strict=True)
    sides = [value if isinstance(value, Record) else _by_value(value, known, read) for value, read in both]
    if not all(isinstance(side, Record) for side in sides):
        return left, right
    return matched(sides[0], sides[1], owner, reads=reads)


def _by_value(value: Any, known: Callable[[Any], bool], read: Read) -> Any:
    """Return the record of an object; the object itself if an alias could show a change of it."""
    if not is_record_like(value):
        return value
    attributes = read(value)
    if known(value) and not (is_fixed(type(value)) or stays_as_made(value, attributes)):
        return value
    inside = partial(known_elsewhere, owner=value)
    if any(isinstance(part, _CONTAINERS) and inside(part) for part in attributes.values()):
        return value
    parts = tuple(_by_value(part, inside, read) if is_record_like(part) else part for part in attributes.values())
    return Record(type(value), tuple(attributes), parts)
