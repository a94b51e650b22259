"""A tolerance below what the graph's floats can tell apart: numerical methods as textbooks have them, in double."""

from __future__ import annotations

from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.staging.control_flow.budget import IterationBudgetError


def bisection(lo: Any, hi: Any, tol: Any) -> Any:
    while hi - lo > tol:
        middle = (lo + hi) / 2
        if middle**3 > 5:
            hi = middle
        else:
            lo = middle
    return lo


def flagged(lo: Any, hi: Any, tol: Any) -> Any:
    while True:
        middle = (lo + hi) / 2
        if middle**2 > 300:
            hi = middle
        else:
            lo = middle
        if hi - lo < tol:
            break
    return lo


def turned(lo: Any, hi: Any, tol: Any) -> Any:
    n = 0
    while tol < abs(lo - hi) and n < 10_000:
        middle = (lo + hi) / 2
        n += 1
        if middle > 1000:
            hi = middle
        else:
            lo = middle
    return lo


def forgotten(x: Any, tol: Any) -> Any:
    while abs(x) > tol:
        x = x * 1.0
    return x


@pytest.mark.parametrize(
    "f, arguments, larger, near, step",
    [
        (bisection, (1.0, 2.0, 1e-10), "1e-06", "1.71", "1.2e-07"),
        (flagged, (10.0, 20.0, 1e-8), "0.0001", "17.32", "1.9e-06"),
        (turned, (900.0, 1100.0, 1e-6), "0.001", "1000", "6.1e-05"),
    ],
)
def test_a_tolerance_that_no_difference_of_floats_is_below(
    f: Any, arguments: tuple[Any, ...], larger: str, near: str, step: str
) -> None:
    words = f"`{larger}` in place of `tol`: float32 numbers near {near} are {step} apart; or turn on x64"
    with pytest.raises(IterationBudgetError, match=words):
        ng.function(f, max_iterations=300)(*arguments)
    assert ng.function(f, max_iterations=300)(*arguments[:-1], float(larger)) == pytest.approx(f(*arguments), rel=1e-4)
    with jax.enable_x64(True):
        assert ng.function(f, max_iterations=300)(*arguments) == pytest.approx(f(*arguments), rel=1e-8)


def test_a_tolerance_beyond_float64_has_no_wider_one() -> None:
    with (
        jax.enable_x64(True),
        pytest.raises(IterationBudgetError, match=r"float64 numbers near 1.71 are 2.2e-16 apart\n"),
    ):
        ng.function(bisection, max_iterations=300)(1.0, 2.0, 1e-20)


def test_a_number_that_is_compared_itself_may_be_as_small_as_any() -> None:
    with pytest.raises(
        IterationBudgetError, match=r"an assignment in the loop by which `abs\(x\) > tol` becomes false"
    ):
        ng.function(forgotten, max_iterations=300)(1.0, 1e-12)
