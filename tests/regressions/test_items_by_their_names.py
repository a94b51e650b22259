"""A box for one item of an array that several names are bound to has the name of that item."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def parted(v):
    first, second = v
    return first - second


def reversed_parts(v):
    first, second = v[::-1]
    return first - second


def rows(table):
    total = 0.0
    for first, second in table:
        total = total + first * second
    return total


def labels(function: Callable[..., Any], *arguments: Any) -> list[str]:
    return [node.label for node in ng.graph(function, *arguments).view().nodes if node.kind == "operation"]


@pytest.mark.parametrize("function", [parted, reversed_parts])
def test_each_item_has_its_own_name(function: Callable[..., Any]) -> None:
    found = labels(function, jnp.arange(2.0))
    assert found[-3:] == ["first", "second", "first - second"]


def test_the_axis_of_a_batch_is_none_of_items() -> None:
    assert labels(jax.vmap(parted), jnp.ones((2, 2))) == ["first", "second", "first - second"]


def test_a_box_for_all_items_has_all_names() -> None:
    assert "first, second" in labels(rows, jnp.ones((2, 2)))


def test_a_split_key_and_its_part() -> None:
    def drawn(key):
        key, part = jax.random.split(key)
        return jax.random.normal(part), key

    assert labels(drawn, jax.random.key(0))[1:3] == ["key", "part"]
