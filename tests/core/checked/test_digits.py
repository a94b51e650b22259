"""A result without a right digit is no good news, also where Python on JAX arrays has the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng


def times_over(x, y):  # type: ignore[no-untyped-def]
    return x * y / y


def root(a, b, c):  # type: ignore[no-untyped-def]
    return (-b + jnp.sqrt(b * b - 4 * a * c)) / (2 * a)


def variance(v):  # type: ignore[no-untyped-def]
    return jnp.mean(v * v) - jnp.mean(v) ** 2


def shrinking(x):  # type: ignore[no-untyped-def]
    for _ in range(5):
        x = x * x
    return x * 1e30


def given(x):  # type: ignore[no-untyped-def]
    return x * 1e30


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (root, (1.0, 1e4, 1.0), "`-b + jnp.sqrt(b * b - 4 * a * c)` in line {line}"),
    ],
)
def test_the_page_says_so_and_where(function: Callable[..., Any], arguments: tuple[Any, ...], code: str) -> None:
    compared = ng.compare(function, *arguments)
    assert compared.verdict.equal
    assert compared.digits_lost is not None
    assert compared.digits_lost.message in str(compared)
    assert compared.digits_lost.message.startswith("No digit of the result is right: it is ")
    line = function.__code__.co_firstlineno + 1
    assert code.format(line=line, next=line + 1) in compared.digits_lost.message


@pytest.mark.parametrize(
    ("function", "arguments"), [(times_over, (1e-30, 1e-20)), (shrinking, (1e-2,)), (given, (1e-50,))]
)
def test_where_python_has_the_digits_its_result_differs(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    compared = ng.compare(function, *arguments)
    assert compared.verdict.equal is False
    assert "no digit is the same: both are near zero" in compared.verdict.message


def softmax(x):  # type: ignore[no-untyped-def]
    e = jnp.exp(x - jnp.max(x))  # what is far from the largest becomes 0.0, and that is right
    return e / jnp.sum(e)


def descent(x):  # type: ignore[no-untyped-def]
    for _ in range(200):
        x = x - 0.1 * 2 * x
    return x


def error(x):  # type: ignore[no-untyped-def]
    return (x / 3.0 * 3.0 - x) ** 2


def sine(x):  # type: ignore[no-untyped-def]
    return jnp.sin(x)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (softmax, (jnp.array([0.0, -200.0, 1.0]),)),
        (descent, (5.0,)),
        (error, (0.1,)),
        (sine, (3.141592653589793,)),
        (times_over, (0.0, 3.0)),
        (root, (1.0, -3.0, 2.0)),
        (variance, (jnp.array([1.0, 2.0, 3.0]),)),
    ],
)
def test_nothing_is_said_of_results_that_are_right_or_zero_as_they_should(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    assert ng.compare(function, *arguments).digits_lost is None


def test_rounding_alone_is_not_called_a_mistake_of_the_compiler() -> None:
    """Compiled together, what cancels is rounded otherwise than the operations one at a time; both are wrong."""
    compared = ng.compare(variance, jnp.array([10000.0, 10001.0, 10002.0]))
    if not compared.verdict.equal:
        assert compared.cause is not None
        assert compared.cause.id == "precision"
    said = str(compared)
    assert "No digit of the result is right" in said
    assert "`jnp.mean(v * v) - jnp.mean(v) ** 2` in line" in said
    assert "in float64 0.666667" in said
