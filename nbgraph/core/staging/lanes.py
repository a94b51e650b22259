"""Truth values under `vmap`, where a graph is run for several lanes at once."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp


@jax.custom_batching.custom_vmap
def any_lane(holds: Any) -> Any:
    """A truth value; under `vmap` whether it holds in any lane, so that what depends on it stays a branch."""
    return holds


@any_lane.def_vmap
def _any_of(_: int, batched: list[bool], holds: Any) -> tuple[Any, bool]:
    return any_lane(jnp.any(holds, axis=0) if batched[0] else holds), False
