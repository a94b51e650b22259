"""Format values for people: short, on one line, and numbers with their significant digits only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from types import CodeType, FrameType, ModuleType
from typing import Any

from nbgraph.core.errors import without_paths
from nbgraph.core.one_line import cut, on_one_line

LIMIT = 200
"""Characters shown of one value."""

_PADDING = re.compile(r"(?<=\[) +| +(?=[],])")  # it aligns columns, and one line has none
_ENOUGH = 10 * LIMIT
"""Characters that are looked at: those of a text of megabytes take seconds to bring on one line."""

Number = Callable[[Any], Any]


def as_it_is(number: Any) -> Any:
    return number


def value_text(value: object, number: Number = as_it_is) -> str:
    """Return one line of text for a result; an array of one element reads as a number.

    A display never raises: a value whose `repr` fails is named by its type.

    Args:
        number: what a Python number in it is shown as; see `core.timing.shown.narrow`.

    >>> value_text(111), value_text("a" * 300) == "'" + "a" * 198 + "…"
    ('111', True)
    >>> import numpy as np
    >>> value_text(np.int32(111)), value_text((np.float32(0.1), [np.arange(3)]))
    ('111', '(0.1, [[0, 1, 2]])')
    >>> value_text({"x": 0.1 + 0.2, "y": np.float32(0.1) + np.float32(0.2)})
    "{'x': 0.30000000000000004, 'y': 0.3}"
    >>> import collections
    >>> value_text(collections.namedtuple("State", "w step")(np.ones(2), np.int32(1)))
    'State(w=[1., 1.], step=1)'
    >>> import dataclasses
    >>> value_text(dataclasses.make_dataclass("State", ["w", "step"])(np.float32(0.1), [1]))
    'State(w=0.1, step=[1])'
    """
    try:
        text = on_one_line(_text(value, number)[:_ENOUGH])
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        text = f"<{without_repr(value, error)}>"
    return cut(text, LIMIT)


def without_repr(value: Any, error: BaseException) -> str:
    """Return what to show for an object whose `__repr__` raises, as it does if `__init__` has not set all it needs."""
    if isinstance(error, AttributeError) and error.obj is value:
        return f"{type(value).__name__} without {error.name}"
    return f"{type(value).__name__}, whose repr raised {type(error).__name__}"


def shortest(number: Any) -> str:
    """Return a NumPy or JAX number with the fewest digits that distinguish it in its type.

    >>> import ml_dtypes, numpy as np
    >>> shortest(np.float32(119.88)), shortest(np.float64(np.float32(119.88))), shortest(ml_dtypes.bfloat16(1.1))
    ('119.88', '119.87999725341797', '1.1')
    """
    import numpy as np

    scalar: Any = np.asarray(number)[()]
    if np.dtype(scalar.dtype).kind != "V":  # NumPy's scalars already have this form
        return str(scalar)
    try:
        wide = float(scalar)
        texts = (float(f"{wide:.{digits}g}") for digits in range(1, 18))
        return repr(next((text for text in texts if type(scalar)(text) == scalar), wide))
    except (TypeError, ValueError):
        return str(scalar)


def representation(value: object, number: Number = as_it_is) -> str:
    """Return `repr` of a value, without paths of this machine in what names a file.

    >>> import json
    >>> representation(json), representation("/home/me/json.py")
    ("<module 'json' from '__init__.py'>", "'/home/me/json.py'")
    """
    if is_silent(type(value)) and hasattr(value, "__dict__"):
        return _with(value, vars(value).items(), number)
    text = repr(value)
    return without_paths(text) if isinstance(value, ModuleType | CodeType | FrameType) else text


def _text(value: object, number: Number) -> str:
    if type(value) in (tuple, list, dict):
        return _container(value, lambda item: _text(item, number))
    if isinstance(value, tuple) and getattr(type(value).__repr__, "__module__", "") == "collections":  # a named tuple
        items = zip(type(value)._fields, value, strict=True)  # type: ignore[attr-defined]
        return f"{type(value).__name__}({_joined(f'{name}={_text(item, number)}' for name, item in items)})"
    if is_dataclass(value) and hasattr(type(value).__repr__, "__wrapped__"):  # not written by the user
        shown = ((each.name, getattr(value, each.name)) for each in fields(value) if each.repr)
        return _with(value, shown, number)
    if type(value) in (float, complex):
        value = number(value)
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return _array(value)
    return representation(value[:_ENOUGH] if type(value) in (str, bytes) else value, number)  # type: ignore[index]


def _container(value: Any, of_item: Callable[[Any], str]) -> str:
    if type(value) is dict:
        return "{" + _joined(f"{key!r}: {of_item(item)}" for key, item in value.items()) + "}"
    inner = _joined(map(of_item, value))
    if type(value) is list:
        return f"[{inner}]"
    return f"({inner},)" if len(value) == 1 else f"({inner})"


def is_silent(cls: Any) -> bool:
    """Return whether an object's `repr` has its class alone: then its attributes are shown."""
    return cls.__repr__ is object.__repr__


def _with(value: object, shown: Iterable[tuple[str, Any]], number: Number) -> str:
    inner = _joined(f"{name}={_of_field(item, number)}" for name, item in shown)
    return f"{type(value).__qualname__}({inner})"


def _of_field(value: object, number: Number, depth: int = 3) -> str:
    """Return an attribute's value as text; by Python's own `repr` where it may contain the object itself."""
    if is_silent(type(value)) and hasattr(value, "__dict__"):
        return f"{type(value).__qualname__}(...)"
    if type(value) in (tuple, list, dict) and depth:
        return _container(value, lambda item: _of_field(item, number, depth - 1))
    is_number = type(value) in (float, complex) or hasattr(value, "dtype")
    return _text(value, number) if is_number else representation(value)


def _joined(texts: Iterable[str]) -> str:
    """Return as many of the texts as fit, joined."""
    found, size = [], 0
    for text in texts:
        found.append(text)
        size += len(text) + 2
        if size > LIMIT:
            break
    return ", ".join(found)


def _array(value: object) -> str:
    import numpy as np

    from nbgraph.core.keys import is_key, key_text  # late: few results need it

    if is_key(value):
        return key_text(value)
    array = np.asarray(value)
    if array.ndim == 0:
        return shortest(array)
    own: Any = {"all": shortest} if array.dtype.kind == "V" else None  # those of which NumPy knows no digits
    text = np.array2string(array, separator=", ", threshold=20, formatter=own)
    return _PADDING.sub("", text) if array.dtype.kind in "biufcV" else text
