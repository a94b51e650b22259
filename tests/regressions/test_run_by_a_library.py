"""A function that a library runs as it is written: the refusal of its `if` says so, and what to write."""

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


CALLS = [slope, compiled, lambda x: mapped(jnp.stack([x, x]))]


@pytest.mark.parametrize("function", CALLS, ids=["grad", "jit", "vmap"])
def test_it_names_the_function_and_the_remedy(function: Any) -> None:
    def calls(x: Any) -> Any:
        return function(x)

    with pytest.raises(NbgraphError) as caught:
        ng.function(calls)(3.0)
    assert caught.value.id == "traced-value-in-python"
    assert "`bent`, which a library runs as it is written" in str(caught.value)
    assert "jax.grad(ng.convert(bent))" in str(caught.value)


def test_the_remedy_works() -> None:
    slope_of_converted = jax.grad(ng.convert(bent))
    assert ng.function(lambda x: slope_of_converted(x))(3.0) == 6.0
