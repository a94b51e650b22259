"""Implement `str`, `repr`, `format` and `%` of values with traced parts, as strings with placeholders.

Containers, named tuples and data classes are formatted here as Python does it, because C code and the standard library
would write a tracer's own representation.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from nbgraph.core._jax import under_trace
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.placeholders import (
    DeferredString,
    TextOfTracedError,
    Verbatim,
    changed,
    holds_placeholder,
    is_deferred,
    placeholder_of,
    shown,
    text,
    whole,
)
from nbgraph.core.staging.enumerated.values import ChosenText, ChosenValue
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.deques import Deque
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.objects import are_dicts
from nbgraph.core.staging.lists.selections import Selection
from nbgraph.core.staging.lookups.strings import mapped
from nbgraph.core.staging.strings.codes import is_code_point
from nbgraph.core.staging.values.kinds import buffers_of, kind_of
from nbgraph.core.staging.values.kinds import changed as changed_parts
from nbgraph.core.staging.values.values import is_dynamic, is_traced

_PLAIN = (str, bytes, bool, int, float, complex, type(None), type, type(len), type(lambda: 0), type(re))
_PERCENT = re.compile(r"%(\(\w+\))?([-#0 +]*(?:\d+)?(?:\.\d+)?)([diouxXeEfFgGcrsa%])")


def str_(value: Any = "", *encoding: Any) -> str:
    """Return `str` of a value, which may hold traced values."""
    if encoding or not under_trace() or isinstance(value, _PLAIN):
        return value if isinstance(value, DeferredString) else str(value, *encoding)
    if isinstance(value, ChosenValue):
        return str(value)
    if isinstance(value, ChosenText):
        return value if all(text is not None for _, text in value.texts) else mapped(str, value)  # type: ignore
    return whole(_str(value))


def repr_(value: Any) -> str:
    """Return `repr` of a value, which may hold traced values."""
    return whole(_repr(value)) if under_trace() and not isinstance(value, _PLAIN) else repr(value)


def ascii_(value: Any) -> str:
    """Return `ascii` of a value, which may hold traced values."""
    written = repr_(value)
    return written if holds_placeholder(written) else ascii(value)


def format_(value: Any, spec: str = "") -> str:
    """Return `format` of a value, which may be traced."""
    return whole(format(formatted(value), spec))


def formatted(value: Any) -> Any:
    """Return a value for an f-string, or a stand-in that formats to placeholders."""
    if isinstance(value, _PLAIN) or not under_trace():
        return value
    _refuse_unwritten(value)
    if is_deferred(value):
        return shown(value)
    if isinstance(value, ChosenText):
        return value
    if _writes_itself(value, "__str__", "__format__"):
        return value if _parts(value) is None else _Shown(value)
    return Verbatim(_repr(value))


class _Shown:
    """Stands for an object in an f-string whose class defines `__str__` or `__format__`, but not `__repr__`."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __repr__(self) -> str:
        return _repr(self._value)

    def __format__(self, spec: str) -> str:
        return whole(format(self._value, spec))

    def __str__(self) -> str:
        return whole(_str(self._value))


def in_format(python: Callable[[int], str], spec: str) -> Callable[[Any], str]:
    """Return `bin`, `oct`, `hex` or `chr` for traced values, by the format that writes the same."""

    def write(value: Any) -> str:
        if not is_traced(value):
            return python(value)
        if value.shape or value.dtype.kind not in "biu":
            raise TypeError("'float' object cannot be interpreted as an integer")
        if python is chr:
            effects.raise_unless(is_code_point(value), ValueError("chr() arg not in range(0x110000)"))
        return text(format(shown(value), spec))

    return write


def percent(template: str, values: Any) -> str:
    """Return `template % values`."""
    if not under_trace():
        return str.__mod__(template, values)
    given = iter(values if isinstance(values, tuple) else (values,))

    def piece(found: re.Match[str]) -> str:
        key, how, kind = found.groups()
        if kind == "%":
            return "%"
        value = values[key[1:-1]] if key else next(given)
        if is_deferred(value):
            mark: str = shown(value).percent(how + kind)
            return mark
        if isinstance(value, ChosenText) and kind in "rsa":
            return placeholder_of(value, "%", how + kind)
        if kind in "rsa":
            value, kind = {"r": repr_, "s": str_, "a": ascii_}[kind](value), "s"
            if holds_placeholder(value):
                return changed(value, "%", f"%{how}s")
        return str.__mod__(f"%{how}{kind}", value)

    written = _PERCENT.sub(piece, template)
    return whole(written) if holds_placeholder(written) else template % values


def printed(value: Any, *, inside: bool = False) -> Any:
    """Return a value as `print` keeps it until the graph runs: objects as their present strings."""
    if isinstance(value, _PLAIN) or is_dynamic(value) or isinstance(value, ChosenText):
        return value
    _refuse_unwritten(value)
    if buffers_of(value) is not None or kind_of(value).is_container:
        return value
    if isinstance(value, List):
        return [printed(item, inside=True) for item in value]
    if type(value) in (list, tuple, dict):
        return changed_parts(value, lambda item: printed(item, inside=True))
    return Verbatim(whole(_repr(value) if inside else _str(value)))


def _refuse_unwritten(value: Any) -> None:
    """Refuse a selection of an array or a deque, which are not written as Python writes them."""
    if isinstance(value, Selection | Deque):
        raise TextOfTracedError(
            f"what Python writes of this {type(value).__name__} depends on its length, which only the run knows",
            remedy="a number of it, as its `len`; or its items one by one, in a `for`",
        )


def _str(value: Any) -> str:
    _refuse_unwritten(value)
    if is_deferred(value):
        return str(shown(value))
    if isinstance(value, ChosenText):
        return str(value)
    return str(value) if _writes_itself(value, "__str__") else _repr(value)


def _writes_itself(value: Any, *methods: str) -> bool:
    """Whether Python's own conversion is used: the user's class has it, or the value has no parts."""
    is_own = any(getattr(value.__class__, method) is not getattr(object, method) for method in methods)
    return (is_own or _parts(value) is None) and not kind_of(value).is_container


def _repr(value: Any) -> str:
    _refuse_unwritten(value)
    if is_deferred(value):
        return repr(shown(value))
    if isinstance(value, ChosenText):
        return repr(value)
    if growing_of(value) is not None or kind_of(value).is_container:
        kind = kind_of(value).stands_for(value) or list
        what = "length of this list is" if kind is list else f"keys of this {kind.__name__} are"
        raise TextOfTracedError(
            f"the {what} only known at run time, so it cannot be part of a string yet",
            remedy=f"`print` the {kind.__name__} itself, or return it",
        )
    parts = _parts(value)
    if parts is None:
        return repr(value)
    opening, items, closing = parts
    return opening + ", ".join(head + str.__str__(_repr(item)) for head, item in items) + closing


def _parts(value: Any) -> tuple[str, list[tuple[str, Any]], str] | None:
    """Return the opening, the prefix and value of each part, and the closing; None for a value that writes itself."""
    if type(value) in (list, List):
        return "[", [("", item) for item in value], "]"
    if type(value) is tuple:
        return "(", [("", item) for item in value], ",)" if len(value) == 1 else ")"
    if are_dicts([value]):
        return "{", [(f"{key!r}: ", item) for key, item in value.items()], "}"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"{type(value).__name__}(", [(f"{n}=", getattr(value, n)) for n in value._fields], ")"
    cls: Any = value.__class__
    if dataclasses.is_dataclass(cls) and not isinstance(value, type) and _is_generated(cls.__repr__):
        names = [each.name for each in dataclasses.fields(cls) if each.repr]
        return f"{value.__class__.__qualname__}(", [(f"{name}=", getattr(value, name)) for name in names], ")"
    return None


def _is_generated(method: Any) -> bool:
    return hasattr(method, "__wrapped__") and method.__wrapped__.__code__.co_filename == "<string>"
