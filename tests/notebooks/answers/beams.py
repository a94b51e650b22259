"""Answers to the exercise on beam search: the best beam by its score for each word."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told


def pick(scores: Any, words: Any) -> Any:
    return jnp.argmax(scores / (jnp.sum(words != 0, axis=1) + 1))


def pick_by_score(scores: Any, words: Any) -> Any:
    return jnp.argmax(scores)


def pick_by_room(scores: Any, words: Any) -> Any:
    return jnp.argmax(scores / words.shape[1])


def pick_by_product(scores: Any, words: Any) -> Any:
    return jnp.argmax(scores * (jnp.sum(words != 0, axis=1) + 1))


def pick_without_the_end(scores: Any, words: Any) -> Any:
    return jnp.argmax(scores / jnp.sum(words != 0, axis=1))


def pick_the_worst(scores: Any, words: Any) -> Any:
    return jnp.argmin(scores / (jnp.sum(words != 0, axis=1) + 1))


def pick_by_sum(scores: Any, words: Any) -> Any:
    return jnp.argmax(scores / (jnp.sum(words, axis=1) + 1))


def value_of_the_best(scores: Any, words: Any) -> Any:
    return jnp.max(scores / (jnp.sum(words != 0, axis=1) + 1))


ANSWERS = Answers(
    pick,
    {
        pick_by_score: Told("pick_by_score(", "Beam 1 of `FIRST` has the highest score"),
        pick_by_room: Told("pick_by_room(", "Beam 1 of `FIRST` has the highest score"),
        pick_by_product: Told("pick_by_product(", "Beam 2 of `FIRST` has -3 for 2 words."),
        pick_without_the_end: Told("pick_without_the_end(", "For beam 3 of `FIRST`, -4.88"),
        pick_the_worst: Told("pick_the_worst(", "Beam 4 of `FIRST` is the worst one"),
        pick_by_sum: Told("pick_by_sum(", "Beam 5 of `FIRST` has two large words"),
        value_of_the_best: Told("value_of_the_best(", "The number of the beam is wanted"),
    },
)
