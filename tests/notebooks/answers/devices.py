"""Answers to the exercise on devices: a mean over all of them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

from tests.notebooks.answers.form import Answers, Told


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


def mean_in_rows(x: Any) -> Any:
    def part(x: Any) -> Any:
        return jax.lax.pmean(jnp.mean(x, axis=0), "part")[None]

    return jax.shard_map(part, mesh=_mesh(), in_specs=P("part"), out_specs=P("part"))(x)


def mean_of_numbers(x: Any) -> Any:
    def part(x: Any) -> Any:
        return jax.lax.pmean(jnp.mean(x), "part")

    return jax.shard_map(part, mesh=_mesh(), in_specs=P("part"), out_specs=P())(x)


def mean_unasked(x: Any) -> Any:
    def part(x: Any) -> Any:
        return jnp.mean(x, axis=0)

    return jax.shard_map(part, mesh=_mesh(), in_specs=P("part"), out_specs=P())(x)


ANSWERS = Answers(
    mean_of_all,
    {
        mean_of_each: Told("mean_of_each(", "Each device gives a row"),
        mean_in_rows: Told("mean_in_rows(", "Each device gives a row"),
        sum_of_all: Told("sum_of_all(", "That is the sum of all rows"),
        mean_of_numbers: Told("mean_of_numbers(", "The columns stay apart"),
        mean_unasked: Told("mean_unasked(", "`out_specs=P()` says that all devices"),
        mean_on_one: Told("The graph of mean_on_one has 0 `shard_map`, and 1 is wanted.", "The mean is right, but"),
    },
)
