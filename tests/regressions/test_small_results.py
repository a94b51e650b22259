"""Programs whose results are small in themselves: machine epsilon, differences, products of probabilities.

An absolute tolerance alone calls whatever is smaller than it the same.
"""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(epsilon, (1.0,)), (difference, (0.1, 1e-9)), (likelihood, ([1e-10, 1e-12, 1e-15, 1e-9],))],
)
def test_both_values_are_told_where_only_their_smallness_makes_them_alike(function: Any, arguments: Any) -> None:
    found = ng.compare(function, *arguments)
    assert found.verdict.message.startswith("Same result as plain Python to within 1e-06: ")
    assert f"result is {function(*arguments)!r} there, and " in found.verdict.message


def force(m1, m2, r):
    return 6.674e-11 * m1 * m2 / r**2


def test_a_small_result_that_is_right_is_simply_the_same() -> None:
    assert ng.compare(force, 5.0, 7.0, 2.0).verdict.message == "Same result as plain Python: 5.839749999999999e-10."
