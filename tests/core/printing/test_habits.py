"""Habits whose code was wrong once: effects happen as often and as early as in Python, names mean what they meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from nbgraph.core.printing.printer import printed_program
from tests.core.printing.test_printed_programs import pasted, printed

SECRET = "tok_4f1d"
square = lambda x: x * x  # noqa: E731 - as users write it


def reads_the_loop_variable(n):
    total = 0

    def scaled(x):
        return x * i

    for i in range(n):
        total = total + scaled(i + 1)
    return total


class Scaled:
    def __init__(self):
        self.by = 0

    def __call__(self, x):
        return x * self.by


def reads_what_the_loop_sets(n):
    scaled, total = Scaled(), 0
    for i in range(n):
        scaled.by = i
        total = total + scaled(i + 1)
    return total


def acts_in_a_header(n):
    def limit():
        print("limit", n)
        return n

    total = 0
    for i in range(limit()):
        total = total + i
    return total


def asks_once(x):
    def positive():
        print("asked", x)
        return x > 0

    def small():
        print("asked again")
        return x < 10

    return 1 if positive() and small() else 0


def counts_in_a_helper(n):
    count = 0

    def step(x):
        nonlocal count
        count += 1
        return x + count

    total = 0
    for i in range(n):
        total = step(total) + i
    return total, count


def of_a_global_lambda(x):
    return square(x) + square(x + 1)


def knows_a_secret(x):
    if SECRET.startswith("tok"):
        return x + 1
    return x - len(SECRET)


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (reads_the_loop_variable, (4, 0)),
        (reads_what_the_loop_sets, (4, 0)),
        (acts_in_a_header, (3, 0)),
        (asks_once, (5, -5, 15)),
        (counts_in_a_helper, (3, 0)),
        (of_a_global_lambda, (3, -2)),
        (knows_a_secret, (3,)),
    ],
)
def test_a_habit_gives_and_prints_what_python_does(function: Any, values: tuple[int, ...], capsys: Any) -> None:
    text = printed(function, values[0])
    made = pasted(text, function.__name__)
    assert "helper" not in text.replace(function.__name__, "")
    capsys.readouterr()
    for value in values:
        expected, said = function(value), capsys.readouterr().out
        assert (made(value), capsys.readouterr().out) == (expected, said)


def test_a_text_shows_no_string_of_a_global_and_no_path() -> None:
    text = printed(knows_a_secret, 3)
    assert SECRET not in text
    assert str(Path(__file__).parent) not in text


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def test_a_recursive_function_is_refused_by_name_or_has_a_form() -> None:
    with pytest.raises(NbgraphError, match="factorial"):
        printed(factorial, 5)
    known = printed_program(ng.function(factorial, static_argnames="n"), (5,), {}).text
    assert pasted(known, "factorial")(5) == 120


def test_a_large_array_of_the_cell_is_no_part_of_a_text() -> None:
    weights = jnp.arange(1000.0)
    assert len(printed(lambda x: x * weights[3], 2.0)) < 400
