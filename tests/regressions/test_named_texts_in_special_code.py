"""Texts of run-time values in printed code: printed under `jit` as Python prints them, or said to be impossible."""

from __future__ import annotations

from typing import Any

import jax
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from tests.programs import oracle


def named(n):
    line = f"n is {n}"
    print(line)
    return n


def named_twice(n):
    number = f"{n:4d}"
    line = "[" + number + "]"
    print(line, n * 2, sep=", ")
    if n > 2:
        print("again", line)
    return n


def by_other_means(n):
    line = "%d and %5.2f" % (n, n / 2)  # noqa: UP031
    print(line)
    print("{} {}".format(n, n + 1))  # noqa: UP032
    print(str(n) + "!")
    return n


def in_a_loop(n):
    while n > 0:
        line = f"n = {n}"
        print(line)
        n -= 1
    return n


@pytest.mark.parametrize("function", [named, named_twice, by_other_means, in_a_loop])
def test_it_is_printed_under_jit(function: Any) -> None:
    text = ng.to_code(function, 3)
    made = jax.jit(pasted(text, function.__name__))
    for n in (3, 0, 12):
        python, outcome = oracle.in_python(function, (n,)), oracle.observe(made, (n,))
        assert oracle.disagreement(python, outcome) == "", text


def collected(n):
    lines = []
    for i in range(3):
        lines.append(f"{i}: {n * i}")
    print("\n".join(lines))
    return n


def test_texts_that_are_joined_are_printed() -> None:
    made = pasted(ng.to_code(collected, 3), "collected")
    for n in (3, 0, 12):
        assert oracle.disagreement(oracle.in_python(collected, (n,)), oracle.observe(made, (n,))) == ""
