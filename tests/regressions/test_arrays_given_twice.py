"""One array under two names of a call: what changes one of them changes the other in Python, and did not in a graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


def item(a: Any, b: Any) -> Any:
    a[0] = 9
    return b.sum()


def whole(a: Any, b: Any) -> Any:
    a += 1
    return a, b


@pytest.mark.parametrize("function", [item, whole])
def test_an_array_given_twice_does_not_change(function: Callable[[Any, Any], Any]) -> None:
    graph, v = ng.function(function), np.array([1, 2, 3])
    for _ in range(2):  # before there is a program, and after
        for pair in ((v, v), (v[1:], v)):
            with pytest.raises(StagingError, match="the same items"):
                graph(*pair)
        assert np.array_equal(jax.tree.leaves(graph(v, v.copy()))[-1], v if function is whole else 6)


def test_what_changes_nothing_takes_an_array_twice() -> None:
    v = np.array([1, 2])
    assert np.array_equal(ng.function(lambda a, b: a + b)(v, v), [2, 4])


def test_an_array_of_jax_s_never_changes() -> None:
    v = jnp.array([1, 2])
    first, second = ng.function(whole)(v, v)
    assert np.array_equal(first, [2, 3]) and np.array_equal(second, [1, 2])
