"""Answers to the exercise on one answer or many: a square root with a good gradient."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told

HINT = "What does `jnp.sqrt` get where `x` is negative?"


def root(x: Any) -> Any:
    harmless = jnp.where(x > 0, x, 1.0)
    return jnp.where(x > 0, jnp.sqrt(harmless), 0.0)


def root_of_all(x: Any) -> Any:
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def root_moved(x: Any) -> Any:
    return jnp.where(x > 0, jnp.sqrt(x + 0.001), 0.0)


def root_by_if(x: Any) -> Any:
    if x > 0:
        return jnp.sqrt(x)
    else:
        return 0.0


ANSWERS = Answers(
    root,
    {
        root_of_all: Told("The gradient of root_of_all(-1.0) is nan, and a finite one is wanted.", HINT),
        root_moved: Told("root_moved(0.25) is 0.500999, and 0.5 is wanted.", HINT),
        root_by_if: Told("The graph of root_by_if has 1 `cond`, and 0 is wanted.", HINT),
    },
)
