"""Nests of `while True` that are staged from the first iteration on, as after an iteration that Python runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.staging.control_flow import left_at_once, while_loop


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
def test_the_graph_is_the_one_after_an_iteration_of_python(
    program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = str(jax.make_jaxpr(ng.convert(program))(3, 1))
    monkeypatch.setattr(while_loop, "flag_of", lambda *_: None)
    assert graph == str(jax.make_jaxpr(ng.convert(program))(3, 1))


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


@pytest.mark.parametrize(
    ("program", "at_once"),
    [(at_the_end, 2), (promoted, 2), (known_inside, 0), (known_at_first, 1), (chosen_at_first, 1), (dividing, 0)],
)
def test_who_is_staged_at_once(program: Callable[..., Any], at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[Any] = set()

    def look(iteration: Any, flag: int) -> bool:
        holds = left_at_once.is_left_at_once(iteration, flag)
        found.update({iteration.carry.span} if holds else ())
        return holds

    monkeypatch.setattr(while_loop, "is_left_at_once", look)
    jax.make_jaxpr(ng.convert(program))(3, 1)
    assert len(found) == at_once
