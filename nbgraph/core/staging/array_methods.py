"""Methods of arrays that return numbers of Python, lists of them, or copies: in a graph scalars, lists and copies."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from types import MethodType
from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.staging import array_copies
from nbgraph.core.staging.builtin_numbers import bool_, complex_, float_, int_
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.number_kinds import CLASSES
from nbgraph.core.staging.recorder import user_frame
from nbgraph.core.staging.values import type_of

_NUMBERS: dict[type, Callable[..., Any]] = {bool: bool_, int: int_, float: float_, complex: complex_}


def version(method: MethodType) -> Callable[..., Any] | None:
    """What runs in place of a method of a traced array; None where the method itself runs."""
    array = method.__self__
    for name, runs in _VERSIONS.items():
        if getattr(type(array), name, None) is method.__func__:
            return functools.partial(runs, array)
    return None


def _item(array: Any, *index: Any) -> Any:
    """The only item of an array.

    Raises:
        ValueError: Python's, where the array has several.
        StagingError: there is an index, which `item` counts through all rows.
    """
    if index:
        raise StagingError(
            "`item` takes no index in a graph",
            span=user_frame().span,
            remedy="`v[i]`, the item itself; or `v.ravel()[i]`, counted through all rows",
            id="traced-value-in-python",
        )
    if math.prod(array.shape) != 1:
        raise ValueError("can only convert an array of size 1 to a Python scalar")
    return _number(array.reshape(()))


def _listed(array: Any) -> Any:
    """The items of an array as nested lists; a scalar as a number."""
    return List(map(_listed, array)) if array.shape else _number(array)


def _number(scalar: Any) -> Any:
    return _NUMBERS[CLASSES[type_of(scalar).dtype_kind]](scalar)


_VERSIONS: dict[str, Callable[..., Any]] = {
    "item": _item,
    "tolist": _listed,
    "flatten": array_copies.flattened,
    "astype": array_copies.cast,
    "repeat": array_copies.repeated,
}
