"""JAX keeps the trace of a compiled function, and with it where its checks are told: a second function that calls the
same helper was never told that one had failed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def doubled(x: Any) -> Any:
    assert x > 0, "must be positive"
    return x * 2


def added(total: Any, x: Any) -> Any:
    assert x > 0, "must be positive"
    return total + x, total


compiled = jax.jit(ng.convert(doubled))
lanes = jax.jit(jax.vmap(ng.convert(doubled)))
step = ng.convert(added)
compiled_step = jax.jit(step)

Pair = tuple[Callable[[Any], Any], Callable[[Any], Any]]


def of_one() -> Pair:
    return lambda v: compiled(v[1]) + 1, lambda v: compiled(v[1]) + 2


def of_lanes() -> Pair:
    return lambda v: lanes(v) + 1, lambda v: lanes(v) + 2


def of_a_scan() -> Pair:
    return lambda v: jax.lax.scan(step, 0, v)[0] + 1, lambda v: jax.lax.scan(step, 0, v)[0] + 2


def of_a_compiled_step() -> Pair:
    return lambda v: jax.lax.scan(compiled_step, 0, v)[0] + 1, lambda v: jax.lax.scan(compiled_step, 0, v)[0] + 2


@pytest.mark.parametrize("make", [of_one, of_lanes, of_a_scan, of_a_compiled_step])
def test_each_function_is_told_of_its_own_checks(make: Callable[[], Pair]) -> None:
    good, bad = jnp.array([1, 2, 3]), jnp.array([1, -2, 3])
    first, second = (ng.function(function) for function in make())
    for _ in range(2):
        assert jnp.array_equal(first(good) + 1, second(good))
        for function in (first, second):
            with pytest.raises(AssertionError, match="must be positive"):
                function(bad)


def test_outside_of_a_trace_it_is_what_the_user_compiled() -> None:
    assert isinstance(ng.convert(lambda x: compiled(x))(3), jax.Array)
