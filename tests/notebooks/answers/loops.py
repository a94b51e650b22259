"""Answers to the exercise on loops: the length of a sentence."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told

SCORES = jnp.eye(8)[jnp.array([[0, 3, 6, 2, 1, 5, 0, 4], [0, 2, 0, 1, 5, 6, 7, 4]])]
HINT = "A `while` can ask two questions at once"


def length(language: Any, word: Any) -> Any:
    count = 0
    while word != 0 and count < 10:
        word = jnp.argmax(SCORES[language, word])
        count = count + 1
    return count


def length_of_the_first(language: Any, word: Any) -> Any:
    return length(0, word)


def length_one_more(language: Any, word: Any) -> Any:
    count = 0
    while word != 0 and count <= 10:
        word = jnp.argmax(SCORES[language, word])
        count = count + 1
    return count


def length_by_for(language: Any, word: Any) -> Any:
    count = 0
    for _ in range(10):
        if word != 0:
            word = jnp.argmax(SCORES[language, word])
            count = count + 1
    return count


ANSWERS = Answers(
    length,
    {
        length_of_the_first: Told("length_of_the_first(1, 2) is ", HINT),
        length_one_more: Told("length_one_more(0, 5) is 11, and 10 is wanted.", HINT),
        length_by_for: Told("The graph of length_by_for has 0 `while`, and 1 is wanted.", HINT),
    },
)
