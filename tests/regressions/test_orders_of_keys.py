"""Dicts of parameters that `jax.tree.map` brings into order in some iterations: refused, as if keys had been lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def loss(p: Any) -> Any:
    return (p["w"] * 2.0 + p["b"] - 1.0) ** 2


def trained(p: Any, n: Any) -> Any:
    for _ in range(n):
        p = jax.tree.map(lambda a, d: a - 0.1 * d, p, jax.grad(loss)(p))
    return p, loss(p), isinstance(p, dict), len(p), sum(p[key] for key in sorted(p))


def best(p: Any, n: Any) -> Any:
    best_p, least = p, 1e9
    for _ in range(n):
        if loss(p) < least:
            best_p, least = p, loss(p)
        p = jax.tree.map(lambda a, d: a - 0.3 * d, p, jax.grad(loss)(p))
    return best_p, least


def epochs(p: Any, n: Any) -> Any:
    state = {"parameters": [p, p], "count": 0}
    for _ in range(n):
        for _ in range(n):
            state = {"parameters": jax.tree.map(lambda a: a * 0.5, state["parameters"]), "count": state["count"] + 1}
    return state


def swapped(p: Any, n: Any) -> Any:
    for _ in range(n):
        p = {"b": p["w"], "w": p["b"]}
    return p


def previous(p: Any, n: Any) -> Any:
    last = p
    for _ in range(n):
        last = p
        p = jax.tree.map(lambda a: a * 0.5, p)
    return last


def shown(p: Any, n: Any) -> Any:
    if n > 1:
        p = jax.tree.map(lambda a: a + 1, p)
    print(p)
    return p["w"]


PARAMETERS = {"w": jnp.float32(1.0), "b": jnp.float32(2.0)}


@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize("function", [trained, best, epochs, swapped, previous], ids=lambda each: each.__name__)
def test_the_keys_have_python_s_order(function: Callable[..., Any], n: int) -> None:
    graph, python = ng.function(function)(PARAMETERS, n), function(PARAMETERS, n)
    (found, tree), (wanted, same) = map(jax.tree.flatten, (graph, python))
    assert tree == same
    assert [*map(float, found)] == pytest.approx([*map(float, wanted)], abs=1e-5)
    assert _orders(graph) == _orders(python)


def _orders(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _orders(part) for key, part in value.items()}.__repr__()
    return [*map(_orders, value)] if isinstance(value, list | tuple) else None


@pytest.mark.parametrize("n", [1, 2])
def test_a_print_has_python_s_order(n: int, capsys: pytest.CaptureFixture[str]) -> None:
    parameters = {"w": 1.0, "b": 2.0}
    shown(parameters, n)
    expected = capsys.readouterr().out
    ng.function(shown)(parameters, n)
    assert capsys.readouterr().out == expected


def test_pure_jax_has_both_orders() -> None:
    code = ng.to_code(swapped, PARAMETERS, 2)
    assert "for key in (('w', 'b'), ('b', 'w'))[int(p_keys)]" in code


def walked(p: Any, n: Any) -> Any:
    for _ in range(n):
        p = jax.tree.map(lambda a: a * 0.5, p)
    return [p[key] for key in p]


def first_walked(p: Any, n: Any) -> Any:
    keys = ""
    for _ in range(n):
        keys = "".join(p)
        p = jax.tree.map(lambda a: a * 0.5, p)
    return keys


def joined(p: Any, n: Any) -> Any:
    for _ in range(n):
        p = jax.tree.map(lambda a: a * 0.5, p)
    return {**p, "z": 0.0}


def changed(p: Any, n: Any) -> Any:
    for _ in range(n):
        p = jax.tree.map(lambda a: a * 0.5, p)
    p["w"] = 0.0
    return p


@pytest.mark.parametrize("function", [walked, first_walked, joined, changed], ids=lambda each: each.__name__)
def test_what_shows_the_order_is_refused_at_its_line(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError, match="order of a dict's keys") as caught:
        ng.function(function)(PARAMETERS, 2)
    assert caught.value.id == "key-order"
    assert caught.value.span is not None
    assert caught.value.span.line == function.__code__.co_firstlineno + 3
