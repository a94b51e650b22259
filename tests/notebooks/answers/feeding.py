"""Answers to the exercise on feeding: an epoch that sees each row once, in an order that the key decides."""

from __future__ import annotations

from typing import Any

import jax

from tests.notebooks.answers.form import Answers, Told


def epoch(key: Any, rows: Any) -> Any:
    return jax.random.permutation(key, rows).reshape(-1, 4, rows.shape[1])


def epoch_with_repeats(key: Any, rows: Any) -> Any:
    chosen = jax.random.randint(key, (len(rows),), 0, len(rows))
    return rows[chosen].reshape(-1, 4, rows.shape[1])


def epoch_in_order(key: Any, rows: Any) -> Any:
    del key
    return rows.reshape(-1, 4, rows.shape[1])


def epoch_of_one_key(key: Any, rows: Any) -> Any:
    del key
    return jax.random.permutation(jax.random.key(0), rows).reshape(-1, 4, rows.shape[1])


def epoch_of_whole_batches(key: Any, rows: Any) -> Any:
    return jax.random.permutation(key, rows.reshape(-1, 4, rows.shape[1]))


def epoch_of_torn_rows(key: Any, rows: Any) -> Any:
    return jax.random.permutation(key, rows, independent=True).reshape(-1, 4, rows.shape[1])


ANSWERS = Answers(
    epoch,
    {
        epoch_with_repeats: Told("epoch_with_repeats(", "Some rows are missing"),
        epoch_in_order: Told("epoch_in_order(", "The rows are in the order in which they came"),
        epoch_of_whole_batches: Told("epoch_of_whole_batches(", "The rows are in the order in which they came"),
        epoch_of_torn_rows: Told("epoch_of_torn_rows(", "Some rows are missing, or torn"),
        epoch_of_one_key: Told("epoch_of_one_key(", "Two keys give the same order."),
    },
)
