"""What mutable objects held when a function was traced: a list appended to in another cell must not go unnoticed.

A trace takes the values in a global list, dict or object for constants. So their contents are remembered, shallow copy
by shallow copy, and compared at each call; functions that mention no such object pay nothing.
"""

from __future__ import annotations

import functools
import operator
import types
import zlib
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from nbgraph.core.source.ownership import is_plain_object, is_user_class
from nbgraph.core.staging.heap import slots_of
from nbgraph.core.staging.merge import same_constant

MOST_PARTS = 2000  # of one object, all it reaches included; what lies beyond is taken to stay
_EXACT_BYTES = 1 << 24  # an array's bytes are summed up to this size, beyond it a sample of them


class Contents(NamedTuple):
    """An object with what it held.

    Attributes:
        value: the object.
        read: how its parts are read.
        parts: its items or attributes.
        inner: those of the parts that hold something themselves.
    """

    value: Any
    read: Callable[[Any], list[Any]]
    parts: list[Any]
    inner: tuple[Contents, ...]


def contents_of(value: Any) -> Contents | None:
    """What an object holds, and what that holds, down to functions, numbers and libraries' objects; None for these."""
    return _contents_of(value, {id(value)}, [MOST_PARTS])


def _contents_of(value: Any, seen: set[int], left: list[int]) -> Contents | None:
    read = _reader(value)
    if read is None:
        return None
    parts = read(value)
    left[0] -= len(parts)
    inner = []
    for part in parts:
        if left[0] > 0 and id(part) not in seen and not isinstance(part, _IMMUTABLE):
            seen.add(id(part))
            found = _contents_of(part, seen, left)
            inner += [] if found is None else [found]
    if not inner and isinstance(value, tuple | frozenset):
        return None  # nothing in it can change: its identity says all
    return Contents(value, read, parts, tuple(inner))


def is_unchanged(contents: Contents) -> bool:
    """Whether an object still holds what it held."""
    now, before = contents.read(contents.value), contents.parts
    if len(now) != len(before):
        return False
    if all(map(operator.is_, now, before)) or all(map(_is_same, now, before)):
        return all(map(is_unchanged, contents.inner))
    return False


def _is_same(new: Any, old: Any) -> bool:
    return new is old or same_constant(new, old)


def _reader(value: Any) -> Callable[[Any], list[Any]] | None:
    if isinstance(value, list | tuple | deque | set | frozenset):
        return list
    if isinstance(value, dict | types.MappingProxyType):
        return _entries
    if isinstance(value, types.FunctionType | functools.singledispatchmethod):
        return _registered if _registry(value) is not None else None
    if isinstance(value, np.ndarray):
        return _digest
    if isinstance(value, functools.partial):
        return _given
    if isinstance(value, bytearray):
        return _bytes
    if isinstance(value, type):
        return _class_attributes if is_user_class(value) and not issubclass(value, Enum) else None
    kind: type = type(value)
    if not isinstance(value, Enum) and (is_user_class(kind) or is_plain_object(value)):
        return _attributes
    return None


def _entries(value: Mapping[Any, Any]) -> list[Any]:
    return [*value, *value.values()]


def _registry(value: Any) -> Any:
    """The functions by class of one under `functools.singledispatch`; None for any other."""
    found = getattr(getattr(value, "dispatcher", value), "registry", None)
    return found if isinstance(found, types.MappingProxyType) else None


def _registered(value: Any) -> list[Any]:
    return _entries(_registry(value))


def _given(value: functools.partial[Any]) -> list[Any]:
    return [value.func, *value.args, *_entries(value.keywords)]


def _bytes(value: bytearray) -> list[Any]:
    return [bytes(value)]


def _attributes(value: Any) -> list[Any]:
    kind: type = type(value)
    slots = [getattr(value, slot, None) for slot in slots_of(kind)]
    return [kind, *_entries(vars(value)), *slots] if hasattr(value, "__dict__") else [kind, *slots]


def _class_attributes(cls: type) -> list[Any]:
    members = [member for base in filter(is_user_class, cls.__mro__) for member in vars(base).items()]
    return [part for member in members if _counts(*member) for part in member]


def _counts(name: str, member: Any) -> bool:
    """Whether an attribute of a class is the user's: also `__add__`, but not `__dict__` and the like."""
    return name[:2] != "__" or isinstance(member, types.FunctionType | classmethod | staticmethod | property)


def _digest(array: np.ndarray) -> list[Any]:
    if array.dtype.hasobject:
        return array.ravel().tolist()
    taken = array if array.nbytes <= _EXACT_BYTES else array.ravel()[:: array.nbytes // _EXACT_BYTES + 1]
    return [*array.shape, array.dtype, zlib.crc32(np.ascontiguousarray(taken).view(np.uint8).data)]


_IMMUTABLE = (
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    type(None),
    range,
    np.generic,
    types.FunctionType,
    types.ModuleType,
)
