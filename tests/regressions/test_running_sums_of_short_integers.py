"""`np.cumsum` of an int8 array went around at 127, as JAX's does: NumPy's results are wider."""

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
