"""Answers to the exercise of the first lecture: a square root by as many guesses as it takes."""

from __future__ import annotations

from typing import Any

from tests.notebooks.answers.form import Answers, Told

HINT = "Keep two numbers"


def newton(a: Any) -> Any:
    before, guess = 0.0, a
    while abs(guess - before) > 1e-6 * guess:
        before, guess = guess, (guess + a / guess) / 2
    return guess


def newton_ten(a: Any) -> Any:
    guess = a
    for _ in range(10):
        guess = (guess + a / guess) / 2
    return guess


def newton_thirty(a: Any) -> Any:
    guess = a
    for _ in range(30):
        guess = (guess + a / guess) / 2
    return guess


def newton_absolute(a: Any) -> Any:
    before, guess = 0.0, a
    while abs(guess - before) > 1e-6:
        before, guess = guess, (guess + a / guess) / 2
    return guess


def newton_by_square(a: Any) -> Any:
    guess = a
    while abs(guess * guess - a) > 1e-6:
        guess = (guess + a / guess) / 2
    return guess


def newton_without_a_start(a: Any) -> Any:
    before = guess = a
    while abs(guess - before) > 1e-6 * guess:
        before, guess = guess, (guess + a / guess) / 2
    return guess


ANSWERS = Answers(
    newton,
    {
        newton_ten: Told("newton_ten(1000000.0) is 1", HINT),
        newton_thirty: Told("The graph of newton_thirty has 0 `while`, and 1 is wanted.", HINT),
        newton_absolute: Told("newton_absolute(1e-06) is 1e-06, and 0.001", "Here a millionth is as large"),
        newton_by_square: Told("newton_by_square(1e-06) is 1e-06, and 0.001", "Here a millionth is as large"),
        newton_without_a_start: Told("newton_without_a_start(2.0) is 2.0", HINT),
    },
)
