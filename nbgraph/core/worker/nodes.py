"""Classes whose objects JAX takes apart, as `jax.tree_util.register_dataclass` says: the worker must know how, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

from nbgraph.core._jax import pytree_node


def with_node(reduced: Any, cls: type) -> Any:
    """What a class of the user's is pickled as, with how JAX takes its objects apart where it was told."""
    node = pytree_node(cls) if isinstance(reduced, tuple) else None
    if node is None:
        return reduced
    *made, state, _, _, fill = reduced
    return *made, (state, fill, node), None, None, _as_node


def _as_node(cls: type, parts: tuple[Any, Callable[[type, Any], None], Any]) -> None:
    """Fill a class that has travelled, and tell JAX of it."""
    state, fill, (apart, together) = parts
    fill(cls, state)
    if pytree_node(cls) is None:
        jax.tree_util.register_pytree_with_keys(cls, _with_names(apart), together, apart)


def _with_names(apart: Callable[[Any], tuple[Any, Any]]) -> Callable[[Any], tuple[Any, Any]]:
    """The same, with the attribute that each part is."""

    def named(value: Any) -> tuple[Any, Any]:
        parts, rest = apart(value)
        left = list(vars(value).items()) if hasattr(value, "__dict__") else []
        found: list[tuple[Any, Any]] = []
        for number, part in enumerate(parts):
            at = next((i for i, (_, attribute) in enumerate(left) if attribute is part), None)
            key = jax.tree_util.FlattenedIndexKey(number) if at is None else jax.tree_util.GetAttrKey(left.pop(at)[0])
            found.append((key, part))
        return found, rest

    return named
