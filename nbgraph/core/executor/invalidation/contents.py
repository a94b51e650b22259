"""Compare what mutable objects held when a function was traced: a list may grow in another cell.

A trace takes the values in a global list, dict or object for constants. So their contents are kept, in nested shallow
copies, and compared at each call; functions that mention no such object pay nothing.
"""

from __future__ import annotations

import array
import contextvars
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
from nbgraph.core.staging.values import same_constant, slots_of

MOST_PARTS = 1 << 20  # the most parts of one object, all it reaches included; the rest is assumed not to change
_LONG_WAY = 80  # the most characters of a path such as `.next.next.next`
_EXACT_BYTES = 1 << 24  # up to this size all bytes of an array are summed, beyond it a sample


class Held(NamedTuple):
    """An object with its contents at the time of the trace."""

    value: Any  # the object
    read: Callable[[Any], list[Any]]  # reads its parts
    parts: list[Any]  # its items or attributes
    where: str  # its path from the watched object, as in code: `.table['a']`
    # a fast test whether all its parts are the same objects; if not, they may
    # still be equal
    surely_same: Callable[[], bool]


Contents = tuple[Held, ...]


def contents_of(value: Any) -> Contents | None:
    """Return an object's contents, down to functions, numbers and libraries' objects; None for one of these."""
    found: list[Held] = []
    pending, seen, left = [(value, "")], {id(value)}, MOST_PARTS
    for each, where in pending:  # the list grows meanwhile
        read = _reader(each) if left > 0 else None
        if read is None:
            continue
        held = Held(each, read, read(each), where, _quick(each, read))
        left -= len(held.parts)
        if not isinstance(each, tuple | frozenset):  # their items stay
            found.append(held)
        inner = [(at, part) for at, part in enumerate(held.parts) if not isinstance(part, _IMMUTABLE)]
        names = labels(held) if inner else []
        way = where if len(where) < _LONG_WAY else f" … {where[-_LONG_WAY // 2 :]}"
        pending += [(part, way + names[at]) for at, part in inner if id(part) not in seen]
        seen.update(id(part) for _, part in inner)
    return tuple(found) or None


def is_unchanged(contents: Contents) -> bool:
    for value, read, parts, _, surely_same in contents:  # a generator would be slower, which a short call would notice
        if not surely_same() and not same_parts(read(value), parts):
            return False
    return True


def same_parts(now: list[Any], before: list[Any]) -> bool:
    """Whether parts are the same objects as before, or equal numbers and strings."""
    return _same_objects(now, before) or (len(now) == len(before) and all(map(is_same_part, now, before)))


def is_same_part(new: Any, old: Any) -> bool:
    return new is old or same_constant(new, old)


def labels(held: Held) -> list[str]:
    """Return how each part of an object is written after the object; "" for a part without a position."""
    value, count = held.value, len(held.parts)
    if held.read is list:
        return [""] * count if isinstance(value, set | frozenset) else [f"[{at}]" for at in range(count)]
    if held.read is _entries:
        return [f"[{key!r}]" for key in held.parts[: count // 2]] * 2
    if held.read in (_class_attributes, _members):
        counts = len(value.__members__) if held.read is _members else 0
        return [f".{name}" for name in held.parts[: count - counts : 2] for _ in range(2)] + [""] * counts
    if held.read is _attributes:
        slots = [f".{name}" for name in slots_of(type(value))]
        names = [f".{name}" for name in held.parts[1 : 1 + (count - 1 - len(slots)) // 2]]
        return ["", *names, *names, *slots]
    return [""] * count


def _reader(value: Any) -> Callable[[Any], list[Any]] | None:
    if isinstance(value, list | tuple | deque | set | frozenset):
        return list
    if isinstance(value, dict | types.MappingProxyType):
        return _entries
    if isinstance(value, types.FunctionType | functools.singledispatchmethod):
        return (lambda each: _entries(_registry(each))) if _registry(value) is not None else None
    if isinstance(value, np.ndarray):
        return _digest
    if isinstance(value, functools.partial):
        return lambda each: [each.func, *each.args, *_entries(each.keywords)]
    if isinstance(value, types.MethodType):
        return lambda each: [each.__func__, each.__self__]
    if isinstance(value, bytearray | array.array):
        return lambda each: [bytes(each)]
    if isinstance(value, type):
        if not is_user_class(value):
            return None
        return _members if issubclass(value, Enum) else _class_attributes
    if isinstance(value, contextvars.ContextVar):
        return lambda each: [each.get(_NOT_SET)]
    kind: type = type(value)
    if is_user_class(kind) or is_plain_object(value):
        if isinstance(value, Enum) and not _says_more(value):
            return None
        return _attributes
    return None


def _entries(value: Mapping[Any, Any]) -> list[Any]:
    return [*value, *value.values()]


def _registry(value: Any) -> Any:
    """Return the functions by class of one under `functools.singledispatch`; None for any other value."""
    found = getattr(getattr(value, "dispatcher", value), "registry", None)
    return found if isinstance(found, types.MappingProxyType) else None


_NOT_SET = object()


def _members(cls: type[Enum]) -> list[Any]:
    """Return the methods and members of an enum, and the number of attributes of each member."""
    own = [pair for pair in vars(cls).items() if isinstance(pair[1], _METHODS)]
    members = cls.__members__.items()
    return [*(part for pair in (*own, *members) for part in pair), *(len(vars(member)) for _, member in members)]


def _says_more(member: Enum) -> bool:
    """Whether a member has attributes other than its name and value, or a mutable value."""
    return not vars(member).keys() <= _GIVEN or not isinstance(member._value_, _IMMUTABLE)


_GIVEN = {"_value_", "_name_", "__objclass__", "_sort_order_"}  # by Python
_METHODS = (types.FunctionType, classmethod, staticmethod, property)


def _attributes(value: Any) -> list[Any]:
    kind: type = type(value)
    slots = [getattr(value, slot, None) for slot in slots_of(kind)]
    return [kind, *_entries(vars(value)), *slots] if hasattr(value, "__dict__") else [kind, *slots]


def _class_attributes(cls: type) -> list[Any]:
    kind: type = type(cls)
    bases = (*cls.__mro__, *kind.__mro__)
    members = [member for base in bases if is_user_class(base) for member in vars(base).items()]
    return [part for member in members if _counts(*member) for part in member]


def _counts(name: str, member: Any) -> bool:
    """Whether a class's attribute is the user's: `__add__` is, but not `__dict__` and the like."""
    return name[:2] != "__" or isinstance(member, _METHODS)


def _quick(value: Any, read: Callable[[Any], list[Any]]) -> Callable[[], bool]:
    """Return the fast test for `Held.surely_same`."""
    if read is _class_attributes:
        meta, order = type(value), value.__mro__
        first, *more = (vars(base) for base in (*order, *meta.__mro__) if is_user_class(base))
        members, others = _entries(first), [_entries(table) for table in more]

        def same_class() -> bool:
            if value.__mro__ is not order or type(value) is not meta or not _same_objects(_entries(first), members):
                return False
            return not more or all(map(_same_objects, map(_entries, more), others))

        return same_class
    if read is _members:
        inside, tables = _entries(vars(value)), list(map(vars, value.__members__.values()))
        counts = list(map(len, tables))
        return lambda: list(map(len, tables)) == counts and _same_objects(_entries(vars(value)), inside)
    kind: type = type(value)
    if kind is dict and not value:
        return functools.partial(operator.not_, value)
    if read is not _attributes or any(slots_of(kind)) or not hasattr(value, "__dict__"):
        return lambda: False
    attributes = _entries(vars(value))
    return lambda: type(value) is kind and _same_objects(_entries(vars(value)), attributes)


def _same_objects(now: list[Any], before: list[Any]) -> bool:
    return len(now) == len(before) and all(map(operator.is_, now, before))


def _digest(array: np.ndarray) -> list[Any]:
    if array.dtype.hasobject:
        return array.ravel().tolist()
    taken = array if array.nbytes <= _EXACT_BYTES else array.ravel()[:: array.nbytes // _EXACT_BYTES + 1]
    return [*array.shape, array.dtype, zlib.crc32(np.ascontiguousarray(taken).view(np.uint8).data)]


_IMMUTABLE = (
    *(bool, int, float, complex, str, bytes, type(None), range, np.generic),
    *(types.FunctionType, types.ModuleType),
)
