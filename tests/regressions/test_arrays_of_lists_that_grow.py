"""`np.mean([x for x in xs if x > 0])` and `np.array(found)` refused a list of run-time length.

In the graph it is an array of which a mask says what the list's items are, as `a[a > 0]` is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

REDUCTIONS = (np.sum, np.mean, np.std, np.var, np.median, np.max, np.argmin, np.sort, np.cumsum, np.any, np.size)


def chosen(function: Callable[..., Any]) -> Callable[..., Any]:
    def of_those(xs: Any, least: Any) -> Any:
        return function([x for x in xs if x > least])

    return of_those


@pytest.mark.parametrize("xs", [[1.5, 4.0, 2.5, 8.0], [3, 1, 5]])
@pytest.mark.parametrize("function", REDUCTIONS)
def test_a_function_of_numpy_takes_the_list(function: Callable[..., Any], xs: Any) -> None:
    np.testing.assert_allclose(ng.function(chosen(function))(xs, 2), chosen(function)(xs, 2), rtol=1e-6)


@pytest.mark.parametrize("function", [np.max, np.argmin])
def test_it_raises_what_numpy_raises_of_an_empty_list(function: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=r"empty sequence|zero-size array"):
        ng.function(chosen(function))([1.0, 2.0], 5.0)


def as_an_array(n: Any) -> Any:
    found = []
    while n > 1:
        found.append(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    a = np.array(found, dtype=float)
    found.append(-1)
    total = 0.0
    for x in a:
        total += x
    return total, (a * 2).sum(), len(a), a[a > 4].max(), np.mean(found) if found else 0, len(found), a


@pytest.mark.parametrize("n", [3, 10])
def test_an_array_is_made_of_the_list_as_it_is_then(n: int) -> None:
    *numbers, array = ng.function(as_an_array)(n)
    *known, expected = as_an_array(n)
    np.testing.assert_allclose(numbers, known, rtol=1e-6)
    np.testing.assert_array_equal(array, expected)


def rows_of_means(n: Any) -> Any:
    means, found = [], []
    for i in range(n):
        found.append(i * i)
        if i % 2 == 0:
            means.append(np.mean(found))
    return means


def test_the_list_may_grow_on_in_a_loop() -> None:
    np.testing.assert_allclose(ng.function(rows_of_means)(5), rows_of_means(5), rtol=1e-6)


def test_derivatives_and_batches() -> None:
    def spread(scale: Any, xs: Any) -> Any:
        return np.mean([scale * x * x for x in xs if x > 1.0])

    xs = np.array([0.5, 2.0, 3.0], np.float32)
    function = ng.function(spread)
    assert jnp.allclose(jax.grad(function)(2.0, xs), 6.5)
    assert jnp.allclose(jax.vmap(function, (0, None))(jnp.array([1.0, 2.0]), xs), jnp.array([6.5, 13.0]))
