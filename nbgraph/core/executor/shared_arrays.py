"""Refuse NumPy arrays that share items among a call's arguments, if the function changes one in place."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import Array
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing import AliasError

Replaced = tuple[Span, str]
"""Where a function changes an array argument, and its name there."""


_ALONE = frozenset((Array, int, float, bool, complex, str, type(None)))


def shares(arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> bool:
    """Whether two arrays among the arguments have items in common.

    >>> v = np.arange(3)
    >>> shares((v, v[1:]), {}), shares((v, v.copy()), {}), shares((v[:1],), {"w": v[1:]})
    (True, False, False)
    """
    if not keywords and (_ALONE.issuperset(map(type, arguments)) or list(map(type, arguments)) == [np.ndarray]):
        return False
    leaves = jax.tree_util.tree_leaves((arguments, dict(keywords)))
    arrays = [leaf for leaf in leaves if type(leaf) is np.ndarray and leaf.ndim]
    return any(itertools.starmap(np.may_share_memory, itertools.combinations(arrays, 2)))


def shared_aside(call: Callable[..., Any], aside: Callable[..., Any]) -> Callable[..., Any]:
    """Send calls whose arguments share arrays to another path."""

    def guarded(*arguments: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        return (aside if shares(arguments, keywords) else call)(*arguments, **keywords)

    return guarded


def refuse_shared(replaced: Replaced | None, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> None:
    """Refuse a call with shared arrays, one of which the function changes."""
    if replaced is not None and shares(arguments, keywords):
        place, name = replaced
        raise AliasError(
            f"`{name}` is changed here, and this call gives an array with the same items under another name, too",
            span=place,
            remedy="a copy for one of the two arguments, `v.copy()`",
            variable=name,
        )
