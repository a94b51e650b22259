"""Reduce truth values over the batch elements of `vmap`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp


@jax.custom_batching.custom_vmap
def any_element(holds: Any) -> Any:
    """Return a truth value; under `vmap` whether it holds for any element, so that a branch on it stays one."""
    return holds


@any_element.def_vmap
def _any_of(_: int, batched: list[bool], holds: Any) -> tuple[Any, bool]:
    return any_element(jnp.any(holds, axis=0) if batched[0] else holds), False


@jax.custom_batching.custom_vmap
def first_failed(failed: Any, values: Any) -> Any:
    """Return a failed check and its values; under `vmap` those of the first element with a failed check.

    JAX makes one callback per batch element, and XLA would compile each.
    """
    return failed, values


@first_failed.def_vmap
def _first_of(_: int, batched: Sequence[Any], failed: Any, values: Any) -> tuple[Any, Any]:
    if not batched[0]:
        return first_failed(failed, values), (False, batched[1])
    at = jnp.argmax(failed != 0)
    shown = jax.tree_util.tree_map(lambda each, along: each[at] if along else each, values, batched[1])
    return first_failed(failed[at], shown), jax.tree_util.tree_map(lambda _: False, tuple(batched))
