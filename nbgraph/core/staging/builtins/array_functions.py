"""Map NumPy's functions on traced values to JAX's, and adapt array methods that return Python numbers, lists or copies.

NumPy copies where JAX, whose arrays never change, returns its argument.
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
from nbgraph.core.staging.trace.kind_questions import is_of_jax, may_be_of_array
from nbgraph.core.staging.trace.number_kinds import CLASSES
from nbgraph.core.staging.trace.recorder import refusal
from nbgraph.core.staging.values.values import is_traced, type_of

_NUMBERS: dict[type, Callable[..., Any]] = {bool: bool_, int: int_, float: float_, complex: complex_}


def version(method: MethodType) -> Callable[..., Any] | None:
    """Return the function that replaces a method of a traced array; None to use the method itself."""
    array = method.__self__
    for name, runs in _VERSIONS.items():
        if getattr(type(array), name, None) is method.__func__:
            return functools.partial(runs, array)
    return None


def _item(array: Any, *index: Any) -> Any:
    """Return the only item of an array."""
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
    """Return a NumPy function's replacement so that its results have no aliases among the arguments."""
    return functools.partial(_copying, runs) if is_one_that(function, Fact.COPIES) else runs


def _copying(runs: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    result = runs(*arguments, **options)
    if options.get("copy", True) is False:
        return result
    return jax.tree.map(functools.partial(own, given=jax.tree.leaves((arguments, options))), result)


def own(array: Any, given: Any) -> Any:
    """Return an array, or a copy if it may be one of the given ones or a view of one."""
    if not is_traced(array) or not array.shape:
        return array
    fits = any(is_traced(each) and each.size >= array.size for each in given)
    return jnp.copy(array) if fits or _jax.made_by(array)[0] in VIEWS else array


def flattened(array: Any, *order: Any) -> Any:
    """Return `array.flatten()`, always a copy."""
    return own(array.flatten(*order), [array])


def cast(array: Any, *arguments: Any, copy: bool = True, **options: Any) -> Any:
    """Return `array.astype(...)`, a copy even if the dtype is the same."""
    result = array.astype(*arguments, **options)
    return jnp.copy(result) if copy and result is array else result


def repeated(array: Any, *arguments: Any, **options: Any) -> Any:
    """Return `array.repeat(...)`, a copy even if it repeats once."""
    return own(array.repeat(*arguments, **options), [array])


def argsort(array: Any, *arguments: Any, kind: str | None = None, **options: Any) -> Any:
    """Return `array.argsort(...)`, which is stable in JAX, as each `kind` of NumPy's may be."""
    return array.argsort(*arguments, **options)


def _running(name: str, array: Any, *arguments: Any, **options: Any) -> Any:
    """Return `array.cumsum(...)` or `array.cumprod(...)`."""
    options = _widened(array, options) if len(arguments) < 2 else options
    return getattr(array, name)(*arguments, **options)


_VERSIONS: dict[str, Callable[..., Any]] = {
    "item": _item,
    "tolist": _listed,
    "flatten": flattened,
    "astype": cast,
    "repeat": repeated,
    "argsort": argsort,
    **{name: functools.partial(_running, name) for name in ("cumsum", "cumprod")},
}


def counterpart(function: Any) -> Callable[..., Any] | None:
    """Return JAX's counterpart of a NumPy function or number type; None for any other function.

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
    """Look a function up by names: a method as a key would keep its object alive."""
    place: Any = jnp
    for inner in module.split(".")[1:]:
        place = getattr(place, inner, None)
    found = getattr(place, name, None)
    return None if found is None else _of_lists_too(found)


def _cast(kind: type, value: Any = 0) -> Any:
    return jnp.asarray(value).astype(jax.dtypes.canonicalize_dtype(kind))


_RUNNING = (jnp.cumsum, jnp.cumprod, jnp.nancumsum, jnp.nancumprod)
"""Functions whose results are wider than short integers in NumPy only."""


def _widened(array: Any, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a running sum, with the dtype that NumPy has for one of short integers of its own."""
    if not is_traced(array) or type_of(array).dtype_kind not in "iu" or "dtype" in options:
        return options
    wide = jax.dtypes.canonicalize_dtype(np.cumsum(np.empty(0, array.dtype)).dtype)
    return options if wide == array.dtype or is_of_jax(array) else {**options, "dtype": wide}


def _of_lists_too(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a JAX function accept a list of numbers for an array, as NumPy does."""

    @functools.wraps(function)
    def run(*arguments: Any, **options: Any) -> Any:
        if function in (jnp.sort, jnp.argsort):
            options.pop("kind", None)  # JAX's are stable, as every kind may be
        if function in _RUNNING and 0 < len(arguments) < 3:
            options = _widened(arguments[0], options)
        try:
            return function(*arguments, **options)
        except TypeError as error:
            if not matches(error, Message.NO_LISTS):
                raise
            made = (jnp.array(part) if isinstance(part, list | tuple) else part for part in arguments)
            return function(*made, **options)

    return run


def is_scalar(value: Any) -> bool:
    """Return `np.isscalar(value)`: true for numbers of Python and NumPy, false for all arrays."""
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
    """Return `np.vectorize` of a user's function: JAX's, of the converted function."""
    return jnp.vectorize(converted_callable(function), **options)
