"""A helper that gets a dict of arrays is a region, as any other; what it does to the dict, its caller sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def dense(p: Any, x: Any) -> Any:
    return jnp.tanh(x @ p["w"] + p["b"]) * p["inner"]["scale"]


def twice(p: Any, x: Any) -> Any:
    return dense(p, dense(p, x)).sum()


def changes(p: Any, x: Any) -> Any:
    def shrunk(q: Any) -> Any:
        q["w"] = q["w"] / 2
        return q["b"] + jnp.tanh(q["w"].sum() * jnp.exp(q["b"]) + 1)

    return shrunk(p) + shrunk(p) + p["w"].sum() + x.sum()


def changes_inside(p: Any, x: Any) -> Any:
    def shrunk(q: Any) -> Any:
        if q["b"].sum() > 0:
            q["inner"]["scale"] = jnp.exp(q["inner"]["scale"] * 2 + 1) / 3
        return q["b"] + 1

    return shrunk(p) + p["inner"]["scale"] + x.sum()


def adds_and_takes(p: Any, x: Any) -> Any:
    def moved(q: Any) -> Any:
        q["new"] = jnp.tanh(q.pop("b")) * 2
        return q["new"] + jnp.exp(q["new"] + 1)

    y = moved(p)
    return y + (p["new"] if "b" not in p else 0.0) + x.sum()


def keeps(p: Any, x: Any) -> Any:
    seen: list[Any] = []

    def kept(q: Any) -> Any:
        seen.append(q)
        return jnp.exp(q["b"] * 2 + 1) / 3

    y = kept(p)
    seen[0]["w"] = p["w"] * 3
    return y + p["w"].sum() + x.sum()


def under_two_names(p: Any, x: Any) -> Any:
    def both(a: Any, b: Any) -> Any:
        return jnp.exp(a["b"] * 2 + 1) / 3 if a is b else a["b"]

    return both(p, p) + both(p, dict(p)) + x.sum()


def known_around(p: Any, x: Any) -> Any:
    def same(q: Any) -> Any:
        return jnp.exp(q["b"] * 2 + 1) / 3 if q is p else q["b"]

    return same(p) + same(dict(p)) + x.sum()


def handed_back(p: Any, x: Any) -> Any:
    def found(q: Any) -> Any:
        return q["inner"]

    found(p)["scale"] = x.sum()
    return p["inner"]["scale"] * 2


def returns_new_ones(p: Any, x: Any) -> Any:
    def stepped(q: Any) -> Any:
        same = {"b": jnp.exp(q["b"] * 2 + 1) / 3}
        return {"z": same["b"] + q["w"].sum(), "a": {"b": same["b"]}}

    one, other = stepped(p), stepped(p)
    one["a"]["b"] = one["z"] * 2
    order = 3 if list(one) == ["z", "a"] else 0
    return other["a"]["b"] + one["a"]["b"] + order + x.sum()


def returns_one_twice(p: Any, x: Any) -> Any:
    def paired(q: Any) -> Any:
        same = {"b": jnp.exp(q["b"] * 2 + 1) / 3}
        return same, same

    one, other = paired(p)
    one["b"] = x.sum()
    return other["b"] * 2


LIMITS = {"low": 1.0}


def returns_a_global(p: Any, x: Any) -> Any:
    def limited(q: Any) -> Any:
        return LIMITS, jnp.exp(q["b"] * 2 + LIMITS["low"]) / 3

    (one, y), (other, _) = limited(p), limited(p)
    return y + x.sum() if one is other else x


def changed_between(p: Any, x: Any) -> Any:
    q = dict(p)
    first = dense(q, x)
    q["b"] = q["b"] + 1
    return (dense(q, x) - first).sum()


def given() -> dict[str, Any]:
    return {"w": jnp.full((2, 2), 0.5), "b": jnp.ones(2), "inner": {"scale": jnp.float32(2)}}


@pytest.mark.parametrize(
    "function",
    [
        twice, changes, changes_inside, adds_and_takes, keeps, under_two_names, known_around, handed_back,
        returns_new_ones, returns_one_twice, returns_a_global, changed_between,
    ],
)  # fmt: skip
def test_like_python(function: Callable[..., Any]) -> None:
    def own(p: Any, x: Any) -> Any:
        return function({**p, "inner": dict(p["inner"])}, x)

    x = jnp.arange(4.0).reshape(2, 2)
    assert np.allclose(ng.function(own)(given(), x), function(given(), x), rtol=1e-5)


def test_a_region_for_each_call() -> None:
    graph = ng.graph(twice, given(), jnp.ones((2, 2)))
    assert [region.label for region in graph.regions if region.kind == "call"] == ["dense", "dense"]
