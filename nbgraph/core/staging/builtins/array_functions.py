"""NumPy's functions on traced values, JAX's of the same name, and casts by calling a type; and methods of arrays that
return numbers of Python, lists of them, or copies: in a graph scalars, lists and copies.

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
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.messages import Message, matches
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import is_one_that
from nbgraph.core.staging.aliasing.array_aliases import VIEWS
from nbgraph.core.staging.frames.conversion import converted_callable
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.operators.builtin_numbers import bool_, complex_, float_, int_
from nbgraph.core.staging.trace.kind_questions import may_be_of_array
from nbgraph.core.staging.trace.number_kinds import CLASSES
from nbgraph.core.staging.trace.recorder import refusal
from nbgraph.core.staging.values.values import is_traced, type_of

_NUMBERS: dict[type, Callable[..., Any]] = {bool: bool_, int: int_, float: float_, complex: complex_}


def version(method: MethodType) -> Callable[..., Any] | None:
    """What runs in place of a method of a traced array; None where the method itself runs."""
    array = method.__self__
    for name, runs in _VERSIONS.items():
        if getattr(type(array), name, None) is method.__func__:
            return functools.partial(runs, array)
    return None


def _item(array: Any, *index: Any) -> Any:
    """The only item of an array."""
    if index:
        raise refusal(
            "`item` takes no index in a graph",
            "`v[i]`, the item itself; or `v.ravel()[i]`, counted through all rows",
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


def argsort(array: Any, *arguments: Any, kind: str | None = None, **options: Any) -> Any:
    """`argsort`, which is stable in JAX: as NumPy's `kind` says, or may be."""
    return array.argsort(*arguments, **options)


_VERSIONS: dict[str, Callable[..., Any]] = {
    "item": _item,
    "tolist": _listed,
    "flatten": flattened,
    "astype": cast,
    "repeat": repeated,
    "argsort": argsort,
}


def counterpart(function: Any) -> Callable[..., Any] | None:
    """JAX's counterpart of a function or number type of NumPy; None for everything else.

    >>> counterpart(np.linalg.norm)([3, 4]).item(), counterpart(np.int32)(2.7).item(), counterpart(len)
    (5.0, 2, None)
    """
    if isinstance(function, type):
        return functools.partial(_cast, function) if issubclass(function, np.bool_ | np.number) else None
    if function is np.isscalar:
        return is_scalar
    module = str(getattr(function, "__module__", None) or "")
    if module.partition(".")[0] != "numpy" and not isinstance(function, np.ufunc):
        return None
    return _named(module, str(getattr(function, "__name__", "")))


@functools.lru_cache(maxsize=1024)
def _named(module: str, name: str) -> Callable[..., Any] | None:
    """By names: a method of the user's, as a key, would keep the object that it is bound to."""
    place: Any = jnp
    for inner in module.split(".")[1:]:
        place = getattr(place, inner, None)
    found = getattr(place, name, None)
    return None if found is None else _of_lists_too(found)


def _cast(kind: type, value: Any = 0) -> Any:
    return jnp.asarray(value).astype(jax.dtypes.canonicalize_dtype(kind))


def _of_lists_too(function: Callable[..., Any]) -> Callable[..., Any]:
    """NumPy takes a list of numbers for an array, and JAX does not."""

    @functools.wraps(function)
    def run(*arguments: Any, **options: Any) -> Any:
        if function in (jnp.sort, jnp.argsort):
            options.pop("kind", None)  # JAX's are stable, as every kind may be
        try:
            return function(*arguments, **options)
        except TypeError as error:
            if not matches(error, Message.NO_LISTS):
                raise
            made = (jnp.array(part) if isinstance(part, list | tuple) else part for part in arguments)
            return function(*made, **options)

    return run


def is_scalar(value: Any) -> bool:
    """`np.isscalar`: true of numbers of Python's and NumPy's, false of arrays, JAX's without axes included."""
    if not is_traced(value) or type_of(value).shape:
        return bool(np.isscalar(value))
    if may_be_of_array(value):
        raise refusal(
            "this number may come from an array: `np.isscalar` is true of NumPy's numbers and false of JAX's, and a"
            " graph does not know which of them it was given",
            "`np.ndim(x) == 0`, which is true of both",
        )
    return True


def vectorize(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """`np.vectorize` of a user's function: JAX's, of the converted one."""
    return jnp.vectorize(converted_callable(function), **options)
