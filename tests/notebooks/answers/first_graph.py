"""Answers to the exercise of the first lecture: a square root by as many guesses as it takes."""

from __future__ import annotations

from typing import Any

from tests.notebooks.answers.form import Answers, Told


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


def newton_that_forgets(a: Any) -> Any:
    before, guess = 0.0, a
    while abs(guess - before) > 1e-6 * guess:
        guess = (guess + a / guess) / 2
        before = guess
    return guess


def newton_without_abs(a: Any) -> Any:
    before, guess = 0.0, a
    while guess - before > 1e-6 * guess:
        before, guess = guess, (guess + a / guess) / 2
    return guess


def newton_by_a(a: Any) -> Any:
    before, guess = 0.0, a
    while abs(guess - before) > 1e-6 * a:
        before, guess = guess, (guess + a / guess) / 2
    return guess


def newton_twenty(a: Any) -> Any:
    guess = a
    for _ in range(20):
        guess = (guess + a / guess) / 2
    return guess


ANSWERS = Answers(
    newton,
    {
        newton_ten: Told("newton_ten(1000000.0) is 1", "Ten iterations are not enough for a million."),
        newton_twenty: Told("newton_twenty(1000000000000.0) is 1", "Each iteration halves the guess"),
        newton_thirty: Told("The graph of newton_thirty has 0 `while`, and 1", "The values are right, but the number"),
        newton_absolute: Told("newton_absolute(1e-06) is 1e-06, and 0.001", "Here a millionth is as large"),
        newton_by_a: Told("newton_by_a(10000000000.0) is 1", "Here a millionth of `a` is 10,000"),
        newton_by_square: Told("newton_by_square(2e-05) is 0.0045", "Here the square of the guess is near enough"),
        newton_without_a_start: Told("newton_without_a_start(0.25) is 0.25", "That is `a` itself"),
        newton_that_forgets: Told("newton_that_forgets(0.25) is 0.625", "That is the guess after one iteration"),
        newton_without_abs: Told("newton_without_abs(0.25) is 0.5125", "The second iteration has made the guess"),
    },
)
