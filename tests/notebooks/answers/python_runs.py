"""Answers to the exercise on traces: the mean of the first numbers of a row."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

import nbgraph as ng
from tests.notebooks.answers.form import Answers, Told


def mean(row: Any, count: Any) -> Any:
    return jnp.sum(jnp.where(jnp.arange(10) < count, row, 0.0)) / count


@ng.function(static_argnames="count")
def mean_by_static(row: Any, count: Any) -> Any:
    return jnp.sum(row[:count]) / count


def mean_of_a_slice(row: Any, count: Any) -> Any:
    return jnp.mean(row[:count])


def mean_by_ten(row: Any, count: Any) -> Any:
    return jnp.mean(jnp.where(jnp.arange(10) < count, row, 0.0))


ANSWERS = Answers(
    mean,
    {
        mean_by_static: Told("mean_by_static was traced 10 times, and 1 is wanted.", "Which argument is static"),
        mean_of_a_slice: Told(
            "mean_of_a_slice(f32[10], 1) raises an error: how many items `row[:count]` has is only known at run time, and "
            "an array has a fixed size.",
            "A slice has a size that `count` decides.",
        ),
        mean_by_ten: Told("mean_by_ten(f32[10], 2) is 0.1, and 0.5 is wanted.", "`jnp.arange(10) < count` says"),
    },
)
