"""Answers to the exercise on Python in graphs: a soft threshold."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tests.notebooks.answers.form import Answers, Told


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


def cut_off(x: Any) -> Any:
    return jnp.clip(x, -1, 1)


def soft_above_0(x: Any) -> Any:
    return jnp.maximum(x - 1, 0)


def less_one(x: Any) -> Any:
    return x - 1


def past_0(x: Any) -> Any:
    return x - jnp.sign(x)


ANSWERS = Answers(
    soft,
    {
        soft_without_sign: Told("soft_without_sign(", "-3 becomes -2 and not 2"),
        hard: Told("hard(", "3 is far enough from 0, and moves, too"),
        soft_by_callback: Told("soft_by_callback(", "The values are right, but JAX cannot look"),
        cut_off: Told("cut_off(", "`clip` gives what is cut off."),
        soft_above_0: Told("soft_above_0(", "-3 is as far from 0 as 3"),
        less_one: Told("less_one(", "-3 moves towards 0"),
        past_0: Told("past_0(", "0.5 is nearer to 0 than 1"),
    },
)
