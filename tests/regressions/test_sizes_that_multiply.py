"""Pure JAX code: a product of sizes was written as a sum of them, which is right for one shape alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng


def mean(x):
    count = 1
    for size in x.shape:
        count = count * size
    return x.sum() / count


def mean_of_a_square(x):
    count = 1
    for _ in range(2):
        count = count * len(x)
    return x.sum() / count


def shifted(x):
    return x.sum() + 2 * len(x) + x.shape[1] - 1


def run(function: Callable[..., Any], made_for: Any, given: Any) -> Any:
    """What the printed code for one array gives for another."""
    names: dict[str, Any] = {}
    exec(ng.to_code(function, made_for), names)
    return names[function.__name__](given)


@pytest.mark.parametrize("function", [mean, mean_of_a_square])
def test_it_is_for_its_own_shape_alone(function: Callable[..., Any]) -> None:
    same, other = jnp.ones((3, 4)), jnp.ones((5, 7))
    assert float(run(function, same, same)) == pytest.approx(float(function(same)))
    with pytest.raises(AssertionError):
        run(function, same, other)


def test_a_sum_of_sizes_is_for_all_shapes() -> None:
    assert float(run(shifted, jnp.ones((3, 4)), jnp.ones((5, 7)))) == float(shifted(jnp.ones((5, 7)))) == 51.0
