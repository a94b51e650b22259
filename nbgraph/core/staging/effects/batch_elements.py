"""Truth values under `vmap`, where a graph is run for several batch elements at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp


@jax.custom_batching.custom_vmap
def any_element(holds: Any) -> Any:
    """A truth value; under `vmap` whether it holds in any lane, so that what depends on it stays a branch."""
    return holds


@any_element.def_vmap
def _any_of(_: int, batched: list[bool], holds: Any) -> tuple[Any, bool]:
    return any_element(jnp.any(holds, axis=0) if batched[0] else holds), False


@jax.custom_batching.custom_vmap
def first_failed(failed: Any, values: Any) -> Any:
    """The number of a failed check and what its message shows; under `vmap` those of the first element that has one.

    JAX makes a callback of each batch element, and XLA would compile as many.
    """
    return failed, values


@first_failed.def_vmap
def _first_of(_: int, batched: Sequence[Any], failed: Any, values: Any) -> tuple[Any, Any]:
    if not batched[0]:
        return first_failed(failed, values), (False, batched[1])
    at = jnp.argmax(failed != 0)
    shown = jax.tree_util.tree_map(lambda each, along: each[at] if along else each, values, batched[1])
    return first_failed(failed[at], shown), jax.tree_util.tree_map(lambda _: False, tuple(batched))
