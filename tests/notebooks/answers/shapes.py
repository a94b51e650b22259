"""Answers to the exercise on shapes: a loss without a broadcast."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told

SHAPE = "What is the shape of the difference?"


def loss(predictions: Any, values: Any) -> Any:
    return jnp.mean((predictions[:, 0] - values) ** 2)


def loss_of_all_pairs(predictions: Any, values: Any) -> Any:
    return jnp.mean((predictions - values) ** 2)


def loss_by_a_row(predictions: Any, values: Any) -> Any:
    return jnp.mean((predictions - values[None, :]) ** 2)


def loss_as_a_sum(predictions: Any, values: Any) -> Any:
    return jnp.sum((predictions[:, 0] - values) ** 2)


def loss_of_the_first(predictions: Any, values: Any) -> Any:
    return (predictions[0, 0] - values[0]) ** 2


def loss_without_squares(predictions: Any, values: Any) -> Any:
    return jnp.mean(jnp.abs(predictions[:, 0] - values))


def loss_squared_last(predictions: Any, values: Any) -> Any:
    return jnp.mean(predictions[:, 0] - values) ** 2


def loss_of_all_pairs_as_a_sum(predictions: Any, values: Any) -> Any:
    return jnp.sum((predictions - values) ** 2)


def loss_for_each_row(predictions: Any, values: Any) -> Any:
    return (predictions[:, 0] - values) ** 2


ANSWERS = Answers(
    loss,
    {
        loss_of_all_pairs: Told("loss_of_all_pairs(", SHAPE),
        loss_by_a_row: Told("loss_by_a_row(", SHAPE),
        loss_as_a_sum: Told("loss_as_a_sum(", "That is the sum of the squares."),
        loss_of_the_first: Told("loss_of_the_first(", "Take the column's only column"),
        loss_without_squares: Told("loss_without_squares(", "Each difference is to be squared."),
        loss_squared_last: Told("loss_squared_last(", "That is the square of the mean."),
        loss_of_all_pairs_as_a_sum: Told("loss_of_all_pairs_as_a_sum(", SHAPE),
        loss_for_each_row: Told("loss_for_each_row(", "One number is wanted"),
    },
)
