"""Answers to the exercise on devices: a mean over all of them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

from tests.notebooks.answers.form import Answers, Told

HINT = "`jax.lax.pmean"


def _mesh() -> Mesh:
    return Mesh(np.array(jax.devices()[:1]), ("part",))


def mean_of_all(x: Any) -> Any:
    def part(x: Any) -> Any:
        return jax.lax.pmean(jnp.mean(x, axis=0), "part")

    return jax.shard_map(part, mesh=_mesh(), in_specs=P("part"), out_specs=P())(x)


def mean_of_each(x: Any) -> Any:
    def part(x: Any) -> Any:
        return jnp.mean(x, axis=0)[None]

    return jax.shard_map(part, mesh=_mesh(), in_specs=P("part"), out_specs=P("part"))(x)


def sum_of_all(x: Any) -> Any:
    def part(x: Any) -> Any:
        return jax.lax.psum(jnp.sum(x, axis=0), "part")

    return jax.shard_map(part, mesh=_mesh(), in_specs=P("part"), out_specs=P())(x)


def mean_on_one(x: Any) -> Any:
    return jnp.mean(x, axis=0)


ANSWERS = Answers(
    mean_of_all,
    {
        mean_of_each: Told("mean_of_each(", HINT),
        sum_of_all: Told("sum_of_all(", HINT),
        mean_on_one: Told("The graph of mean_on_one has 0 `shard_map`, and 1 is wanted.", "The mean is right, but"),
    },
)
