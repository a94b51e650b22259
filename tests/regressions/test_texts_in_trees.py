"""JAX's functions of trees take a text that is chosen at run time for what it travels as, a number: refused."""

from __future__ import annotations

from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def mapped(n):
    kind = "even" if n % 2 == 0 else "odd"
    return jax.tree.map(lambda part: part + 1, {"kind": kind})


def flattened(n):
    kind = "even" if n % 2 == 0 else "odd"
    first, _ = jax.tree.leaves((kind, n))
    return first


def told_by_path(n):
    pair = {"kind": "even" if n % 2 == 0 else "odd"}
    return jax.tree_util.tree_leaves_with_path(pair)[0][1]


@pytest.mark.parametrize("function", [mapped, flattened, told_by_path], ids=lambda function: function.__name__)
def test_a_text_in_a_tree_is_refused(function: Any) -> None:
    for run in (ng.function(function), jax.jit(ng.convert(function))):
        with pytest.raises(NbgraphError, match="takes apart") as caught:
            run(3)
        assert caught.value.id == "chosen-text"


def test_a_tree_without_such_texts_is_mapped() -> None:
    @ng.function
    def doubled(n):
        kind = "even" if n % 2 == 0 else "odd"
        return jax.tree.map(lambda part: part * 2, {"n": n}), kind

    assert doubled(3) == ({"n": 6}, "odd")
