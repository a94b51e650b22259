"""Methods of arrays that return numbers of Python, lists of them, or copies: in a graph scalars, lists and copies.

NumPy copies where JAX, whose arrays nothing changes, hands on the one it was given.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from types import MethodType
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.errors import StagingError
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import is_one_that
from nbgraph.core.staging.array_aliases import VIEWS
from nbgraph.core.staging.builtin_numbers import bool_, complex_, float_, int_
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.number_kinds import CLASSES
from nbgraph.core.staging.recorder import user_frame
from nbgraph.core.staging.values import is_traced, type_of

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
    return List(map(_listed, array)) if array.shape else _number(array)


def _number(scalar: Any) -> Any:
    return _NUMBERS[CLASSES[type_of(scalar).dtype_kind]](scalar)


def with_own_result(function: Any, runs: Callable[..., Any]) -> Callable[..., Any]:
    """What runs in place of a function of NumPy's, with results that no other name shows changes of."""
    return functools.partial(_copying, runs) if is_one_that(function, Fact.COPIES) else runs


def _copying(runs: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    result = runs(*arguments, **options)
    if options.get("copy", True) is False:
        return result
    return jax.tree.map(functools.partial(own, given=jax.tree.leaves((arguments, options))), result)


def own(array: Any, given: Any) -> Any:
    """An array, or a copy of it where it may be one of those that were given, or a view of one."""
    if not is_traced(array) or not array.shape:
        return array
    fits = any(is_traced(each) and each.size >= array.size for each in given)
    return jnp.copy(array) if fits or _jax.made_by(array)[0] in VIEWS else array


def flattened(array: Any, *order: Any) -> Any:
    """`flatten`, which copies, where `ravel` does not."""
    return own(array.flatten(*order), [array])


def cast(array: Any, *arguments: Any, copy: bool = True, **options: Any) -> Any:
    """`astype`, which copies though the type is the same."""
    result = array.astype(*arguments, **options)
    return jnp.copy(result) if copy and result is array else result


def repeated(array: Any, *arguments: Any, **options: Any) -> Any:
    """`repeat`, which copies though it is once."""
    return own(array.repeat(*arguments, **options), [array])


_VERSIONS: dict[str, Callable[..., Any]] = {
    "item": _item,
    "tolist": _listed,
    "flatten": flattened,
    "astype": cast,
    "repeat": repeated,
}
