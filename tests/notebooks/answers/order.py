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


ANSWERS = Answers(
    log,
    {
        log_at_any_time: Told("log_at_any_time prints something that waits for nothing", "`jax.debug.print` keeps no"),
        log_before: Told(
            "log_before(3) prints ['0', '0', '1'], and ['0', '1', '3'] is wanted.", "Is the sum printed before"
        ),
        log_behind_the_loop: Told("log_behind_the_loop(3) prints ['3'], and", "Is the sum printed before"),
    },
)
