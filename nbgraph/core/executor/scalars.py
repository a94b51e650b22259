"""Scalars of arrays among a call's arguments: JAX takes them for Python's numbers, and Python does not.

`jnp.asarray(0.0)` and `0.0` have one type in JAX, and so have `np.True_` and `True`. But `1 / x` raises for one of the
two, `isinstance(x, float)` is true of one, and `x + x` of truth values is a number for one. So a call says in one more
argument, which is static, which of its scalars are of arrays, if the function asks for such a difference. Where it
takes them for keys, it also says which are of JAX's arrays: `jnp.int32(2)` is none, and `np.int32(2)` is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

from nbgraph.core.staging.trace import JAX

SCALARS = "_nbgraph_scalars"  # the argument
PYTHONS = frozenset({int, float, bool, complex, str, type(None)})
Scalars = tuple[tuple[int, str], ...]
"""Which leaves of the arguments are of arrays, with how: "changes" for a NumPy array without axes, which may change,
and JAX for an array of JAX's that is like a number, or where keys are asked for any."""


def scalars_among(arguments: tuple[Any, ...], keywords: Mapping[str, Any], *, keys: bool = False) -> Scalars:
    """The scalars of arrays among arguments as JAX takes them.

    Args:
        keys: whether the function takes some for keys.

    >>> scalars_among((1.0, np.float64(1.0), np.True_, [np.array(2)]), {})
    ((2, 'bool'), (3, 'changes'))
    """
    if not keywords and PYTHONS.issuperset(map(type, arguments)):
        return ()
    return tuple((at, of) for at, leaf in enumerate(_leaves(arguments, keywords)) if (of := _of_array(leaf, keys)))


def traced_scalars(scalars: Scalars, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> list[tuple[Any, str]]:
    leaves = _leaves(arguments, keywords)
    return [(leaves[at], of) for at, of in scalars]


def _leaves(arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> list[Any]:
    named = {name: value for name, value in keywords.items() if not name.startswith("_nbgraph_")}
    return jax.tree_util.tree_leaves((arguments, named))


def _of_array(leaf: Any, keys: bool) -> str:
    kind = type(leaf)
    if kind in PYTHONS:
        return ""
    if isinstance(leaf, jax.Array):
        if keys or (not leaf.shape and getattr(leaf, "weak_type", False)):
            return JAX
        return "bool" if not leaf.shape and leaf.dtype == bool else ""
    if kind is np.ndarray and not leaf.ndim:
        return "changes"
    return "bool" if kind is np.bool_ else ""
