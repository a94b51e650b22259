"""The arguments of a call at another size."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from nbgraph.core.errors import CallError
from nbgraph.core.timing.sizes import Over, Size

Call = tuple[tuple[Any, ...], dict[str, Any]]


def call_at(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], over: Over, size: Size
) -> Call:
    """The call's arguments by position and by name, with the swept one changed and all others as they were given.

    >>> call_at(lambda n, k=3: n, (27,), {}, Over("n", (1, 2)), 2)
    ((2,), {})
    >>> call_at(lambda x: x, ([1, 2, 3],), {}, Over("x", (2, 7), length=True), 7)
    (([1, 2, 3, 1, 2, 3, 1],), {})

    Raises:
        CallError: the function has no such argument, or it has no length.
    """
    signature = inspect.signature(function)
    if over.name not in signature.parameters:
        have = ", ".join(signature.parameters) or "none"
        raise CallError(f"the function has no argument `{over.name}`", remedy=f"one of its arguments: {have}")
    bound = signature.bind_partial(*args, **kwargs)
    given = bound.arguments.get(over.name)
    bound.arguments[over.name] = _resized(given, over, int(size)) if over.length else _valued(given, size)
    return bound.args, bound.kwargs


def _valued(given: Any, size: Size) -> Any:
    """The size as the kind of number that was given."""
    if isinstance(given, bool) or given is None:
        return size
    if isinstance(given, float):
        return float(size)
    return np.asarray(size).astype(given.dtype)[()] if isinstance(given, np.generic) else size


def _resized(given: Any, over: Over, length: int) -> Any:
    axes = getattr(given, "ndim", None)
    if over.flat and axes is not None and axes != 1:
        raise CallError(
            f"`{over.name}` has {axes} axes, so its size is not one length", remedy=f"`len({over.name})=...`"
        )
    if length < 0 or not (isinstance(given, list | tuple) or axes):
        said = "is not given" if given is None else f"is of type {type(given).__name__}"
        remedy = f"a call with an array or list for `{over.name}`, whose items are then repeated"
        raise CallError(f"`{over.name}` has no length to change: it {said}", remedy=remedy)
    if len(given) == 0:
        raise CallError(f"`{over.name}` is empty: there are no items to repeat", remedy="an array with items")
    if isinstance(given, list | tuple):
        return (given * (length // len(given) + 1))[:length]
    return given[np.arange(length) % len(given)]
