"""What flows back through a function, beside the values of its lines."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

from nbgraph.core.inspect import report


def bent(x: Any) -> Any:
    y = jnp.sin(x)
    z = y * y
    return z + x


def outer(x: Any) -> Any:
    return jax.grad(bent)(x) * 2


first = jax.grad(bent)
second = jax.grad(first)


def halley(x: Any) -> Any:
    return x - 2 * bent(x) * first(x) / (2 * first(x) ** 2 - bent(x) * second(x))


def back(function: Any) -> list[tuple[int, str, float]]:
    record = report(function, 2.0, timing=False).recording
    assert record is not None
    own = [(step.line - record.first, *value) for step in record.steps for value in step.values if value[0][0] == "∂"]
    return [(line, name, float((text or "nan").split(", ")[-1])) for line, name, text in own]


def test_what_comes_back_stands_at_the_step_of_its_line() -> None:
    lines, names, values = zip(*back(jax.grad(bent)), strict=True)
    assert (lines, names) == ((1, 2), ("∂(jnp.sin(x))", "∂(y * y)"))
    y, slope = float(jnp.sin(2.0)), float(jnp.cos(2.0))
    assert values == pytest.approx((2 * y * slope + 1, 2 * y), rel=1e-5)  # the first one with what comes from `+ x`


@pytest.mark.parametrize("function", [outer, halley])
def test_none_for_the_derivative_of_another_function(function: Any) -> None:
    assert back(function) == []


def cubes(x: Any) -> Any:
    for _ in range(2):
        x = x * x * x
    return x


def test_each_run_of_a_line_has_its_own() -> None:
    values = [value for _, name, value in back(jax.grad(cubes)) if name == "∂(x * x)"]
    assert values == [9 * 2.0**8, 3 * 8.0**2]  # the first run has the slope of the whole
    record = report(jax.grad(cubes), 2.0, timing=False).recording
    assert record is not None and len(record.steps) == 7  # a line of Python each
