"""A loss that raises, differentiated or mapped under the user's own `jax.jit`: the exception was never raised.

A loss with a `raise` for bad input, `jax.grad` of it in a step, and `jax.jit` around the step: the callback put the
exception into a list that only a call of `ng.function` reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def graded(w: Any, n: Any) -> Any:
    def loss(w: Any) -> Any:
        if n == 0:
            raise ValueError("no data")
        return jnp.sum(w * w) / n

    return jax.grad(loss)(w)


def mapped(w: Any, n: Any) -> Any:
    return jax.vmap(lambda x: graded(x, n))(w)


def scanned(w: Any, n: Any) -> Any:
    return jax.lax.scan(lambda total, x: (total + graded(x, n), x), 0.0, w)[0]


@pytest.mark.parametrize("function", [graded, mapped, scanned])
@pytest.mark.parametrize("make", [lambda f: jax.jit(ng.convert(f)), lambda f: jax.jit(ng.function(f))])
def test_an_exception_in_a_transformed_function_is_raised_under_jit(
    function: Callable[..., Any], make: Callable[..., Any]
) -> None:
    compiled, w = make(function), jnp.array([1.0, 2.0])
    jax.block_until_ready(compiled(w, 2))
    with pytest.raises(jax.errors.JaxRuntimeError, match="no data"):
        jax.block_until_ready(compiled(w, 0))
    with pytest.raises(ValueError, match="no data"):
        ng.function(function)(w, 0)
