"""Answers to the exercise on speed: the steps of many numbers at once."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told


def steps(a: Any) -> Any:
    count = 0
    while a != 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        count = count + 1
    return count


def total_steps(numbers: Any) -> Any:
    return jnp.sum(jax.vmap(steps)(numbers))


def total_by_loop(numbers: Any) -> Any:
    total = 0
    for number in numbers:
        total = total + steps(number)
    return total


def total_by_map(numbers: Any) -> Any:
    return jnp.sum(jax.lax.map(steps, numbers))


def steps_of_each(numbers: Any) -> Any:
    return jax.vmap(steps)(numbers)


ANSWERS = Answers(
    total_steps,
    {
        total_by_loop: Told(
            "The graph of total_by_loop has 1 `scan`, and 0 is wanted.", "That is a loop over the numbers."
        ),
        total_by_map: Told(
            "The graph of total_by_map has 1 `scan`, and 0 is wanted.", "That is a loop over the numbers."
        ),
        steps_of_each: Told("steps_of_each(", "`jax.vmap(steps)(numbers)` is an array"),
    },
)
