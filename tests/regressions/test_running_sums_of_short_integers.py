"""`np.cumsum` and `v.cumsum` of an int8 array went around at 127, as JAX's do: NumPy's results are wider.

Cells that count pixels or samples have such arrays. An array of JAX's has its own method, which `np.cumsum` calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

RUNNING: list[Callable[..., Any]] = [np.cumsum, np.cumprod, np.nancumsum]


@pytest.mark.parametrize("running", RUNNING)
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32])
def test_they_do_not_go_around(running: Callable[..., Any], dtype: Any) -> None:
    given = np.array([100, 50, 7], dtype)
    assert ng.function(lambda v: running(v))(given).tolist() == running(given).tolist()
    assert ng.function(lambda v: running(v, dtype=np.float32))(given).dtype == np.float32


def test_those_of_jax_stay() -> None:
    given = np.array([100, 50], np.int8)
    assert ng.function(lambda v: jnp.cumsum(v))(given).tolist() == jnp.cumsum(given).tolist() == [100, -106]
    for running in (lambda v: np.cumsum(v), lambda v: v.cumsum(), lambda v: np.cumsum(jnp.abs(v))):
        assert ng.function(running)(jnp.array(given)).tolist() == running(jnp.array(given)).tolist() == [100, -106]


def last_of_a_loop(v: Any) -> Any:
    total = 0
    for _ in range(3):
        total += v.cumsum()[-1]
    return total


METHODS: list[Callable[..., Any]] = [
    lambda v: v.cumsum(),
    lambda v: v.cumprod(axis=0),
    lambda v: (v * 2).cumsum(),
    lambda v: v[1:].cumsum(0),
    lambda v: v.cumsum(dtype=np.int8),
    lambda v: v.cumsum(0, np.int8),
    last_of_a_loop,
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32])
def test_methods_do_not_go_around(method: Callable[..., Any], dtype: Any) -> None:
    given = np.array([100, 90, 7], dtype)
    assert ng.function(method)(given).tolist() == method(given).tolist()
