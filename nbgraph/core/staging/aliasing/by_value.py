"""Treat objects of the user's classes as values, as records of their attributes, where no code can change them."""

from __future__ import annotations

import dis
import types
from collections import deque
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

from nbgraph.core.source.ownership import is_user_class, is_user_function
from nbgraph.core.staging.aliasing.copies import note_copies, note_objects
from nbgraph.core.staging.trace import recorder
from nbgraph.core.staging.values.kinds import changed, closed, every_part, fitted_parts, kind_of
from nbgraph.core.staging.values.objects import Record, is_fixed, is_record_like, own_attributes
from nbgraph.core.staging.values.values import key_orders


def stays_as_made(value: Any, attributes: Collection[str]) -> bool:
    """Whether no code that the running functions can name sets one of these attributes after the object is made."""
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
    """Yield the user's code that may set an object's attributes: all that the running functions can name."""
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


def as_items(items: list[Any]) -> list[Any]:
    """Convert the items of a list for buffers; leave dicts as they are if their key orders differ."""
    found = [as_item(item) for item in items]
    orders = key_orders(items[0]) if found and dict in classes_in(found[0]) else []
    return items if orders and any(key_orders(item) != orders for item in items) else found


def as_item(value: Any) -> Any:
    """Convert an item of a list for buffers: an object that no code can change becomes a record of its attributes.

    A dict becomes the record of its values, in the order of its keys.
    """
    if kind_of(value).by_value:
        return changed(value, as_item)
    if type(value) is dict:
        return value if _holds_containers(value) else Record(dict, tuple(value), tuple(map(as_item, value.values())))
    if not is_record_like(value):
        return value
    attributes = own_attributes(value)
    if any(isinstance(part, _CONTAINERS) for part in attributes.values()):
        return value
    if not (is_fixed(type(value)) or stays_as_made(value, attributes)):
        return value
    note_objects(value)
    return Record(type(value), tuple(attributes), tuple(map(as_item, attributes.values())))


def _holds_containers(value: Any) -> bool:
    return any(isinstance(part, _CONTAINERS) and type(part) is not dict for part in every_part(value))


def classes_in(buffers: Any) -> set[type]:
    """Return the classes of the objects in buffers, and `dict` if there are dicts."""
    return {part.cls for part in every_part(buffers) if isinstance(part, Record)}


def keys_in(buffers: Any) -> list[frozenset[Any]]:
    """Return the key sets of the dicts in buffers."""
    return [frozenset(part.names) for part in every_part(buffers) if isinstance(part, Record) and part.cls is dict]


def in_order(item: Any, like: Any) -> Any:
    """Reorder the keys of the dicts in an item as in `like`, since equal dicts may differ in order."""
    if type(item) is dict and isinstance(like, Record) and item.keys() == set(like.names):
        item = Record(dict, like.names, tuple(item[name] for name in like.names))
    if isinstance(item, Record) and isinstance(like, Record) and set(item.names) == set(like.names):
        parts = kind_of(item).parts(item)
        item = Record(item.cls, like.names, tuple(parts[name] for name in like.names))
    return fitted_parts(item, like, in_order) if kind_of(item).by_value else item


_CONTAINERS = (list, dict, set, deque, bytearray, np.ndarray)


def as_read(row: Any) -> Any:
    """Return a row of buffers as user code sees it, with objects for records."""
    found = closed(row)
    if found is not row:
        _note(found)
    return found


def _note(value: Any) -> None:
    for part in value if isinstance(value, tuple) else (value,):
        if is_record_like(part):
            note_objects(part)
        note_copies(part, recorder.user_frame().span)
