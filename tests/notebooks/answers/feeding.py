"""Answers to the exercise on feeding: an epoch that sees each row once, in an order that the key decides."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

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


def epoch_mixed_within(key: Any, rows: Any) -> Any:
    keys = jax.random.split(key, 3)
    return jax.vmap(jax.random.permutation)(keys, rows.reshape(-1, 4, rows.shape[1]))


def epoch_thrown_away(key: Any, rows: Any) -> Any:
    jax.random.permutation(key, rows)
    return rows.reshape(-1, 4, rows.shape[1])


def epoch_without_batches(key: Any, rows: Any) -> Any:
    return jax.random.permutation(key, rows)


def epoch_of_four_batches(key: Any, rows: Any) -> Any:
    return jax.random.permutation(key, rows).reshape(4, -1, rows.shape[1])


def one_batch(key: Any, rows: Any) -> Any:
    return jax.random.permutation(key, rows)[:4]


def numbers_of_rows(key: Any, rows: Any) -> Any:
    return jnp.reshape(jax.random.permutation(key, len(rows)), (-1, 4))


ANSWERS = Answers(
    epoch,
    {
        epoch_with_repeats: Told("epoch_with_repeats(", "Some rows are missing"),
        epoch_in_order: Told("epoch_in_order(", "The rows are in the order in which they came"),
        epoch_thrown_away: Told("epoch_thrown_away(", "The rows are in the order in which they came"),
        epoch_of_whole_batches: Told("epoch_of_whole_batches(", "Most rows follow the one"),
        epoch_mixed_within: Told("epoch_mixed_within(", "The first batch holds the rows"),
        epoch_of_torn_rows: Told("epoch_of_torn_rows(", "The rows are torn"),
        epoch_of_one_key: Told("epoch_of_one_key(", "Two keys give the same order."),
        epoch_without_batches: Told("epoch_without_batches(", "The order is random, but"),
        epoch_of_four_batches: Told("epoch_of_four_batches(", "The shape is wrong"),
        one_batch: Told("one_batch(", "That is one batch."),
        numbers_of_rows: Told("numbers_of_rows(", "Those are the numbers of the rows."),
    },
)
