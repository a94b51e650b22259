"""To the exercise of each lecture a solution, and usual wrong answers with what must be said of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp

NEXT = jnp.array([0, 3, 6, 2, 1, 5, 0, 4])


class Answers(NamedTuple):
    """What a lecture's exercise is tried on."""

    right: Callable[..., Any]
    wrong: dict[Callable[..., Any], str]


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


def length(word: Any) -> Any:
    count = 0
    while word != 0 and count < 10:
        word = NEXT[word]
        count = count + 1
    return count


def length_one_more(word: Any) -> Any:
    count = 0
    while word != 0 and count <= 10:
        word = NEXT[word]
        count = count + 1
    return count


def length_by_for(word: Any) -> Any:
    count = 0
    for _ in range(10):
        if word != 0:
            word = NEXT[word]
            count = count + 1
    return count


def log1pexp(x: Any) -> Any:
    return jnp.logaddexp(x, 0.0)


def log1pexp_naive(x: Any) -> Any:
    return jnp.log(1 + jnp.exp(x))


def log1pexp_clipped(x: Any) -> Any:
    return jnp.log1p(jnp.exp(jnp.minimum(x, 50.0)))


ANSWERS = {
    "05_choices": Answers(
        root,
        {
            root_of_all: "The gradient of root_of_all(-1.0) is nan, and a finite one is wanted.",
            root_moved: "root_moved(0.25) is 0.500999, and 0.5 is wanted.",
            root_by_if: "The graph of root_by_if has 1 `cond`, and 0 is wanted.",
        },
    ),
    "06_loops": Answers(
        length,
        {
            length_one_more: "length_one_more(5) is 11, and 10 is wanted.",
            length_by_for: "The graph of length_by_for has 0 `while`, and 1 is wanted.",
        },
    ),
    "12_gradients": Answers(
        log1pexp,
        {
            log1pexp_naive: "log1pexp_naive(100.0) is inf, and 100.0 is wanted.",
            log1pexp_clipped: "log1pexp_clipped(100.0) is 50.0, and 100.0 is wanted.",
        },
    ),
}
