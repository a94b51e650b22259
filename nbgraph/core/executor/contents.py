"""What mutable objects held when a function was traced: a list appended to in another cell must not go unnoticed.

A trace takes the values in a global list, dict or object for constants. So their contents are remembered, shallow copy
by shallow copy, and compared at each call; functions that mention no such object pay nothing.
"""

from __future__ import annotations

import types
import zlib
from collections import deque
from typing import Any, NamedTuple

import numpy as np

from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.heap import is_plain_object, slots_of
from nbgraph.core.staging.merge import same_constant

MOST_PARTS = 2000  # of one object, all it reaches included; what lies beyond is taken to stay
_EXACT_BYTES = 1 << 24  # an array's bytes are summed up to this size, beyond it a sample of them


class Contents(NamedTuple):
    """An object with what it held.

    Attributes:
        value: the object.
        parts: its items or attributes.
        inner: those of the parts that hold something themselves.
    """

    value: Any
    parts: list[Any]
    inner: tuple[Contents, ...]


def contents_of(value: Any) -> Contents | None:
    """What an object holds, and what that holds, down to functions, numbers and libraries' objects; None for these."""
    return _contents_of(value, {id(value)}, [MOST_PARTS])


def _contents_of(value: Any, seen: set[int], left: list[int]) -> Contents | None:
    parts = _parts(value)
    if parts is None:
        return None
    left[0] -= len(parts)
    inner = []
    for part in parts:
        if left[0] > 0 and id(part) not in seen and not isinstance(part, _IMMUTABLE):
            seen.add(id(part))
            found = _contents_of(part, seen, left)
            inner += [] if found is None else [found]
    return Contents(value, parts, tuple(inner))


def is_unchanged(contents: Contents) -> bool:
    """Whether an object still holds what it held."""
    now = _parts(contents.value)
    if now is None or len(now) != len(contents.parts):
        return False
    for new, old in zip(now, contents.parts, strict=True):
        if new is not old and not same_constant(new, old):
            return False
    return all(map(is_unchanged, contents.inner))


def _parts(value: Any) -> list[Any] | None:
    if isinstance(value, list | tuple | deque | set | frozenset):
        return list(value)
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, np.ndarray):
        return _digest(value)
    if isinstance(value, bytearray):
        return [bytes(value)]
    if isinstance(value, type):
        return _attributes(value) if is_user_class(value) else None
    kind: type = type(value)
    if is_user_class(kind) or is_plain_object(value):
        kept = [*vars(value), *vars(value).values()] if hasattr(value, "__dict__") else []
        return [type(value), *kept, *(getattr(value, slot, None) for slot in slots_of(type(value)))]
    return None


def _attributes(cls: type) -> list[Any]:
    own = [(name, member) for name, member in vars(cls).items() if not name.startswith("__")]
    return [part for pair in own for part in pair]


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
