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


ANSWERS = Answers(
    measure,
    {
        measure_counts_outside: Told("ng.lint finds", "The count comes in as an argument."),
        measure_by_seed: Told("ng.lint finds", "A key came in as an argument"),
        measure_keeps_the_key: Told("measure_keeps_the_key(1.0, key<fry>[]: [0, 0], 4) is (2.62", "`key, part = "),
        measure_by_count: Told("measure_by_count(1.0, key<fry>[]: [0, 0], 4) is (1.35", "`key, part = "),
        measure_keeps_the_count: Told("measure_keeps_the_count(", "The new count is the one that came in, plus one."),
        measure_two: Told("measure_two(", "Three things are to be returned"),
    },
)
