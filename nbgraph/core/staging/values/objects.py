"""Objects of the user's classes: which of them their attributes say all about, and where those are."""

from __future__ import annotations

import dataclasses
import enum
import typing
from collections.abc import Iterator
from typing import Any

from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.values.values import leaves_of


def is_record_like(value: Any) -> bool:
    """Whether a value is an object of a user's class that its attributes say all about."""
    cls: type = type(value)
    if not is_user_class(cls) or isinstance(value, BaseException | enum.Enum | type):
        return False
    known = (object, typing.Generic, typing.Protocol)
    if not all(base in known or is_user_class(base) or base.__module__ == "abc" for base in cls.__mro__):
        return False
    leaves = leaves_of(value)[0]
    return len(leaves) == 1 and leaves[0] is value


def is_fixed(cls: type) -> bool:
    """Whether objects of a class cannot change: frozen data classes."""
    return dataclasses.is_dataclass(cls) and bool(cls.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def slots_of(cls: type) -> Iterator[str]:
    """The names of a class's slots, its bases' included."""
    for base in cls.__mro__:
        slots = vars(base).get("__slots__", ())
        names = (slots,) if isinstance(slots, str) else slots
        yield from (name for name in names if name not in ("__dict__", "__weakref__"))


def own_attributes(value: Any) -> dict[str, Any]:
    """An object's attributes, those in slots included."""
    slots = {name: getattr(value, name) for name in slots_of(type(value)) if hasattr(value, name)}
    return {**slots, **getattr(value, "__dict__", {})}
