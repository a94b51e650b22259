"""Answers to the exercise on numbers: the logarithm of a sigmoid."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told


def log_sigmoid(x: Any) -> Any:
    return -jnp.logaddexp(0.0, -x)


def log_sigmoid_naive(x: Any) -> Any:
    return jnp.log(1 / (1 + jnp.exp(-x)))


def log_sigmoid_by_where(x: Any) -> Any:
    return jnp.where(x > 0, -jnp.log1p(jnp.exp(-x)), x - jnp.log1p(jnp.exp(x)))


def log_sigmoid_with_a_corner(x: Any) -> Any:
    return jnp.minimum(x, 0.0) - jnp.log1p(jnp.exp(-jnp.abs(x)))


ANSWERS = Answers(
    log_sigmoid,
    {
        log_sigmoid_naive: Told("log_sigmoid_naive(-1000.0) is -inf, and -1000.0 is wanted.", "The logarithm of 1 / a"),
        log_sigmoid_by_where: Told(
            "The gradient of log_sigmoid_by_where(-1000.0) is nan, and a finite one is wanted.",
            "A side of `where` that is not chosen is still computed",
        ),
        log_sigmoid_with_a_corner: Told(
            "The gradient of log_sigmoid_with_a_corner(0.0) is 1.0, and 0.5 is wanted.", "Only 0 is wrong now"
        ),
    },
)
