"""Answers to the exercise on one answer or many: three ranges, for a number and for an array."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told

RANGES = "Three ranges need two questions"


def bend(x: Any) -> Any:
    if x < 0:
        return 0.0
    elif x <= 1:
        return x
    else:
        return jnp.sqrt(x)


def bend_all(x: Any) -> Any:
    large = jnp.where(x > 1, x, 1.0)
    return jnp.where(x < 0, 0.0, jnp.where(x > 1, jnp.sqrt(large), x))


def bend_two(x: Any) -> Any:
    if x > 1:
        return jnp.sqrt(x)
    else:
        return x


def bend_by_where(x: Any) -> Any:
    return bend_all(x)


def all_by_if(x: Any) -> Any:
    return bend(x)


def all_at_once(x: Any) -> Any:
    return jnp.where(x < 0, 0.0, jnp.where(x > 1, jnp.sqrt(x), x))


def all_of_two(x: Any) -> Any:
    return jnp.where(x > 1, jnp.sqrt(jnp.maximum(x, 1.0)), x)


ANSWERS = Answers(
    (bend, bend_all),
    {
        (bend_two, bend_all): Told("bend_two(-1.0) is -1.0, and 0.0 is wanted.", RANGES),
        (bend_by_where, bend_all): Told("The graph of bend_by_where has 0 `if`, and 2 is wanted.", RANGES),
        (bend, all_by_if): Told("all_by_if(", "`if` asks once"),
        (bend, all_at_once): Told("The gradient of all_at_once(", "What does `jnp.sqrt` get"),
        (bend, all_of_two): Told("all_of_two(", "Two `jnp.where`"),
    },
)
