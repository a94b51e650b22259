"""Describe values in messages, and find the first part in which two of them differ."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any

from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.loops import abstractly
from nbgraph.core.staging.lists.orders import Ordered
from nbgraph.core.staging.state.records import attributes_of, class_of, is_object
from nbgraph.core.staging.values.kinds import closed, kind_of
from nbgraph.core.staging.values.values import is_dynamic, is_traced, join_types, leaves_of, type_of, with_article


def describe(value: Any) -> str:
    """Describe a value briefly, for messages.

    >>> describe(None), describe("pos"), describe([1, 2]), describe(enum.Enum("Color", "RED").RED)
    ('None', "'pos'", 'a list of 2 items', 'Color.RED')
    """
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if is_dynamic(value):
        return type_of(value).spoken if is_traced(value) or getattr(value, "shape", ()) != () else repr(value)
    if growing_of(value) is not None:
        return f"a list of run-time length, of {_items(value)}"
    if words := kind_of(value).described(value):
        return words
    if isinstance(value, list | tuple | dict | set | frozenset):
        kind = "list" if isinstance(value, list) else "set" if isinstance(value, frozenset) else type(value).__name__
        return f"{with_article(kind)} of {len(value)} item{'s' if len(value) != 1 else ''}"
    if callable(value) and not isinstance(value, type) and isinstance(name := getattr(value, "__name__", None), str):
        return f"the function `{name}`"
    text = repr(value) if isinstance(value, str | bytes | type(None)) else ""
    return text if text and len(text) < 40 else with_article(type(value).__name__)


def _items(value: Any) -> str:
    """Describe the items of a list in buffers: "int32 scalars", "tuples of 2 items"."""
    buffers = getattr(growing_of(value), "buffers", None)
    if is_dynamic(buffers):
        kind = type_of(buffers)
        return f"{kind.dtype} scalars" if len(kind.shape) == 1 else f"{kind.dtype} arrays of shape {kind.shape[1:]}"
    if isinstance(buffers, tuple):
        return f"tuples of {len(buffers)} items"
    if isinstance(buffers, dict):
        return f"dicts of {len(buffers)} items"
    return "lists" if growing_of(buffers) is not None or isinstance(buffers, list) else "items"


def in_words(left: Any, right: Any) -> tuple[str, str]:
    """Describe two values so that the descriptions differ, if possible.

    >>> in_words({"a": 1}, {"a": 1, "b": 2})
    ("a dict with the key 'a'", "a dict with the keys 'a', 'b'")
    """
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() != right.keys():
        return _with_keys(left), _with_keys(right)
    if lacking := lacking_attributes(left, right):
        return tuple(f"{describe(each)} {_with(each, lacking[0])}" for each in (left, right))  # type: ignore[return-value]
    return describe(left), describe(right)


def _with(value: Any, attribute: str) -> str:
    return f"{'with' if attribute in _attributes(value) else 'without'} `{attribute}`"


def lacking_attributes(left: Any, right: Any) -> list[str]:
    """Return the attributes that only one of two objects of a class has."""
    mine, yours = _attributes(left), _attributes(right)
    if class_of(left) is not class_of(right):
        return []
    return [name for name in (*mine, *yours) if (name in mine) != (name in yours)] if mine and yours else []


def _with_keys(value: dict[Any, Any]) -> str:
    shown = ", ".join(map(repr, list(value)[:6])) + (", ..." if len(value) > 6 else "")
    return f"a dict with the key{'s' * (len(value) != 1)} {shown}" if value else "an empty dict"


def difference(name: str, left: Any, right: Any) -> tuple[str, Any, Any]:
    """Return the first part in which two values cannot be joined: the user's expression, and both parts.

    >>> difference("p", (1, {"a": None}), (2, {"a": 3}))
    ("p[1]['a']", None, 3)
    """
    left, right = (closed(each) if isinstance(each, Ordered) else each for each in (left, right))
    for part, a, b in _parts(name, left, right):
        if not _fit(a, b):
            return difference(part, a, b)
    return name, left, right


def _parts(name: str, left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the parts of two values of the same structure, with the user's expression for each."""
    held = [growing for each in (left, right) if (growing := growing_of(each)) is not None]
    if held:
        if len(held) == 2 and all(growing.capacity.size for growing in held):
            # in a trace of their own, as the current one may continue without the error
            first, second = (abstractly(lambda each: each.row(0), growing) for growing in held)
            yield f"{name}[i]", first, second
        return
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        yield from ((f"{name}[{key!r}]", left[key], right[key]) for key in left)
    elif isinstance(left, list | tuple) and type(left) is type(right) and len(left) == len(right):
        yield from ((f"{name}[{place}]", a, b) for place, (a, b) in enumerate(zip(left, right, strict=True)))
    elif (mine := _attributes(left)) and (yours := _attributes(right)) and mine.keys() == yours.keys():
        yield from ((f"{name}.{key}", mine[key], yours[key]) for key in mine)


def _attributes(value: Any) -> dict[str, Any]:
    return attributes_of(value) if is_object(value) else {}


def _fit(left: Any, right: Any) -> bool:
    """Whether two parts have the same structure, and leaves that one graph value can represent."""
    if _attributes(left) or _attributes(right):
        return left is right or all(_fit(a, b) for _, a, b in _parts("", left, right))
    (mine, tree), (yours, other) = leaves_of(left), leaves_of(right)
    return tree == other and all(map(_leaves_fit, mine, yours))


def _leaves_fit(left: Any, right: Any) -> bool:
    if left is right:
        return True
    if is_dynamic(left) and is_dynamic(right):
        return join_types(type_of(left), type_of(right)) is not None
    return type(left) is type(right) and isinstance(left, str | bytes) and left == right
