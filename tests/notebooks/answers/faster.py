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


def total_by_place(numbers: Any) -> Any:
    total = 0
    for place in range(len(numbers)):
        total = total + steps(numbers[place])
    return total


def total_of_all(numbers: Any) -> Any:
    return jnp.sum(steps(numbers))


def most_steps(numbers: Any) -> Any:
    return jnp.max(jax.vmap(steps)(numbers))


ANSWERS = Answers(
    total_steps,
    {
        total_by_loop: Told("The graph of total_by_loop has 1 `scan`, and 0 is", "That is a loop over the numbers"),
        total_by_map: Told("The graph of total_by_map has 1 `scan`, and 0 is", "That is a loop over the numbers"),
        total_by_place: Told("The graph of total_by_place has 1 `fori`, and 0 is", "That is a loop over the places"),
        total_of_all: Told("total_of_all(", "`steps` asks `a != 1` of one number"),
        most_steps: Told("most_steps(", "That is the largest number of steps."),
        steps_of_each: Told("steps_of_each(", "Those are the steps of each number."),
    },
)
