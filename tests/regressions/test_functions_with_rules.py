"""A function with a derivative of its own is converted where it is the one that is asked for, too, and not only inside
another. Habit: `@jax.custom_jvp` above a function with an `if`, and `%%autograph jax.grad(f)(x)`.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.inspect import report


def softplus(x: Any) -> Any:
    if x > 0:
        near = jnp.exp(-x)
        return x + jnp.log(1 + near)
    return jnp.log(1 + jnp.exp(x))


by_jvp = jax.custom_jvp(softplus)
by_vjp = jax.custom_vjp(softplus)


@by_jvp.defjvp
def tripled(primals: Any, tangents: Any) -> Any:
    (x,), (change,) = primals, tangents
    slope = 3.0 if x > 0 else -3.0
    return by_jvp(x), slope * change


def kept(x: Any) -> Any:
    return by_vjp(x), x


def back(x: Any, change: Any) -> Any:
    return (change * 3.0 if x > 0 else change * -3.0,)


by_vjp.defvjp(kept, back)


@pytest.mark.parametrize("function", [by_jvp, by_vjp])
@pytest.mark.parametrize("x", [2.0, -2.0])
def test_it_is_converted_and_keeps_its_rule(function: Any, x: float) -> None:
    for made in (ng.function(function), ng.convert(function)):
        assert jnp.allclose(made(x), softplus(x))
        assert jax.grad(made)(x) == (3.0 if x > 0 else -3.0)
        assert jnp.allclose(jax.jit(made)(x), softplus(x))


def test_a_rule_may_come_after_it() -> None:
    late = jax.custom_jvp(lambda x: x * x)
    graph, converted = ng.function(late), ng.convert(late)
    late.defjvp(lambda primals, tangents: (late(*primals), 7.0 * tangents[0]))
    assert jax.grad(graph)(2.0) == jax.grad(converted)(2.0) == 7.0


@pytest.mark.parametrize("function", [by_jvp, by_vjp])
def test_its_steps_have_the_values_of_the_graph(function: Any) -> None:
    steps = str(report(function, 2.0).recording)
    assert "near = 0.13533528" in steps
    assert "was not followed" not in steps
