"""`m = 0.0` before a loop of run-time length in which `m = 0.9 * m + g` is an array: the loop was refused.

Momentum, sums of rows, and slots of an optimiser that are made on first use are written so. The first iteration is
staged apart; where there is none, the value of another shape is an error if it is read, and never an array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng

W = jnp.array([1.0, 2.0])


def momentum(w: Any, n: Any) -> Any:
    m = 0.0
    for _ in range(n):
        m = 0.9 * m + w
        w = w - 0.1 * m
    return w


def while_momentum(w: Any, n: Any) -> Any:
    m = 0.0
    while n > 0:
        m = 0.9 * m + w
        w = w - 0.1 * m
        n -= 1
    return w


def of_a_number(w: Any, n: Any) -> Any:
    v, total = 2.0, 0.0
    for i in range(n):
        total = total + jnp.sum(v)  # of the number, in the first iteration
        v = v * w
        print(i, jnp.shape(v))
    return total


def nested(w: Any, n: Any) -> Any:
    total = 0.0
    for i in range(1, n):
        rows = 0
        for j in range(i):
            rows = rows + w * j
        total = total + jnp.sum(rows)
    return total


def summed(w: Any, n: Any) -> Any:
    total = 0
    for i in range(n):
        total = total + w * i
    return total / 2


def left(w: Any, n: Any) -> Any:
    v = 0
    for _ in range(n):
        v = v + w
        if jnp.sum(v) > 8:
            break
    else:
        w = w * 2
    return v[0], w


def slots(w: Any, n: Any) -> Any:
    parameters, state = {"w": w, "b": jnp.zeros(())}, {}
    for _ in range(n):
        for key, value in parameters.items():
            if key not in state:
                state[key] = jnp.zeros_like(value)
            state[key] = 0.9 * state[key] + value + 1
            parameters[key] = value - 0.1 * state[key]
    return parameters


def listed(w: Any, n: Any) -> Any:
    pair = [0.0, 0.0]
    for _ in range(n):
        pair[0], pair[1] = pair[0] + w, pair[1] + jnp.sum(w)
    return pair


def same(one: Any, other: Any) -> bool:
    return all(map(jnp.allclose, jax.tree.leaves(one), jax.tree.leaves(other)))


@pytest.mark.parametrize("function", [momentum, while_momentum, of_a_number, nested, summed, left, slots, listed])
def test_the_first_iteration_is_staged_apart(function: Callable[..., Any], capsys: Any) -> None:
    graph, compiled = ng.function(function), jax.jit(ng.convert(function))
    for n in (3, 1, 5):
        expected = function(W, n)
        printed = capsys.readouterr().out
        assert same(graph(W, n), expected)
        assert capsys.readouterr().out == printed
        assert same(jax.block_until_ready(compiled(W, n)), expected)
        jax.effects_barrier()
        assert capsys.readouterr().out == printed


@pytest.mark.parametrize("function", [momentum, while_momentum, of_a_number, nested])
def test_a_value_that_nothing_reads_after_the_loop_needs_no_iteration(
    function: Callable[..., Any], capsys: Any
) -> None:
    for made in (ng.function(function), jax.jit(ng.convert(function))):
        assert same(made(W, 0), function(W, 0))
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("function", [summed, left, slots, listed])
def test_a_value_that_is_read_after_no_iteration_is_an_error(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.NbgraphError, match="this call runs no iteration"):
        ng.function(function)(W, 0)
    with pytest.raises(jax.errors.JaxRuntimeError, match="this call runs no iteration"):
        jax.block_until_ready(jax.jit(ng.convert(function))(W, 0))


def test_a_gradient_of_such_a_loop_is_refused_where_it_has_no_iteration() -> None:
    def loss(w: Any, n: Any) -> Any:
        total = 0.0
        for _ in range(n):
            total = total + w * w
        return jnp.sum(total)

    def slope(w: Any, n: Any) -> Any:
        return jax.grad(lambda w: loss(w, n))(w)

    compiled = jax.jit(ng.convert(slope))
    assert same(compiled(W, 3), 6 * W)
    with pytest.raises(jax.errors.JaxRuntimeError, match="this call runs no iteration"):
        jax.block_until_ready(compiled(W, 0))
    with pytest.raises(ng.NbgraphError, match="this call runs no iteration"):
        ng.function(slope)(W, 0)


def test_an_array_that_grows_in_each_iteration_is_still_refused() -> None:
    def grown(w: Any, n: Any) -> Any:
        for _ in range(n):
            w = jnp.append(w, n)
        return w

    with pytest.raises(ng.NbgraphError, match=r"of shape \(2,\) before and .* of shape \(3,\) after"):
        ng.function(grown)(W, 3)


def test_the_picture_says_what_decides_about_the_first_iteration() -> None:
    """It said "if not left", as of a loop with a `break`."""
    labels = [region.label for region in ng.graph(momentum, W, 5).regions]
    assert "if any iteration" in labels
    assert "if not left" not in labels
