"""Arguments that no graph can take as they are."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from nbgraph.core.staging.values import is_dynamic, is_too_large, leaves_of

_HASHABLE = (str, bytes, tuple, frozenset, type, types.FunctionType, types.MethodType, functools.partial, range, slice)


def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """The parameters that may be given by position, in order."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in inspect.signature(function).parameters.values() if p.kind in kinds)


def static_candidates(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> tuple[str, ...]:
    """Parameters whose arguments are hashable and hold something that cannot be traced."""
    found = []
    for name, value in _named(names, arguments, keywords):
        untraceable = [leaf for leaf in leaves_of(value)[0] if leaf is not None and not is_dynamic(leaf)]
        if untraceable and (isinstance(value, _HASHABLE) or callable(value)):
            found.append(name)
    return tuple(found)


def untraceable(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any], static: Sequence[str]) -> str:
    """The first argument that holds something neither traceable nor static; "" if none does."""
    for name, value in _named(names, arguments, keywords):
        if name not in static and any(x is not None and not is_dynamic(x) for x in leaves_of(value)[0]):
            return name
    return ""


def too_large_one(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> str:
    """The first argument that holds an integer beyond those of a graph; "" if none does."""
    for name, value in _named(names, arguments, keywords):
        if any(is_too_large(leaf) for leaf in leaves_of(value)[0]):
            return name
    return ""


def _named(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield from zip(names, arguments, strict=False)
    yield from keywords.items()
