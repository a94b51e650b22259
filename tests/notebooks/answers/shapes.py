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


def loss_of_a_row(predictions: Any, values: Any) -> Any:
    return jnp.mean((predictions[0] - values) ** 2)


def loss_of_all_pairs_by_rows(predictions: Any, values: Any) -> Any:
    return jnp.sum((predictions - values) ** 2) / len(values)


def loss_of_all_pairs_for_each(predictions: Any, values: Any) -> Any:
    return jnp.mean((predictions - values) ** 2, axis=0)


def root_of_all_pairs(predictions: Any, values: Any) -> Any:
    return jnp.sqrt(jnp.mean((predictions - values) ** 2))


def loss_with_signs(predictions: Any, values: Any) -> Any:
    return jnp.mean(predictions[:, 0] - values)


def loss_by_three(predictions: Any, values: Any) -> Any:
    return jnp.sum((predictions[:, 0] - values) ** 2) / 3


def loss_as_a_norm(predictions: Any, values: Any) -> Any:
    return jnp.linalg.norm(predictions[:, 0] - values)


ANSWERS = Answers(
    loss,
    {
        loss_of_all_pairs: Told("loss_of_all_pairs(", SHAPE),
        loss_by_a_row: Told("loss_by_a_row(", SHAPE),
        loss_as_a_sum: Told("loss_as_a_sum(", "That is the sum of the squares."),
        loss_of_the_first: Told("loss_of_the_first(", "Only the first row counts."),
        loss_as_a_norm: Told("loss_as_a_norm(", "That is the length of the difference"),
        loss_of_a_row: Told("loss_of_a_row(", "That is the first row, one number"),
        loss_of_all_pairs_by_rows: Told("loss_of_all_pairs_by_rows(", "Nine squares were added"),
        loss_of_all_pairs_for_each: Told("loss_of_all_pairs_for_each(", "That is a mean for each value"),
        root_of_all_pairs: Told("root_of_all_pairs(", "That is a root"),
        loss_with_signs: Told("loss_with_signs(", "A loss below zero"),
        loss_by_three: Told("loss_by_three(", "There were three rows before"),
        loss_without_squares: Told("loss_without_squares(", "That is a distance"),
        loss_squared_last: Told("loss_squared_last(", "That is the square of the mean."),
        loss_of_all_pairs_as_a_sum: Told("loss_of_all_pairs_as_a_sum(", SHAPE),
        loss_for_each_row: Told("loss_for_each_row(", "One number is wanted"),
    },
)
