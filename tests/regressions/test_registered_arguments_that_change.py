"""A data class that JAX knows, as an argument, was refused where the function assigned to a field of it."""

from __future__ import annotations

import dataclasses

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
    w: jax.Array
    step: int


def train(state, n):
    for i in range(n):
        state.w = state.w + i
        if state.w[0] > 2:
            state.step = state.step + 1
    return state.w


def moved(state):
    state.step = state.step + 1
    return state


def both(a, b):
    a.step = a.step + 1
    return b.step


def test_the_callers_object_changes_at_every_call() -> None:
    compiled, state, expected = ng.function(train), State(jnp.zeros(2), 0), State(jnp.zeros(2), 0)
    for _ in range(2):
        assert compiled(state, 4).tolist() == train(expected, 4).tolist()
        assert (state.w.tolist(), state.step) == (expected.w.tolist(), expected.step)


def test_what_is_returned_is_the_callers_object() -> None:
    state = State(jnp.zeros(2), 3)
    assert ng.function(moved)(state) is state
    assert state.step == 4


def test_one_object_twice_is_refused() -> None:
    state = State(jnp.zeros(2), 3)
    with pytest.raises(NbgraphError, match="a State that changes is an argument twice"):
        ng.function(both)(state, state)
    assert ng.function(both)(state, State(jnp.zeros(2), 8)) == 8
    assert state.step == 4
