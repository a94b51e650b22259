"""A helper that is written out where it is called is a region with its name, wherever that is."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def twice(x: Any) -> Any:
    y = x * x
    return y + 1


def step(a: Any) -> Any:
    b = a * 2
    while b < 10:
        b = b + twice(a)
    return b - 1


class Model:
    def __init__(self) -> None:
        self.w = jnp.ones(3)

    def layer(self, x: Any) -> Any:
        return jnp.tanh(self.w * x)

    def __call__(self, x: Any) -> Any:
        return jnp.sum(self.layer(x)) * 2


model = Model()


def of_methods(x: Any) -> Any:
    return model(x) + 1


def in_loops(n: Any) -> Any:
    total = 0
    for i in range(n):
        total = total + step(i)
    return total


def in_branches(x: Any) -> Any:
    if x > 0:
        return twice(x)
    return step(x)


def in_a_scope(x: Any) -> Any:
    with jax.named_scope("both"):
        return twice(twice(x))


def of_a_lambda(x: Any) -> Any:
    def apply(f: Any, x: Any) -> Any:
        return f(f(x)) * 2

    return apply(lambda v: v * v, x)


def transformed(x: Any) -> Any:
    return jax.grad(twice)(x) + 1


def read(values: Any, length: Any) -> Any:
    state = jnp.zeros(4)
    for i in range(3):
        if i < length:
            state = jnp.tanh(state + values[i])
    return jnp.sum(state)


def with_a_loop(lengths: Any) -> Any:
    return read(jnp.ones(3), lengths[0]) * 2


def in_a_batch(lengths: Any) -> Any:
    """JAX has made other operations of the branches, and nobody knows all the calls that led to them."""
    return jnp.mean(jax.vmap(lambda length: read(jnp.ones(3), length))(lengths) ** 2)


class Pair:
    def __new__(cls, y: Any) -> Any:
        made = super().__new__(cls)
        made.v = y if y > 2 else 0
        return made

    def __init__(self, y: Any) -> None:
        self.w = 1 if y > 2 else 2


def of_a_constructor(x: Any) -> Any:
    pair = Pair(x)
    return pair.v, pair.w


def with_a_small_one(x: Any) -> Any:
    def bump(x: Any) -> Any:
        return x + 1

    return bump(x) * 2


@pytest.mark.parametrize(
    ("function", "given", "wanted"),
    [
        (of_methods, jnp.ones(3), ["Model.__call__", "Model.layer in Model.__call__"]),
        (in_loops, 3, ["step in body", "twice in body"]),
        (in_branches, 1.0, ["twice in True", "step in False", "twice in body"]),
        (in_a_scope, 1.0, ["twice in both"] * 2),
        (of_a_lambda, 1.0, ["apply"]),
        (transformed, 1.0, []),
        (of_a_constructor, 3, ["Pair"]),
        (with_a_small_one, 1.0, []),
        (with_a_loop, jnp.arange(4), ["read"]),
        (in_a_batch, jnp.arange(4), []),
    ],
)
def test_region(function: Any, given: Any, wanted: list[str]) -> None:
    graph = ng.graph(function, given)
    labels = {region.id: region.label for region in graph.regions}
    around = {
        region.id: f" in {labels[region.parent]}" for region in graph.regions if region.parent not in (None, "r0")
    }
    assert [f"{region.label}{around.get(region.id, '')}" for region in graph.regions if region.kind == "call"] == wanted
