"""`v[i] += f()` where `f` changes `i`: the index was read again after the call, and another item was changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def index_changed(v, a):
    def three():
        nonlocal a
        a = 3
        return 1

    v[a % 4] += three()
    return v


def list_items(v, a):
    def two():
        nonlocal a
        a += 1
        return 2

    items = [v[0], v[1], v[2], v[3], 5]
    items[a] += two()
    items[a] = two()
    return items


@pytest.mark.parametrize("function", [index_changed, list_items])
def test_the_item_that_python_changes(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for a in (0, 1, 2):
        python = function(np.array([11, 3, 6, -2]), a)
        assert np.asarray(graph(jnp.array([11, 3, 6, -2]), a)).tolist() == np.asarray(python).tolist()
