"""Answers to the exercise on loops: the length of a sentence."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told

NEXT = jnp.array([0, 3, 6, 2, 1, 5, 0, 4])
HINT = "A `while` can ask two questions at once"


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


ANSWERS = Answers(
    length,
    {
        length_one_more: Told("length_one_more(5) is 11, and 10 is wanted.", HINT),
        length_by_for: Told("The graph of length_by_for has 0 `while`, and 1 is wanted.", HINT),
    },
)
