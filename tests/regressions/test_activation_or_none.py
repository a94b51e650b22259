"""`act = None if linear else jnp.tanh`: the remedy was `act = -1`, and functions of JAX had the names of classes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def with_none(x: Any, linear: Any) -> Any:
    act = None if linear else jnp.tanh
    return x if act is None else act(x)


def of_two(x: Any, linear: Any) -> Any:
    act = jax.nn.relu if linear else jnp.tanh
    return act(x)


@pytest.mark.parametrize(
    "fn, says",
    [
        (with_none, r"`act` is None where .* the function `tanh` where"),
        (of_two, r"`act` is the function `relu` where .* the function `tanh` where"),
    ],
)
def test_the_error_names_the_function_and_a_call_of_it(fn: Callable[..., Any], says: str) -> None:
    with pytest.raises(ng.StagingError, match=says) as raised:
        ng.function(fn)(0.5, True)
    assert "a call in each branch that has one, as `" in raised.value.remedy and "-1" not in raised.value.remedy


def too_large(x: Any) -> Any:
    return x * 1e39 / 1e39


def test_a_check_of_numbers_that_overflow_leaves_no_warning_of_numpy() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert "inf is a constant" in str(ng.check(too_large, 1.0))
