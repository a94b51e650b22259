"""Answers to the exercise on Python in graphs: a soft threshold."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tests.notebooks.answers.form import Answers, Told

HINT = "`jnp.sign(x)` is the direction"


def soft(x: Any) -> Any:
    return jnp.sign(x) * jnp.maximum(jnp.abs(x) - 1, 0)


def soft_without_sign(x: Any) -> Any:
    return jnp.maximum(jnp.abs(x) - 1, 0)


def hard(x: Any) -> Any:
    return jnp.where(jnp.abs(x) > 1, x, 0)


def soft_by_callback(x: Any) -> Any:
    def by_numpy(x: Any) -> Any:
        return np.sign(x) * np.maximum(np.abs(x) - 1, 0)

    return jax.pure_callback(by_numpy, jax.ShapeDtypeStruct(x.shape, x.dtype), x)


ANSWERS = Answers(
    soft,
    {
        soft_without_sign: Told("soft_without_sign(", HINT),
        hard: Told("hard(", HINT),
        soft_by_callback: Told("soft_by_callback(", HINT),
    },
)
