"""Loops whose state has another shape before the first iteration: `m = 0.0`, and `m = 0.9 * m + g` in the loop.

They were repeated iteration by iteration: 500 steps of an optimiser took minutes to trace.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

XS = jnp.arange(6.0)


class Adam:
    def __init__(self, rate: float) -> None:
        self.rate, self.m, self.v, self.t = rate, 0.0, 0.0, 0

    def step(self, w: Any, g: Any) -> Any:
        self.t = self.t + 1
        self.m = 0.9 * self.m + 0.1 * g
        self.v = 0.999 * self.v + 0.001 * g * g
        return w - self.rate * (self.m / (1 - 0.9**self.t)) / (jnp.sqrt(self.v / (1 - 0.999**self.t)) + 1e-8)


def loss(w: Any, x: Any) -> Any:
    return jnp.mean((w[0] * x + w[1] - 2 * x) ** 2)


def fitted(x: Any, steps: int = 40) -> Any:
    w, adam = jnp.zeros(2), Adam(0.1)
    for _ in range(steps):
        w = adam.step(w, jax.grad(loss)(w, x))
    return w


def summed(x: Any) -> Any:
    total = 0.0
    for i in range(20):
        total = total + x * i
    return total


def differences(x: Any) -> Any:
    last, total = None, 0.0
    for i in range(2, 14):
        now = jnp.sum(x) * i
        if last is not None:
            total = total + (now - last)
        last = now
    return total


def left_early(x: Any) -> Any:
    total = 0.0
    for i in range(20):
        total = total + x * i
        if jnp.sum(total) > 100:
            break
    return total, i


def left_at_once(x: Any) -> Any:
    total = 0.0
    for i in range(20):
        total = total + x * i
        if jnp.sum(x) > 1:
            break
    return total, i


def numbered(x: Any) -> Any:
    total = 0.0
    for i, k in enumerate(jnp.ones((12, 6))):
        total = total + x * i * k
    return total


def over_an_array(x: Any) -> Any:
    total = 0.0
    for row in jnp.ones((12, 6)) * x:
        total = total + row * row
    return total


def printed(x: Any) -> Any:
    total = 0.0
    for i in range(12):
        total = total + x
        print(i)
    return total


ALL = [fitted, summed, differences, left_early, left_at_once, numbered, over_an_array, printed]


@pytest.mark.parametrize("function", ALL)
def test_the_result_is_pythons(function: Callable[..., Any], capfd: pytest.CaptureFixture[str]) -> None:
    expected = jax.tree.map(np.asarray, function(XS))
    out = capfd.readouterr().out
    found = jax.tree.map(np.asarray, ng.function(function)(XS))
    jax.tree.map(lambda one, other: np.testing.assert_allclose(one, other, 2e-4), found, expected)
    assert capfd.readouterr().out == out


@pytest.mark.parametrize("function", ALL)
def test_the_rest_is_a_loop_of_the_graph(function: Callable[..., Any]) -> None:
    jaxpr = str(jax.make_jaxpr(ng.convert(function))(XS))
    assert "scan[" in jaxpr or "while[" in jaxpr
    assert jaxpr.count("\n") < 120


def test_the_graph_is_as_large_for_more_iterations() -> None:
    sizes = [str(jax.make_jaxpr(ng.convert(lambda x, n=n: fitted(x, n)))(XS)).count("\n") for n in (40, 400)]
    assert sizes[0] == sizes[1]


def test_the_decision_says_what_stands_apart() -> None:
    converted = ng.function(summed)
    converted(XS)
    (decision,) = [each for each in converted.traces[-1].decisions if each.construct == "for"]
    assert decision.became == "fori"
    assert decision.reason == (
        "19 iterations after 1 that stands apart: `total` is a float32 scalar before and a float32 array of shape (6,)"
        " after one iteration of the loop"
    )
