"""Answers to the exercise on training: the best step before the training stops."""

from __future__ import annotations

from typing import Any

from tests.notebooks.answers.form import Answers, Told


def stop(losses: Any) -> Any:
    best, rises = 0, 0
    for i in range(1, len(losses)):
        rises = rises + 1 if losses[i] > losses[i - 1] else 0
        if rises == 3:
            break
        if losses[i] < losses[best]:
            best = i
    return best


def stop_never(losses: Any) -> Any:
    best = 0
    for i in range(len(losses)):
        if losses[i] < losses[best]:
            best = i
    return best


def stop_after_any_three(losses: Any) -> Any:
    best, rises = 0, 0
    for i in range(1, len(losses)):
        if losses[i] > losses[i - 1]:
            rises = rises + 1
        if rises == 3:
            break
        if losses[i] < losses[best]:
            best = i
    return best


def stop_by_flag(losses: Any) -> Any:
    best, rises, stopped = 0, 0, False
    for i in range(1, len(losses)):
        rises = rises + 1 if losses[i] > losses[i - 1] else 0
        if rises == 3:
            stopped = True
        if not stopped and losses[i] < losses[best]:
            best = i
    return best


ANSWERS = Answers(
    stop,
    {
        stop_never: Told("stop_never(", "Step 7 comes too late"),
        stop_after_any_three: Told("stop_after_any_three(", "Three rises in all are not three in a row."),
        stop_by_flag: Told("The graph of stop_by_flag has 0 `while`, and 1 is wanted.", "`rises = rises + 1 if"),
    },
)
