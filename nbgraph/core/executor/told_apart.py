"""What tells equal static arguments apart: JAX has one program for values that are equal and of one type.

`(1,)`, `(1.0,)` and `(True,)` are equal, and so are `0.0` and `-0.0`; a function may give something else for each. So a
call says in its key what equality leaves out.
"""

from __future__ import annotations

import datetime
import types
from decimal import Decimal
from typing import Any

import numpy as np

from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.heap import slots_of

_SAME = frozenset({str, bytes, int, bool, type(None), type, types.FunctionType})  # equal ones do not differ
# what shows when it is written: the sign of zero, the end of a range, a zone of time, the zeros behind a number
_WRITTEN = (complex, np.generic, range, datetime.datetime, datetime.time, Decimal)


def differences(value: Any, outer: frozenset[int] = frozenset()) -> Any:
    """What may differ between equal values of one type, to be looked up; None where nothing does.

    >>> differences((1,)) == differences((1.0,)), differences(0.0), differences("text")
    (False, '0.0', None)

    Args:
        outer: the objects that it is a part of.
    """
    kind = type(value)
    by_identity = kind.__eq__ is object.__eq__  # type: ignore[comparison-overlap]
    if kind in _SAME or by_identity or id(value) in outer:
        return None
    if isinstance(value, float):
        return None if value else repr(value)
    if isinstance(value, _WRITTEN):
        return repr(value)
    outer |= {id(value)}
    if isinstance(value, frozenset):
        return tuple((part, type(part), differences(part, outer)) for part in value)  # in the order of a loop over it
    if isinstance(value, tuple):
        return tuple((type(part), differences(part, outer)) for part in value)
    if not is_user_class(kind):
        return None
    parts = {name: getattr(value, name, None) for name in slots_of(kind)} | getattr(value, "__dict__", {})
    return tuple((name, type(part), differences(part, outer)) for name, part in parts.items())
