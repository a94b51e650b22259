"""The keys of dicts and sets: as they are stored, and which of them an array cannot hold."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from nbgraph.core.staging.lists.contents import UnknownLengthError
from nbgraph.core.staging.recorder import user_frame
from nbgraph.core.staging.run_time_keys import NewKeyError
from nbgraph.core.staging.values import is_dynamic, is_traced, type_of


def in_python(key: Any) -> Any:
    """A key with numbers of Python's in place of arrays."""
    if type(key) is tuple:
        return tuple(map(in_python, key))
    return np.asarray(key).item() if hasattr(key, "dtype") else key


def key_kind(key: Any) -> str:
    """The kind of the numbers in a key, or in the buffers of keys; "" of what is none."""
    if type(key) is tuple:
        return f"({', '.join(map(key_kind, key))})"
    if not is_dynamic(key):
        return ""
    return {"b": "bool", "f": "float"}.get(type_of(key).dtype_kind, "int")


def refuse_unlike(key: Any) -> None:
    """Refuse a key that is no integer beside such of run time."""
    parts = key if type(key) is tuple else (key,)
    odd = next((part for part in parts if not is_traced(part) and not isinstance(part, bool | int)), None)
    if odd is not None:
        raise NewKeyError(
            f"the key `{odd!r}` stands beside keys that are integers known at run time, and an array holds these",
            span=user_frame().span,
            remedy="a dict of its own for each kind of keys",
        )


def refuse(what: str, remedy: str) -> NoReturn:
    raise UnknownLengthError(f"{what}, and its items are known at run time only", span=user_frame().span, remedy=remedy)
