"""Answers to the exercise on debugging: a distance that refuses other shapes and has a gradient."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told


def distance(slope: Any, x: Any, wanted: Any) -> Any:
    prediction = slope * x
    assert prediction.shape == wanted.shape
    return jnp.mean((prediction - wanted) ** 2)


def distance_as_a_sum(slope: Any, x: Any, wanted: Any) -> Any:
    prediction = jnp.round(slope * x)
    return jnp.sum((prediction - wanted) ** 2)


def distance_rounded(slope: Any, x: Any, wanted: Any) -> Any:
    prediction = jnp.round(slope * x)
    assert prediction.shape == wanted.shape
    return jnp.mean((prediction - wanted) ** 2)


def distance_of_any_shape(slope: Any, x: Any, wanted: Any) -> Any:
    return jnp.mean((slope * x - wanted) ** 2)


def distance_cut(slope: Any, x: Any, wanted: Any) -> Any:
    prediction = jax.lax.stop_gradient(slope) * x
    assert prediction.shape == wanted.shape
    return jnp.mean((prediction - wanted) ** 2)


ANSWERS = Answers(
    distance,
    {
        distance_as_a_sum: Told("distance_as_a_sum(2.0", "That is the sum of the squares."),
        distance_rounded: Told("distance_rounded(1.5", "Compare the prediction for slope 1.5"),
        distance_of_any_shape: Told("distance_of_any_shape(2.0", "`assert prediction.shape"),
        distance_cut: Told("The gradient of distance_cut(2.0", "`ng.check_gradient(distance, 1.5"),
    },
)
