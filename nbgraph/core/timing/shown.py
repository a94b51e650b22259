"""Show values in a verdict: short, on one line, without ever raising."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

import jax
import numpy as np

from nbgraph.core.keys import is_key, key_text
from nbgraph.core.one_line import error_line, on_one_line
from nbgraph.core.staging.values import Record, kind_of
from nbgraph.core.timing.cap import Deferred
from nbgraph.core.value_text import Number, as_it_is, representation, shortest, without_repr

_LIMIT = 60


def shown(value: Any, limit: int = _LIMIT, number: Number = as_it_is, array: Number = as_it_is) -> str:
    """A value as text on one line, at most `limit` characters; arrays without dimensions as plain numbers.

    Args:
        number: what a Python number in it is shown as; `narrow` for a result of a graph.
        array: what an array in it is shown as.

    >>> shown("a\\nb"), shown(list(range(100)), 20)
    ("'a\\\\nb'", '[0, 1, 2, 3, 4, 5...')
    """
    try:
        text = representation(_plain(value, limit, number, array))
        text = on_one_line(text[: 10 * limit])
    except (KeyboardInterrupt, Deferred):
        raise
    except BaseException as error:  # a user's __repr__ may do anything, and a display never raises
        text = f"<{without_repr(value, error)}>"
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


raised = error_line
"""An exception in one line: its kind and the first line of its words."""


def _plain(value: Any, limit: int, number: Number, array: Number) -> Any:
    """Return the value with parts that `repr` does not show well replaced; containers are cut to what is visible."""
    inside = partial(_plain, limit=limit, number=number, array=array)
    if type(value) in (str, bytes):
        return value[: 2 * limit]
    if type(value) is list:
        return list(map(inside, value[:limit]))
    if isinstance(value, tuple) and (type(value) is tuple or hasattr(value, "_fields")):
        return tuple.__new__(type(value), map(inside, value[:limit]))
    if type(value) is dict:
        return {inside(key): inside(item) for key, item in islice(value.items(), limit)}
    if type(value) in (set, frozenset):
        return type(value)(map(inside, islice(value, limit)))
    if isinstance(value, Record):
        parts = ", ".join(f"{name}={inside(part)!r}" for name, part in kind_of(value).parts(value).items())
        return Verbatim(f"<{value.cls.__name__}: {parts}>" if parts else f"<{value.cls.__name__}>")
    if is_key(value):
        return Verbatim(key_text(value))
    if type(value) in (float, complex):
        value = number(value)
    if getattr(value, "shape", None) is not None:
        value = array(value)
    if getattr(value, "shape", None) != () or not isinstance(getattr(value, "dtype", None), np.dtype):
        return value
    plain = value.item()  # 0.1 in float32 is 0.10000000149011612 as a Python float
    return Verbatim(shortest(value)) if isinstance(plain, float | complex) else plain


class Verbatim(str):
    """A string that is its own `repr`."""

    def __repr__(self) -> str:
        return str(self)


# Python numbers in the result of a graph: items of its lists, which it has computed in JAX's default types.


def narrow(number: Any) -> Any:
    """A float or complex number of a graph's result as the one of JAX's default type that it was computed as.

    Other numbers, and those that no such number can be, stay what they are.

    >>> narrow(0.10000000149011612), narrow(0.1), narrow(3)
    (np.float32(0.1), 0.1, 3)
    """
    if type(number) not in (float, complex):
        return number
    dtype = np.dtype(jax.dtypes.canonicalize_dtype(type(number)))
    if dtype == np.dtype(type(number)):
        return number
    with np.errstate(over="ignore"):
        computed = dtype.type(number)
    return computed if computed.item() == number or number != number else number
