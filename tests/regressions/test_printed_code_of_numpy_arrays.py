"""Printed code takes the NumPy array that it was printed for, without `jax.jit` around it.

`B = A.astype(float)` and `B[0] = 1` became `B.at[0].set(1)`, which an array of NumPy's does not have.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nbgraph as ng


def retyped(a: Any) -> Any:
    b = a.astype(float)
    b[0] = 1
    return b


def copied(a: Any) -> Any:
    a = a.copy()
    a[0] = 1
    return a


def turned(a: Any) -> Any:
    b = a.astype(np.float32).T.copy()
    b[1] += 2
    return b


def read_in_a_loop(a: Any) -> Any:
    b = a * 2
    s = 0
    for i in range(300):
        s += b[i % 3]
    return s


def made_by_jax_alone(a: Any) -> Any:
    return np.sort(a) + a[0]


@pytest.mark.parametrize("function", [retyped, copied, turned, read_in_a_loop, made_by_jax_alone])
def test_like_python(function: Any) -> None:
    given = np.array([3, 1, 2])
    code = ng.to_code(function, given)
    names: dict[str, Any] = {}
    exec(code, names)
    assert np.allclose(names[function.__name__](given), function(given))
    assert given.tolist() == [3, 1, 2]
    assert ("jnp.asarray" in code) == (function is not made_by_jax_alone)
