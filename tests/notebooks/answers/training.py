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


def stop_against_the_best(losses: Any) -> Any:
    best, rises = 0, 0
    for i in range(1, len(losses)):
        if losses[i] < losses[best]:
            best, rises = i, 0
        else:
            rises = rises + 1
        if rises == 3:
            break
    return best


def stop_after_two(losses: Any) -> Any:
    best, rises = 0, 0
    for i in range(1, len(losses)):
        rises = rises + 1 if losses[i] > losses[i - 1] else 0
        if rises == 2:
            break
        if losses[i] < losses[best]:
            best = i
    return best


def stop_at_the_last(losses: Any) -> Any:
    best, rises = 0, 0
    for i in range(1, len(losses)):
        rises = rises + 1 if losses[i] > losses[i - 1] else 0
        if rises == 3:
            break
        best = i
    return best


def loss_of_the_best(losses: Any) -> Any:
    return losses[stop(losses)]


def stop_after_four(losses: Any) -> Any:
    best, rises = 0, 0
    for i in range(1, len(losses)):
        rises = rises + 1 if losses[i] > losses[i - 1] else 0
        if rises > 3:
            break
        if losses[i] < losses[best]:
            best = i
    return best


ANSWERS = Answers(
    stop,
    {
        stop_never: Told("stop_never(f32[12]) is 10, and 1", "Step 10 comes too late"),
        stop_after_four: Told("stop_after_four(f32[12]) is 5, and 1", "The losses of steps 2, 3 and 4 rise"),
        stop_after_any_three: Told("stop_after_any_three(", "Three rises in all are not three in a row."),
        stop_by_flag: Told("The graph of stop_by_flag has 0 `while`, and 1", "The values are right, but the loop"),
        stop_against_the_best: Told("stop_against_the_best(f32[12]) is 6, and 11", "Behind step 6 no loss is better"),
        stop_after_two: Told("stop_after_two(f32[12]) is 0, and 4", "The loss rises twice at the begin"),
        stop_at_the_last: Told("stop_at_the_last(f32[12]) is 3, and 1", "The best step is the one with the smallest"),
        loss_of_the_best: Told("loss_of_the_best(f32[12]) is 2.0, and 1", "That is the loss of the best step."),
    },
)
