"""Printed code of loops that count their rounds: names of its own are nobody else's, and bounds are found once."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import NO_FORM, pasted
from tests.programs import oracle


def variable_called_as_the_number_of_a_round(n, k):
    s = 0
    for i in range(1, n):
        if s > k:
            break
        s += i * k
    return s


def inner_range_up_to_such_a_variable(n):
    count = 0
    for k in range(2, n):
        for d in range(2, k):
            if k % d == 0:
                break
        else:
            count += 1
    return count


def variable_called_as_the_state(n, state):
    a, b = 0, 0
    for _ in range(n):
        a, b = b, a + state
    return a, b


def variable_called_as_the_test(n, loop_test):
    a, b = 0, 1
    while a < n:
        a, b = a + b, loop_test
    return a, b


def variable_called_as_the_item_of_a_key(xs, item):
    return sorted(xs, key=lambda v: (v - item) ** 2)


def bound_changes_in_a_round(n):
    s = 0
    for i in range(n):
        n = n - 1
        if s > 100:
            break
        s += i
    return s, n


def start_changes_in_a_round(n, a):
    s = 0
    for i in range(a, n, 2):
        a = a + 1
        s += i
    return s, a


def rows_change_in_a_round(xs, a):
    s = 0
    for i, x in enumerate(xs, a):
        xs = xs + 1
        a = a + 2
        if s > 1000:
            break
        s += x * i
    return s, xs


def said(n):
    print("up to", n)
    return n


def bound_is_printed_once(n):
    s = 0
    for i in range(said(n)):
        if s > 5:
            break
        s += i
    return s


PROGRAMS = [
    (variable_called_as_the_number_of_a_round, (7, 3)),
    (inner_range_up_to_such_a_variable, (9,)),
    (variable_called_as_the_state, (5, 2)),
    (variable_called_as_the_test, (9, 2)),
    (variable_called_as_the_item_of_a_key, ([3, 1, 2], 2)),
    (bound_changes_in_a_round, (5,)),
    (start_changes_in_a_round, (9, 1)),
    (rows_change_in_a_round, (jnp.arange(10), 2)),
    (bound_is_printed_once, (6,)),
]


@pytest.mark.parametrize(("function", "arguments"), PROGRAMS, ids=lambda part: getattr(part, "__name__", ""))
def test_names_and_bounds(function: Any, arguments: tuple[Any, ...]) -> None:
    text = ng.to_code(function, *arguments)
    assert not text.startswith(NO_FORM), text
    python = oracle.in_python(function, arguments)
    outcome = oracle.observe(pasted(text, function.__name__), arguments)
    assert oracle.disagreement(python, outcome, kinds=False) == "", text
