"""Represent objects of the user's classes by their attributes."""

from __future__ import annotations

import dataclasses
import enum
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import jax
from jax.tree_util import DictKey, GetAttrKey

from nbgraph.core.records import dataclass
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.values.kinds import Kind, changed, closed, register
from nbgraph.core.staging.values.values import leaves_of
from nbgraph.core.value_text import is_silent

_DEEPEST = 3  # objects nested in one another


def is_record_like(value: Any) -> bool:
    """Whether a value is an object of a user's class whose attributes are its whole state."""
    cls: type = type(value)
    if not is_user_class(cls) or isinstance(value, BaseException | enum.Enum | type):
        return False
    known = (object, typing.Generic, typing.Protocol)
    if not all(base in known or is_user_class(base) or base.__module__ == "abc" for base in cls.__mro__):
        return False
    leaves = leaves_of(value)[0]
    return len(leaves) == 1 and leaves[0] is value


def is_fixed(cls: type) -> bool:
    """Whether objects of a class are immutable: frozen data classes."""
    return dataclasses.is_dataclass(cls) and bool(cls.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def slots_of(cls: type) -> Iterator[str]:
    """Yield the names of a class's slots, those of its bases included."""
    for base in cls.__mro__:
        slots = vars(base).get("__slots__", ())
        names = (slots,) if isinstance(slots, str) else slots
        yield from (name for name in names if name not in ("__dict__", "__weakref__"))


def own_attributes(value: Any) -> dict[str, Any]:
    """Return an object's attributes by name, those in slots included."""
    slots = {name: getattr(value, name) for name in slots_of(type(value)) if hasattr(value, name)}
    return {**slots, **getattr(value, "__dict__", {})}


@jax.tree_util.register_pytree_with_keys_class
@dataclass(frozen=True, eq=False)
class Record:
    """An object of a user's class as a JAX tree of its attributes, or a dict together with its key order."""

    cls: type  # the class
    names: tuple[Any, ...]  # its attributes, in the order in which they were assigned; the keys of a dict
    values: tuple[Any, ...]  # the values of the attributes

    def tree_flatten_with_keys(self) -> tuple[tuple[tuple[Any, Any], ...], tuple[type, tuple[Any, ...]]]:
        step: Any = DictKey if self.cls is dict else GetAttrKey
        pairs = zip(self.names, self.values, strict=True)
        return tuple((step(name), value) for name, value in pairs), (self.cls, self.names)

    @classmethod
    def tree_unflatten(cls, known: tuple[type, tuple[Any, ...]], values: Any) -> Record:
        return cls(*known, tuple(values))

    def __repr__(self) -> str:
        parts = zip(self.names, self.values, strict=True)
        return f"{self.cls.__name__}({', '.join(f'{name}={value!r}' for name, value in parts)})"

    @property
    def is_fixed(self) -> bool:
        """Whether the object is immutable, so that a copy can replace it."""
        return is_fixed(self.cls)


class _RecordKind(Kind):
    by_value = has_own_lists = True

    def parts(self, value: Record) -> Mapping[Any, Any]:
        return dict(zip(value.names, value.values, strict=True))

    def remade(self, value: Record, parts: Mapping[Any, Any]) -> Any:
        return Record(value.cls, value.names, tuple(parts.values()))

    def is_alike(self, value: Record, other: Any) -> bool:
        return isinstance(other, Record) and (value.cls, value.names) == (other.cls, other.names)

    def closed(self, value: Record) -> Any:
        if value.cls is dict:
            return dict(zip(value.names, map(closed, value.values), strict=True))
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


@jax.tree_util.register_pytree_with_keys_class
class Returned(Record):
    """An object that a graph returns: it stays a record until the run is over."""


class _ReturnedKind(_RecordKind):
    def remade(self, value: Record, parts: Mapping[Any, Any]) -> Any:
        return Returned(value.cls, value.names, tuple(parts.values()))

    def closed(self, value: Record) -> Any:
        return changed(value, closed)

    def finished(self, value: Record) -> Any:
        return super().closed(value)


register(Returned, _ReturnedKind())


def as_records(value: Any, is_opened: Callable[[Any], bool] = is_record_like, around: tuple[int, ...] = ()) -> Any:
    """Replace the objects in a value by records of their attributes, except in cycles and too deep inside."""
    if not is_opened(value):
        return changed(value, lambda part: as_records(part, is_opened, around))
    is_cut = id(value) in around or len(around) == _DEEPEST
    if is_cut and not is_silent(type(value)):
        return value
    own = {} if is_cut else own_attributes(value)
    parts = (as_records(part, is_opened, (*around, id(value))) for part in own.values())
    return Record(type(value), tuple(own), tuple(parts))
