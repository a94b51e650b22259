"""A shape error three calls deep said where it is, and not how the program came there."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from nbgraph.core.inspect import report


def layer(x, w):
    return x @ w


def network(x, weights):
    for w in weights:
        x = jnp.tanh(layer(x, w))
    return x


def loss(weights, x):
    return (network(x, weights) ** 2).mean()


def test_the_calls_are_named_innermost_first_and_travel() -> None:
    weights, x = [jnp.ones((3, 4)), jnp.ones((5, 1))], jnp.ones((10, 3))
    for call in (ng.function(loss), jax.grad(ng.convert(loss))):
        with pytest.raises(NbgraphError) as found:
            call(weights, x)
        error = found.value
        assert "`x` has shape (10, 4) and `w` shape (5, 1)" in error.message
        assert [code for code, _ in error.calls] == ["layer(x, w)", "network(x, weights)"]
        assert "\n    called by `layer(x, w)` in line 20, by `network(x, weights)` in line 25\nWrite" in str(error)
        kind, arguments = error.__reduce__()
        assert kind(*arguments).called_by == error.called_by


def test_nothing_is_said_of_the_function_itself() -> None:
    with pytest.raises(NbgraphError) as found:
        ng.function(layer)(jnp.ones((2, 3)), jnp.ones((4, 3)))
    assert not found.value.called_by


def test_a_report_names_them_too() -> None:
    (error,) = report(loss, [jnp.ones((3, 4)), jnp.ones((5, 1))], jnp.ones((10, 3)), timing=False).errors
    assert [code for code, _ in error.calls] == ["layer(x, w)", "network(x, weights)"]
