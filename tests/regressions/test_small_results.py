"""Programs whose results are small in themselves: machine epsilon, differences, products of probabilities.

An absolute tolerance alone calls whatever is smaller than it the same.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

import nbgraph as ng


def epsilon(x):
    e = x
    while x + e / 2 != x:
        e /= 2
    return e


def difference(x, h):
    return (x + h) - x


def likelihood(chances):
    p = 1.0
    for chance in chances:
        p *= chance
    return p


def rotated(angle):
    return math.cos(angle), math.sin(angle)


@pytest.mark.parametrize(
    ("function", "arguments", "cause"),
    [
        (epsilon, (1.0,), "`x + e / 2 != x` is True in Python and False in the graph."),
        (difference, (0.1, 1e-9), "`(x + h) - x` is 9.999999994736442e-10 in Python and 0.0 in the graph."),
        (likelihood, ([1e-10, 1e-12, 1e-15, 1e-9],), "`p` is 1.0000000000000002e-46 in Python and 0.0 in the graph."),
    ],
)
def test_small_numbers_without_a_digit_alike_are_different(function: Any, arguments: Any, cause: str) -> None:
    found = ng.compare(function, *arguments)
    assert found.verdict.message.startswith("Not the same result as plain Python: result differs (no digit is the same")
    assert found.verdict.differences[0].expected == repr(function(*arguments))
    assert found.cause is not None and found.cause.message == cause


def test_both_values_are_told_where_one_of_a_result_is_small() -> None:
    found = ng.compare(rotated, math.pi)
    assert found.verdict.message.startswith("Same result as plain Python to within 1e-06: ")
    assert f"result[1] is {math.sin(math.pi)!r} there, and " in found.verdict.message


def force(m1, m2, r):
    return 6.674e-11 * m1 * m2 / r**2


def test_a_small_result_that_is_right_is_simply_the_same() -> None:
    assert ng.compare(force, 5.0, 7.0, 2.0).verdict.message == "Same result as plain Python: 5.839749999999999e-10."


def deviations(xs):
    m = sum(xs) / len(xs)
    return sum([x - m for x in xs])


def test_what_a_comprehension_adds_up_is_named_as_a_sum() -> None:
    cause = ng.compare(deviations, [0.1, 0.2, 0.7]).cause
    assert cause is not None
    assert cause.message == "`sum(…)` is 5.551115123125783e-17 in Python and -2.9802322e-08 in the graph."
