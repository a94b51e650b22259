"""What `dataclass` writes: comparisons field by field, also of traced values, and lists that each object gets."""

from __future__ import annotations

import dataclasses
import inspect
import operator
from collections.abc import Callable
from typing import Any

from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.values import is_traced

_ORDERS: dict[str, Callable[[Any, Any], Any]] = {
    "__lt__": operator.lt,
    "__le__": operator.le,
    "__gt__": operator.gt,
    "__ge__": operator.ge,
}


def with_own_lists(cls: type) -> Callable[..., Any]:
    """A class that `dataclass` has made, whose `field(default_factory=list)` are lists of converted code.

    >>> @dataclasses.dataclass
    ... class Cart:
    ...     owner: str
    ...     items: list = dataclasses.field(default_factory=list)
    >>> type(with_own_lists(Cart)("Ann").items) is List, type(with_own_lists(Cart)("Ann", [1]).items) is list
    (True, True)
    """
    written = _is_written(getattr(cls, "__init__", None)) and dataclasses.is_dataclass(cls)
    known = dataclasses.fields(cls) if written else ()
    lists = [field.name for field in known if field.init and field.default_factory is list]
    if not lists:
        return cls

    def construct(*arguments: Any, **keywords: Any) -> Any:
        try:
            given = inspect.signature(cls).bind_partial(*arguments, **keywords).arguments
        except TypeError:
            return cls(*arguments, **keywords)  # Python's own error
        return cls(*arguments, **keywords, **{name: List() for name in lists if name not in given})

    return construct


def _is_written(method: Any) -> bool:
    """Whether a method was written by a library, as `dataclass` does."""
    code = getattr(getattr(method, "__wrapped__", method), "__code__", None)
    return code is not None and code.co_filename == "<string>"


def comparison_for(cls: type, name: str, method: Any) -> Callable[[Any, Any], Any] | None:
    """The counterpart of a comparison that `dataclass` has made for a class; None for any other method."""
    if not _is_written(method) or not dataclasses.is_dataclass(cls):
        return None
    if name != "__eq__" and name not in _ORDERS:
        return None
    fields = [field.name for field in dataclasses.fields(cls) if field.compare]

    def compare(left: Any, right: Any) -> Any:
        if right.__class__ is not left.__class__:
            return NotImplemented
        pairs = [(getattr(left, field), getattr(right, field)) for field in fields]
        return _all_equal(pairs) if name == "__eq__" else _in_order(pairs, _ORDERS[name])

    return compare


def _all_equal(pairs: list[tuple[Any, Any]]) -> Any:
    found: Any = True
    for left, right in pairs:
        same = left is right or left == right
        if not is_traced(same):
            if not same:
                return False
            continue
        found = same if found is True else found & same
    return found


def _in_order(pairs: list[tuple[Any, Any]], order: Callable[[Any, Any], Any]) -> Any:
    """The first pair that differs decides; where all are equal, whether equals are in order."""
    if not pairs:
        return order(0, 0)
    (left, right), rest = pairs[0], pairs[1:]
    same = left is right or left == right
    if not is_traced(same):
        return _in_order(rest, order) if same else order(left, right)
    return (same & _in_order(rest, order)) | (~same & order(left, right))
