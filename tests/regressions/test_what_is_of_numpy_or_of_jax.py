"""A number out of an array of JAX's is no key, `round` takes no NumPy array, and NumPy's `sort` returns None."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError

TABLE = {1: 10, 2: 20}
JAXS, NUMPYS = jnp.array([1, 2]), np.array([1, 2])


def of_item(v: Any) -> Any:
    return TABLE[v[0]]


def of_sum(v: Any) -> Any:
    return (v * 2).sum() in TABLE


def of_each(v: Any) -> Any:
    total = 0
    for x in v:
        total += TABLE[x]
    return total


def of_global(n: Any) -> Any:
    return TABLE[JAXS[n]]


def of_call(v: Any) -> Any:
    return TABLE[jnp.max(v)]


@pytest.mark.parametrize(
    ("function", "argument"), [(of_item, JAXS), (of_sum, JAXS), (of_each, JAXS), (of_global, 0), (of_call, NUMPYS)]
)
def test_a_number_out_of_an_array_of_jax_is_no_key(function: Any, argument: Any) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        function(argument)
    with pytest.raises(StagingError, match="unhashable"):
        ng.function(function)(argument)


def numbers_of_python(v: Any) -> Any:
    items, count = [2, 1], 0
    for i in range(len(v)):
        count += 1 if v[i] > 1 else 0
    return TABLE[int(v[0])] + TABLE[v.tolist()[1]] + TABLE[items[v[0] - 1]] + TABLE[np.abs(v)[1]] + TABLE[count]


@pytest.mark.parametrize(
    ("function", "argument"), [(numbers_of_python, JAXS), (of_item, NUMPYS), (of_sum, NUMPYS), (of_each, NUMPYS)]
)
def test_a_number_of_python_or_numpy_is_a_key(function: Any, argument: Any) -> None:
    assert int(ng.function(function)(argument)) == int(function(argument))


def rounded(v: Any) -> Any:
    return round(v * 1.25, 1)


def rounded_in_a_loop(v: Any, n: Any) -> Any:
    while n > 0:
        v = round(v * 1.25, 1)
        n -= 1
    return v


def sorted_by_method(v: Any) -> Any:
    return jnp.abs(v).sort()


def sorted_by_numpy(v: Any) -> Any:
    return np.abs(v).sort()


def test_round_takes_no_numpy_array() -> None:
    with pytest.raises(TypeError, match="__round__"):
        rounded(NUMPYS)
    with pytest.raises(StagingError, match="this is a NumPy array"):
        ng.function(rounded)(NUMPYS)
    assert np.array_equal(ng.function(rounded)(JAXS), rounded(JAXS))
    assert np.array_equal(ng.function(rounded_in_a_loop)(JAXS, 2), rounded_in_a_loop(JAXS, 2))
    by_rows = ng.function(lambda m: jax.vmap(rounded)(m))
    assert np.array_equal(by_rows(JAXS[None]), rounded(JAXS)[None])


def test_sort_of_what_numpy_makes_of_a_jax_array_is_no_value() -> None:
    assert sorted_by_numpy(JAXS) is None
    with pytest.raises(StagingError, match="returns None"):
        ng.function(sorted_by_numpy)(JAXS)
    assert np.array_equal(ng.function(sorted_by_method)(NUMPYS), sorted_by_method(NUMPYS))
