"""What JAX has made of a function before: a transformation is made of the converted one, `jax.jit` runs it as it is."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def bent(x: Any) -> Any:
    if x > 0:
        return x * x
    return -x


slope, compiled, mapped = jax.grad(bent), jax.jit(bent), jax.vmap(bent)


def test_a_transformation_is_made_of_the_converted_function() -> None:
    both = jax.vmap(jax.grad(bent))
    assert [ng.function(lambda x: slope(x))(x) for x in (3.0, -3.0)] == [slope(3.0), slope(-3.0)] == [6.0, -1.0]
    assert ng.function(lambda v: mapped(v))(jnp.array([3.0, -3.0])).tolist() == [9.0, 3.0]
    assert ng.function(lambda v: both(v))(jnp.array([3.0, -3.0])).tolist() == [6.0, -1.0]


def test_what_is_compiled_is_named_with_the_remedy() -> None:
    def calls(x: Any) -> Any:
        return compiled(x)

    with pytest.raises(NbgraphError) as caught:
        ng.function(calls)(3.0)
    assert caught.value.id == "traced-value-in-python"
    assert "`bent`, which a library runs as it is written" in str(caught.value)
    assert "jax.grad(ng.convert(bent))" in str(caught.value)


def test_the_remedy_works() -> None:
    slope_of_converted = jax.grad(ng.convert(bent))
    assert ng.function(lambda x: slope_of_converted(x))(3.0) == 6.0
