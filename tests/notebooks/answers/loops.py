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


def length_with_the_first(language: Any, word: Any) -> Any:
    count = 1
    while word != 0 and count < 10:
        word = jnp.argmax(SCORES[language, word])
        count = count + 1
    return count


def length_without_the_end(language: Any, word: Any) -> Any:
    count = 0
    while word != 0 and count < 10:
        word = jnp.argmax(SCORES[language, word])
        if word != 0:
            count = count + 1
    return count


def length_by_or(language: Any, word: Any) -> Any:
    count = 0
    while word != 0 or count < 10:
        word = jnp.argmax(SCORES[language, word])
        count = count + 1
    return count


ANSWERS = Answers(
    length,
    {
        length_of_the_first: Told("length_of_the_first(1, 2) is ", "This is the second language"),
        length_one_more: Told("length_one_more(0, 5) is 11, and 10 is wanted.", "Go on while *fewer*"),
        length_by_for: Told("The graph of length_by_for has 0 `while`, and 1 is wanted.", HINT),
        length_with_the_first: Told("length_with_the_first(0, 0) is 1, and 0 is wanted.", "After 0 nothing follows"),
        length_without_the_end: Told("length_without_the_end(0, 6) is 0, and 1", "The 0 that ends a sentence counts"),
        length_by_or: Told("length_by_or(0, 0) is 10, and 0 is wanted.", "After 0 nothing follows"),
    },
)
