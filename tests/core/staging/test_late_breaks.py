"""Nests of `while True` whose `break` is traced, in the first iteration or later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def at_the_end(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            s = s + i * j
            j = j + 1
            if j >= n:
                break
        i = i + 1
        if i >= n:
            break
    return s, i


def promoted(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            s = s + 0.5 * i
            j = j + 1
            if j >= n:
                break
        i = i + 1
        if i >= n:
            break
    return s


def known_inside(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            s = s + j
            j = j + 1
            if j >= 3:
                break
        i = i + 1
        if i >= n:
            break
    return s


def known_outside(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            s = s + j
            j = j + 1
            if j >= n:
                break
        i = i + 1
        if i >= 3:
            break
    return s, i


def known_at_first(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            j = j + 1
            if j >= n:
                break
        s = s + j
        i = i + 1
        if i > 2 and i >= n:
            break
    return s, i


def chosen_at_first(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            j = j + 1
            if j >= n:
                break
        limit = 5 if i == 0 else n
        s = s + j
        i = i + 1
        if i >= limit:
            break
    return s, i


def traced_by_the_loop_inside(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            j = j + 1
            if j >= n:
                break
        i = i + 1
        s = s + i
        if i * j >= 12:
            break
    return s, i


def two_ends(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            j = j + 1
            if j >= n:
                break
        i = i + 1
        if i == 4:
            break
        s = s + j
        if i >= n:
            break
    return s, i


def dividing(n: Any, s: Any) -> Any:
    i = 0
    while True:
        j = 0
        while True:
            j = j + 1
            s = s + 12 // j
            if j >= n:
                break
        i = i + 1
        if i >= n:
            break
    return s


PROGRAMS = (
    *(at_the_end, promoted, known_inside, known_outside, known_at_first, chosen_at_first),
    *(traced_by_the_loop_inside, two_ends, dividing),
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_values_are_those_of_python(program: Callable[..., Any]) -> None:
    graph = ng.function(program)
    assert [graph(n, 1) for n in (1, 2, 5)] == [program(n, 1) for n in (1, 2, 5)]


def test_what_fails_at_first_in_python_fails_so() -> None:
    def f(n: Any) -> Any:
        i = s = 0
        while True:
            s = s + 6 // i
            j = 0
            while True:
                j = j + 1
                if j >= n:
                    break
            i = i + 1
            if i >= n:
                break
        return s

    with pytest.raises(ZeroDivisionError):
        ng.function(f)(3)
