"""What flows back through a function, as steps behind those of its lines."""

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


def back(function: Any) -> list[tuple[int, str, float]]:
    record = report(function, 2.0, timing=False).recording
    assert record is not None
    own = [(step.line - record.first, *value) for step in record.steps for value in step.values if value[0][0] == "∂"]
    return [(line, name, float(text or "nan")) for line, name, text in own]


def test_a_step_for_each_operation_of_the_backward_pass() -> None:
    lines, names, values = zip(*back(jax.grad(bent)), strict=True)
    assert (lines, names) == ((2, 1), ("∂(y * y)", "∂(jnp.sin(x))"))
    y, slope = float(jnp.sin(2.0)), float(jnp.cos(2.0))
    assert values == pytest.approx((2 * y, 2 * y * slope + 1), rel=1e-5)  # the last one with what comes from `+ x`


def test_none_for_the_derivative_of_another_function() -> None:
    assert back(outer) == []
