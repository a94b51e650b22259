"""Objects that a block makes: they leave it by value, as a record of their attributes, and are made again outside.

An object that was there before the block stays itself, and what changes in it belongs to mutable state. One that the
block has made is a `Record` until the block's result has been joined with another branch's or carried to the next
iteration.
"""

from __future__ import annotations

import dis
import types
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
from jax.tree_util import GetAttrKey

from nbgraph.core.source.ownership import is_user_class, is_user_function
from nbgraph.core.staging.aliasing.references import known_elsewhere
from nbgraph.core.staging.enumerated.joins import as_chosen, can_join, joined, joined_if_few
from nbgraph.core.staging.enumerated.joins import fitted as fitted_text
from nbgraph.core.staging.enumerated.placeholders import holds_placeholder
from nbgraph.core.staging.enumerated.values import ChosenText
from nbgraph.core.staging.lists.choices import as_new
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.loops import never
from nbgraph.core.staging.lists.objects import OneObject, objects_joined, objects_of, one_or_other, refuse_new
from nbgraph.core.staging.lists.orders import Ordered, holds_order, reordered
from nbgraph.core.staging.trace import recorder
from nbgraph.core.staging.values.kinds import (
    Kind,
    changed,
    closed,
    every_part,
    fitted_parts,
    kind_of,
    register,
    side_by_side,
)
from nbgraph.core.staging.values.objects import is_fixed, is_record_like, own_attributes, slots_of
from nbgraph.core.staging.values.undefined import bare
from nbgraph.core.staging.values.values import iterated

_CONTAINERS = (list, dict, set, deque, bytearray, np.ndarray)


@jax.tree_util.register_pytree_with_keys_class
@dataclass(frozen=True, eq=False)
class Record:
    """An object of a user's class as a tree."""

    cls: type  # the class
    names: tuple[str, ...]  # its attributes, in the order in which they were assigned
    values: tuple[Any, ...]  # what they are

    def tree_flatten_with_keys(self) -> tuple[tuple[tuple[GetAttrKey, Any], ...], tuple[type, tuple[str, ...]]]:
        """What JAX sees of it."""
        pairs = zip(self.names, self.values, strict=True)
        return tuple((GetAttrKey(name), value) for name, value in pairs), (self.cls, self.names)

    @classmethod
    def tree_unflatten(cls, known: tuple[type, tuple[str, ...]], values: Any) -> Record:
        """The record that `tree_flatten_with_keys` took apart."""
        return cls(*known, tuple(values))

    def __repr__(self) -> str:
        parts = zip(self.names, self.values, strict=True)
        return f"{self.cls.__name__}({', '.join(f'{name}={value!r}' for name, value in parts)})"

    @property
    def is_fixed(self) -> bool:
        """Whether nobody can change such an object, so that a copy is as good."""
        return is_fixed(self.cls)


def _stays_as_made(value: Any, attributes: Collection[str]) -> bool:
    """Whether no code that the running functions can see assigns such attributes, but for what makes an object."""
    return not any(
        instruction.argval in attributes or (instruction.opname != "STORE_ATTR" and instruction.argval in _ASSIGN)
        for code in _codes_around(type(value))
        for instruction in dis.get_instructions(code)
        if instruction.opname in ("STORE_ATTR", "DELETE_ATTR", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_ATTR", "LOAD_METHOD")
        and (instruction.opname in ("STORE_ATTR", "DELETE_ATTR") or instruction.argval in _ASSIGN)
    )


_ASSIGN = frozenset((setattr.__name__, delattr.__name__, vars.__name__, "__dict__"))
_MAKE = ("__init__", "__post_init__", "__new__", "__setstate__")


def _codes_around(cls: type) -> Iterator[types.CodeType]:
    """The user's code that might assign an object's attributes: what the running functions can name."""
    pending: list[Any] = [cls]
    for names in recorder.names_around():
        pending += [value for value in names.values() if isinstance(value, types.FunctionType | type)]
    pending += recorder.functions_running()
    seen: set[int] = set()
    while pending:
        item = pending.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, types.CodeType):
            yield item
            pending += [const for const in item.co_consts if isinstance(const, types.CodeType)]
        elif isinstance(item, types.FunctionType) and is_user_function(item):
            pending.append(item.__code__)
        elif isinstance(item, type) and is_user_class(item):
            for name, member in vars(item).items():
                member = getattr(member, "__func__", getattr(member, "fget", member))
                if name not in _MAKE and isinstance(member, types.FunctionType):
                    pending.append(member)


def opened(value: Any, stays: Callable[[Any], bool]) -> Any:
    """A value with the objects in it as records.

    Args:
        value: an object, or a tuple with objects in it, or anything else, which stays as it is.
        stays: whether an object stays itself: one that was there before the block.
    """
    opening = _Opening(stays)
    left = opening.open(value)
    for one in opening.chosen:
        if not _all_in(value).isdisjoint(map(id, objects_of(one))):
            refuse_new(one)  # in Python they are one
    return left


def _all_in(value: Any) -> set[int]:
    """The ids of all that is in a value, with the attributes of objects."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        for part in every_part(waiting.pop()):
            if is_record_like(part) and id(part) not in seen:
                waiting += own_attributes(part).values()
            seen.add(id(part))
    return seen


@dataclass
class _Opening:
    stays: Callable[[Any], bool]
    found: dict[int, Any] = field(default_factory=dict)
    chosen: list[OneObject] = field(default_factory=list)  # made in the block, and leave it by value

    def open(self, value: Any) -> Any:
        if type(value) is OneObject and not all(each is None or self.stays(each) for each in objects_of(value)):
            if any(each is None or self.stays(each) for each in objects_of(value)):
                refuse_new(value)
            self.chosen.append(value)
            return self.open(as_new(value))
        if kind_of(value).by_value:
            return changed(value, self.open)
        if not self.stays(value) and holds_order(value):
            return Ordered.of(value)
        if holds_placeholder(value):
            return as_chosen(value)  # the marks are of this block's values, which the text takes with it
        if id(value) in self.found:
            return self.found[id(value)]
        if isinstance(value, list | dict) and not self.stays(value):
            self._open_marked(value)
        if not is_record_like(value) or self.stays(value):
            return value
        self.found[id(value)] = value  # an object that holds itself stays what it is, and does not fit
        attributes = attributes_of(value)
        if any(isinstance(part, _CONTAINERS) and self.stays(part) for part in attributes.values()):
            return value  # what is in the container belongs to mutable state
        parts = tuple(map(self.open, attributes.values()))
        self.found[id(value)] = record = Record(type(value), tuple(attributes), parts)
        return record

    def _open_marked(self, container: Any) -> None:
        """Strings with marks of this block's values, in a list or dict that the block has made."""
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
    """Whether a value is an object of a user's class, or the record of one."""
    return isinstance(value, Record) or is_record_like(value)


def class_of(value: Any) -> type:
    """The class of an object, or of the one that a record is of."""
    return value.cls if isinstance(value, Record) else type(value)


def attributes_of(value: Any) -> dict[str, Any]:
    """An object's attributes, those in slots included; those that a record has."""
    if isinstance(value, Record):
        return dict(kind_of(value).parts(value))
    return own_attributes(value)


class _RecordKind(Kind):
    by_value = has_own_lists = True

    def parts(self, value: Record) -> Mapping[Any, Any]:
        return dict(zip(value.names, value.values, strict=True))

    def remade(self, value: Record, parts: Mapping[Any, Any]) -> Any:
        return Record(value.cls, value.names, tuple(parts.values()))

    def is_alike(self, value: Record, other: Any) -> bool:
        return isinstance(other, Record) and (value.cls, value.names) == (other.cls, other.names)

    def closed(self, value: Record) -> Any:
        made: Any = object.__new__(value.cls)
        slots = set(slots_of(value.cls))
        for name, part in zip(value.names, value.values, strict=True):
            if name in slots:
                object.__setattr__(made, name, closed(part))
            else:
                made.__dict__[name] = closed(part)
        return made

    def described(self, value: Record) -> str:
        return f"a new {value.cls.__name__}"


register(Record, _RecordKind())


def matched(left: Any, right: Any, owner: Any = None, whole: Callable[[Any], bool] = never) -> tuple[Any, Any]:
    """Two values to be joined, with an object that was there before as a record where the other side is one.

    It stays itself where somebody else knows it, too, and may change it: then the two do not fit.

    Args:
        owner: what holds the object that was there before, if that is no name.
        whole: containers that stay themselves.
    """
    if left is right:
        return left, right
    if reordered(left, right):
        left, right = Ordered.of(left, whole), Ordered.of(right, whole)
    if can_join(left, right):
        return joined_if_few(left, right)  # others are brought together as lists are
    if not (is_fixed(class_of(left)) and is_fixed(class_of(right))):
        left, right = one_or_other(left, right)
    if kind_of(left).by_value and type(left) is type(right):
        return side_by_side(left, right, lambda one, other: matched(one, other, owner, whole))
    return _matched_objects(left, right, owner)


def items_joined(left: Any, right: Any, whole: Callable[[Any], bool]) -> tuple[Any, Any]:
    """Two values with the items of the lists and dicts in them as texts, None or numbers of the same kinds."""

    def join(one: Any, other: Any) -> tuple[Any, Any]:
        return joined(one, other) if can_join(one, other) else items_joined(one, other, whole)

    if left is right or whole(left) or whole(right) or growing_of(left) or growing_of(right):
        return left, right
    return side_by_side(left, right, join)


def fitted(value: Any, template: Any) -> Any:
    """A value with its texts as texts of the template, where that has several for them."""
    if bare(value) is not value:
        return changed(value, lambda inner: fitted(inner, template))
    if isinstance(template, ChosenText):
        return fitted_text(value, template)
    if type(template) is OneObject:
        return objects_joined(template, value)[1]
    if isinstance(template, Ordered) and reordered(value, template):
        value = Ordered.of(value)
    return fitted_parts(value, template, fitted) if kind_of(value).by_value else value


def _matched_objects(left: Any, right: Any, owner: Any) -> tuple[Any, Any]:
    kinds = class_of(left), class_of(right)
    either = isinstance(left, Record) or isinstance(right, Record)
    if kinds[0] is not kinds[1] or not (either or is_fixed(kinds[0])):
        return left, right
    sides = [value if isinstance(value, Record) else _by_value(value, owner) for value in (left, right)]
    if not all(isinstance(side, Record) for side in sides):
        return left, right
    return matched(sides[0], sides[1], owner)


def _by_value(value: Any, owner: Any) -> Any:
    """An object that was there before as a record; itself where somebody else might see it change."""
    if not is_record_like(value):
        return value
    attributes = attributes_of(value)
    if known_elsewhere(value, owner) and not (is_fixed(type(value)) or _stays_as_made(value, attributes)):
        return value
    if any(isinstance(part, _CONTAINERS) and known_elsewhere(part, value) for part in attributes.values()):
        return value
    parts = tuple(_by_value(part, value) if is_record_like(part) else part for part in attributes.values())
    return Record(type(value), tuple(attributes), parts)
