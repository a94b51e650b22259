"""Answers to the exercise on loops: the length of a sentence."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told

SCORES = jnp.eye(8)[jnp.array([[0, 3, 6, 2, 1, 5, 0, 4], [0, 2, 0, 1, 5, 6, 7, 4]])]


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


def length_by_count(language: Any, word: Any) -> Any:
    count = 0
    while count < 10:
        word = jnp.argmax(SCORES[language, word])
        count = count + 1
    return count


def length_one_less(language: Any, word: Any) -> Any:
    count = 0
    while word != 0 and count < 9:
        word = jnp.argmax(SCORES[language, word])
        count = count + 1
    return count


def length_asked_behind(language: Any, word: Any) -> Any:
    count = 0
    while True:
        word = jnp.argmax(SCORES[language, word])
        count = count + 1
        if word == 0 or count == 10:
            break
    return count


def length_by_scores(language: Any, word: Any) -> Any:
    count = 0
    while word != 0 and count < 10:
        word = jnp.max(SCORES[language, word])
        count = count + 1
    return count


def last_word(language: Any, word: Any) -> Any:
    count = 0
    while word != 0 and count < 10:
        word = jnp.argmax(SCORES[language, word])
        count = count + 1
    return word


ANSWERS = Answers(
    length,
    {
        length_of_the_first: Told("length_of_the_first(1, 2) is ", "This is the second language"),
        length_one_more: Told("length_one_more(0, 5) is 11, and 10 is wanted.", "Go on while *fewer*"),
        length_one_less: Told("length_one_less(0, 5) is 9, and 10 is wanted.", "The loop ends one word early"),
        length_by_for: Told("The graph of length_by_for has 0 `while`", "The values are right, but there are always"),
        length_with_the_first: Told("length_with_the_first(0, 1) is 5, and 4", "The word that it starts from is not"),
        length_without_the_end: Told("length_without_the_end(0, 1) is 3, and 4", "The 0 that ends a sentence counts"),
        length_by_or: Told("length_by_or(0, 1) is 10, and 4", "The fourth word is 0, and the loop goes on to 10."),
        length_by_count: Told("length_by_count(0, 1) is 10, and 4", "The fourth word is 0, and the loop goes on"),
        length_asked_behind: Told("length_asked_behind(0, 0) is 1, and 0", "After 0 nothing follows"),
        length_by_scores: Told("length_by_scores(0, 1) raises", "`jnp.max` is the score"),
        last_word: Told("last_word(0, 1) is 0, and 4", "That is the last word."),
    },
)
