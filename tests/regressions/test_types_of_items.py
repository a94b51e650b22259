"""An item of an array was shown with the type of the slice that JAX takes it from: `v[0]` was `f32[1]`."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.graph.simplify import view


def bound(v: Any) -> Any:
    first = v[0]
    return first + v[1]


def test_an_item_is_shown_as_a_scalar() -> None:
    shown = {node.label: node for node in view(ng.graph(bound, jnp.ones(3))).nodes}
    assert [str(aval) for aval in shown["v[0]"].avals] == ["f32[]"]
    assert shown["v[0]"].names == ("first",)
    assert [str(aval) for aval in shown["v[1]"].avals] == ["f32[]"]


@ng.function
def joined(a: Any, b: Any) -> Any:
    return a + b


def test_explain_says_that_strings_alone_are_not_traced() -> None:
    assert "not been traced" in joined.explain()
    joined("a", "b")
    assert "strings alone" in joined.explain()
