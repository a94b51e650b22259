"""`act = None if linear else jnp.tanh`: the remedy was `act = -1`, and functions of JAX had the names of classes."""

from __future__ import annotations

import warnings
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


def test_the_error_names_the_function_and_a_call_of_it() -> None:
    with pytest.raises(ng.StagingError, match=r"`act` is None where .* the function `tanh` where") as raised:
        ng.function(with_none)(0.5, True)
    assert "a call in each branch that has one, as `" in raised.value.remedy and "-1" not in raised.value.remedy


@pytest.mark.parametrize("linear", [True, False])
def test_one_of_two_is_called(linear: bool) -> None:
    assert float(ng.function(of_two)(-0.5, linear)) == pytest.approx(float(of_two(-0.5, linear)))


def too_large(x: Any) -> Any:
    return x * 1e39 / 1e39


def test_a_check_of_numbers_that_overflow_leaves_no_warning_of_numpy() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert "inf is a constant" in str(ng.check(too_large, 1.0))
