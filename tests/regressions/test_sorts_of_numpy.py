"""NumPy's `sort` returns None where JAX's returns a copy; and takes a `kind`, which JAX does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError

V = np.array([3, 1, 4, 1])


@pytest.mark.parametrize(
    "function", [lambda v: (v.sort(), v)[1], lambda v: 1 if v.sort() is None else 0, lambda v: [(v * 1).sort(), v]]
)
def test_a_sort_of_numpy_s_is_no_value(function: Callable[[Any], Any]) -> None:
    with pytest.raises(StagingError, match="returns None"):
        ng.function(function)(V)


def test_a_sort_of_jax_s_is_one() -> None:
    graph = ng.function(lambda v: v.sort()[0])
    assert graph(jnp.array(V)) == 1
    with pytest.raises(StagingError, match="returns None"):
        graph(V)  # after the other was traced
    assert ng.function(lambda v: jnp.sin(v).sort().shape[0])(V) == 4


@pytest.mark.parametrize("kind", ["stable", "mergesort", "quicksort", None])
def test_a_kind_of_sort_is_taken(kind: Any) -> None:
    def ranked(v: Any) -> Any:
        return np.argsort(v, kind=kind), v.argsort(kind=kind), np.sort(v, kind=kind)

    assert all(map(np.array_equal, ng.function(ranked)(V), ranked(V)))
