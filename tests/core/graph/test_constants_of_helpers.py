"""Helpers that read an array of the module: JAX keeps it as a constant of the helper's own program."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core import _jax

CHANCES = jnp.array([[0.1, 0.9], [0.5, 0.5]])


def draw(key, state):
    return jax.random.categorical(key, jnp.log(CHANCES[state]))


def chain(key, n):
    state, states = 0, []
    for i in range(n):
        state = draw(jax.random.fold_in(key, i), state)
        states.append(state)
    return states


@jax.jit
def row(i):
    return jnp.log(CHANCES[i]).sum()


def rows(n):
    total = 0.0
    for i in range(n):
        total += row(i)
    return total


CALLS = [(chain, (jax.random.key(5), 6)), (rows, (2,)), (row, (1,))]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_the_graph_has_them(function: Any, arguments: tuple[Any, ...]) -> None:
    assert "log" in ng.graph(function, *arguments).to_text()


@pytest.mark.parametrize(("function", "arguments"), CALLS[:2])
def test_the_run_is_recorded_and_watched(function: Any, arguments: tuple[Any, ...]) -> None:
    assert ng.trace_values(function, *arguments).steps
    assert ng.compare(function, *arguments).verdict.equal


def test_bodies_come_with_their_constants() -> None:
    (call,) = jax.make_jaxpr(lambda i: row(i))(1).eqns
    ((jaxpr, constants),) = _jax.bodies(call)
    assert len(jaxpr.constvars) == len(constants)


def test_the_constant_is_the_array() -> None:
    (call,) = jax.make_jaxpr(lambda i: row(i))(1).eqns
    for _, constants in _jax.bodies(call):
        for each in constants:
            np.testing.assert_array_equal(each, CHANCES)
