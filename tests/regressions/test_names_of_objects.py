"""A derivative or a compiled version of a callable object had no name of its own, and `jax.jit(model)` was refused."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.inspect import report


class Model:
    """A function with a parameter."""

    def __init__(self, w: float) -> None:
        self.w = w

    def __call__(self, x: Any) -> Any:
        return self.w * x * x if x > 0 else x


def scaled(a: Any, x: Any) -> Any:
    return a * x * x if x > 0 else x


model, partial = Model(2.0), functools.partial(scaled, 2.0)


@pytest.mark.parametrize(
    ("function", "title", "name", "value"),
    [
        (model, "Model(3.0)", "Model", 18.0),
        (jax.grad(model), "jax.grad(Model)(3.0)", "Model", 12.0),
        (jax.jit(model), "jax.jit(Model)(3.0)", "Model", 18.0),
        (partial, "scaled(3.0)", "scaled", 18.0),
        (jax.grad(partial), "jax.grad(scaled)(3.0)", "scaled", 12.0),
        (jax.jit(partial), "jax.jit(scaled)(3.0)", "scaled", 18.0),
        (jax.jit(functools.partial(model)), "jax.jit(Model)(3.0)", "Model", 18.0),
    ],
)
def test_it_is_called_what_its_class_or_function_is(
    function: Callable[..., Any], title: str, name: str, value: float
) -> None:
    shown = report(function, 3.0, timing=False)
    assert shown.title == title
    assert shown.graph is not None and shown.graph.name == name
    assert float(ng.function(function)(3.0)) == value
