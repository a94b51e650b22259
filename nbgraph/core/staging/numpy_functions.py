"""NumPy's functions on traced values: JAX's of the same name, and casts by calling a type."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.messages import Message, said
from nbgraph.core.staging.conversion import converted_callable
from nbgraph.core.staging.kind_questions import may_be_of_array
from nbgraph.core.staging.recorder import user_frame
from nbgraph.core.staging.values import is_traced, type_of


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
        try:
            return function(*arguments, **options)
        except TypeError as error:
            if not said(error, Message.NO_LISTS):
                raise
            made = (jnp.array(part) if isinstance(part, list | tuple) else part for part in arguments)
            return function(*made, **options)

    return run


def is_scalar(value: Any) -> bool:
    """`np.isscalar`: true of numbers of Python's and NumPy's, false of arrays, JAX's without axes included."""
    if not is_traced(value) or type_of(value).shape:
        return bool(np.isscalar(value))
    if may_be_of_array(value):
        raise StagingError(
            "this number may come from an array: `np.isscalar` is true of NumPy's numbers and false of JAX's, and a"
            " graph does not know which of them it was given",
            span=user_frame().span,
            remedy="`np.ndim(x) == 0`, which is true of both",
            id="traced-value-in-python",
        )
    return True


def vectorize(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """`np.vectorize` of a user's function: JAX's, of the converted one."""
    return jnp.vectorize(converted_callable(function), **options)
