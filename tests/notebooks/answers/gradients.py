"""Answers to the exercise on gradients: a stable `log1pexp`."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told


def log1pexp(x: Any) -> Any:
    return jnp.logaddexp(x, 0.0)


def log1pexp_naive(x: Any) -> Any:
    return jnp.log(1 + jnp.exp(x))


def log1pexp_clipped(x: Any) -> Any:
    return jnp.log1p(jnp.exp(jnp.minimum(x, 50.0)))


def log1pexp_with_a_corner(x: Any) -> Any:
    return jnp.maximum(x, 0.0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def log1pexp_by_where(x: Any) -> Any:
    return jnp.where(x > 50, x, jnp.log(1 + jnp.exp(x)))


def log1pexp_of_large(x: Any) -> Any:
    return x + jnp.log1p(jnp.exp(-x))


def log1pexp_without_a_logarithm(x: Any) -> Any:
    return jnp.maximum(x, 0.0)


def log1pexp_of_one(x: Any) -> Any:
    return jnp.logaddexp(x, 1.0)


ANSWERS = Answers(
    log1pexp,
    {
        log1pexp_naive: Told("log1pexp_naive(100.0) is inf, and 100.0 is wanted.", "e¹⁰⁰ is too large"),
        log1pexp_by_where: Told("The gradient of log1pexp_by_where(100.0) is nan, and a finite", "A side of `where`"),
        log1pexp_clipped: Told("log1pexp_clipped(100.0) is 50.0, and 100.0 is wanted.", "x was cut off"),
        log1pexp_with_a_corner: Told(
            "The gradient of log1pexp_with_a_corner(0.0) is 0.0, and 0.5 is wanted.",
            "Only the gradient at 0 is wrong: `maximum` and `abs` have a corner there",
        ),
        log1pexp_of_large: Told("log1pexp_of_large(-100.0) is inf", "x + log(1 + e⁻ˣ) is for x above 0"),
        log1pexp_without_a_logarithm: Told("log1pexp_without_a_logarithm(0.0) is 0.0", "Far from 0 the larger"),
        log1pexp_of_one: Told("log1pexp_of_one(-100.0) is 1.0", "`jnp.logaddexp(a, b)` is the logarithm"),
    },
)
