"""Answers to the exercise on rules: a measurement with noise, and its state."""

from __future__ import annotations

from typing import Any

import jax

from tests.notebooks.answers.form import Answers, Told

calls = 0


def measure(x: Any, key: Any, count: Any) -> Any:
    key, part = jax.random.split(key)
    return x + jax.random.normal(part), key, count + 1


def measure_counts_outside(x: Any, key: Any, count: Any) -> Any:
    global calls
    calls = calls + 1
    key, part = jax.random.split(key)
    return x + jax.random.normal(part), key, calls


def measure_by_seed(x: Any, key: Any, count: Any) -> Any:
    return x + jax.random.normal(jax.random.key(0)), key, count + 1


def measure_keeps_the_key(x: Any, key: Any, count: Any) -> Any:
    return x + jax.random.normal(key), key, count + 1


def measure_by_count(x: Any, key: Any, count: Any) -> Any:
    key, part = jax.random.split(jax.random.key(count))
    return x + jax.random.normal(part), key, count + 1


def measure_keeps_the_count(x: Any, key: Any, count: Any) -> Any:
    key, part = jax.random.split(key)
    return x + jax.random.normal(part), key, count


def measure_two(x: Any, key: Any, count: Any) -> Any:
    key, part = jax.random.split(key)
    return x + jax.random.normal(part), key


def measure_without_x(x: Any, key: Any, count: Any) -> Any:
    key, part = jax.random.split(key)
    return jax.random.normal(part), key, count + 1


def measure_by_the_old_key(x: Any, key: Any, count: Any) -> Any:
    noise = jax.random.normal(key)
    key, _ = jax.random.split(key)
    return x + noise, key, count + 1


def measure_by_the_new_key(x: Any, key: Any, count: Any) -> Any:
    key, _ = jax.random.split(key)
    return x + jax.random.normal(key), key, count + 1


def measure_the_other_way_round(x: Any, key: Any, count: Any) -> Any:
    part, key = jax.random.split(key)
    return x + jax.random.normal(part), key, count + 1


def measure_returns_the_part(x: Any, key: Any, count: Any) -> Any:
    key, part = jax.random.split(key)
    return x + jax.random.normal(part), part, count + 1


def measure_returns_the_old_key(x: Any, key: Any, count: Any) -> Any:
    _, part = jax.random.split(key)
    return x + jax.random.normal(part), key, count + 1


def measure_by_both(x: Any, key: Any, count: Any) -> Any:
    key = jax.random.split(key)
    return x + jax.random.normal(key), key, count + 1


ANSWERS = Answers(
    measure,
    {
        measure_counts_outside: Told("ng.lint finds", "The count comes in as an argument."),
        measure_by_seed: Told("ng.lint finds", "A key came in as an argument"),
        measure_keeps_the_key: Told("measure_keeps_the_key(1.0, key<fry>[]: [0, 0], 4) is (2.62", "The number is drawn"),
        measure_by_count: Told("measure_by_count(1.0, key<fry>[]: [0, 0], 4) is (1.35", "The count is no seed"),
        measure_keeps_the_count: Told("measure_keeps_the_count(", "The new count is the one that came in, plus one."),
        measure_two: Told("measure_two(", "Three things are to be returned"),
        measure_without_x: Told("measure_without_x(", "That is the noise alone."),
        measure_by_the_old_key: Told("measure_by_the_old_key(", "The new key is right, but the number"),
        measure_by_the_new_key: Told("measure_by_the_new_key(", "The number is drawn from the half that goes out"),
        measure_the_other_way_round: Told("measure_the_other_way_round(", "The two halves have changed places."),
        measure_returns_the_part: Told("measure_returns_the_part(", "The number is right. The key that goes out is the half"),
        measure_returns_the_old_key: Told("measure_returns_the_old_key(", "The number is right. The key that goes out is the one"),
        measure_by_both: Told("measure_by_both(", "`split` gives two keys"),
    },
)
