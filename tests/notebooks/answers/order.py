"""Answers to the exercise on order: a log whose lines come in the order of the iterations."""

from __future__ import annotations

from typing import Any

import jax

from tests.notebooks.answers.form import Answers, Told


def log(n: Any) -> Any:
    total = 0
    for i in range(n):
        total = total + i
        print(total)
    return total


def log_at_any_time(n: Any) -> Any:
    total = 0
    for i in range(n):
        total = total + i
        jax.debug.print("{}", total)
    return total


def log_before(n: Any) -> Any:
    total = 0
    for i in range(n):
        print(total)
        total = total + i
    return total


def log_behind_the_loop(n: Any) -> Any:
    total = 0
    for i in range(n):
        total = total + i
    print(total)
    return total


def log_of_i(n: Any) -> Any:
    total = 0
    for i in range(n):
        total = total + i
        print(i)
    return total


def log_with_words(n: Any) -> Any:
    total = 0
    for i in range(n):
        total = total + i
        print("sum", total)
    return total


def log_with_n(n: Any) -> Any:
    total = 0
    for i in range(n + 1):
        total = total + i
        print(total)
    return total


ANSWERS = Answers(
    log,
    {
        log_at_any_time: Told("log_at_any_time prints something that waits for nothing", "`jax.debug.print` keeps no"),
        log_before: Told(
            "log_before(3) prints ['0', '0', '1'], and ['0', '1', '3'] is wanted.", "Is the sum printed before"
        ),
        log_behind_the_loop: Told("log_behind_the_loop(3) prints ['3'], and", "Only the last sum"),
        log_of_i: Told("log_of_i(3) prints ['0', '1', '2'], and", "That is `i`."),
        log_with_words: Told("log_with_words(3) prints ['sum 0', ", "A line is the sum by then, and nothing else"),
        log_with_n: Told("log_with_n(3) is 6, and 3 is wanted.", "`log` is to return the sum, too, of `range(n)`"),
    },
)
