"""Lists that lose, join and cut items: what moves their rows asks for none that the user has not asked for."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.checked.call import program_of
from nbgraph.core.checked.explain import explain


def merged(a, b):
    out = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    return out + a[i:] + b[j:]


def popped(xs):
    xs = xs[:]
    while len(xs) > 1:
        xs.pop(0)
        if xs[0] > 3:
            del xs[0]
    return xs


def removed(xs):
    for x in xs:
        if x == 2:
            xs.remove(x)
    return xs


def missed(function: Any, arguments: tuple[Any, ...]) -> Any:
    traced = program_of(ng.function(function), arguments, {})
    assert traced is not None
    return explain(traced, differ=False, seconds=20.0).missed


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(merged, ([1, 4], [2, 3])), (popped, ([5, 1, 7, 2],)), (removed, ([1, 2, 2, 3],))],
)
def test_no_item_is_out_of_range(function: Any, arguments: tuple[Any, ...]) -> None:
    assert missed(function, arguments) is None


def beyond(x, i):
    return x[i] + 1


def test_an_item_that_is_asked_for_and_not_there_is() -> None:
    assert "asks for index 5" in missed(beyond, (jnp.arange(3), 5)).sentence
