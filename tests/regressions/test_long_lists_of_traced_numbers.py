"""A long list of traced numbers is one array to a converted function, unless the function changes or stores it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def sums(table: Any) -> Any:
    n = len(table)
    total = 0
    for i in range(n):
        for j in range(n):
            total = total / 2 + table[i][(j + 1) % n] * table[(i + 1) % n][j]
    return total


def in_pairs(pairs: Any) -> Any:
    total = 0.0
    for x, y in pairs:
        total = total / 2 + x * y
    return total


def _size(function: Callable[..., Any], *arguments: Any) -> int:
    return len(jax.make_jaxpr(ng.convert(function))(*arguments).jaxpr.eqns)


def _table(n: int) -> list[list[float]]:
    return [[0.25 * ((3 * i + j) % 5) for j in range(n)] for i in range(n)]


def test_the_graph_does_not_grow_with_the_list() -> None:
    assert _size(sums, _table(10)) == _size(sums, _table(20))


@pytest.mark.parametrize("n", [2, 3, 4, 10])
def test_it_means_what_it_means_item_by_item(n: int) -> None:
    table = [[float((3 * i + j) % 2) for j in range(n)] for i in range(n)]
    expected = sums(table)
    assert jax.jit(ng.convert(sums))(table) == pytest.approx(expected)
    batch = [[jnp.stack([jnp.float32(x), jnp.float32(0)]) for x in row] for row in table]
    assert jax.vmap(ng.convert(sums))(batch)[0] == pytest.approx(expected)
    assert jax.jit(ng.convert(in_pairs))([(x, y) for x, y, *_ in table * 6]) == in_pairs([row[:2] for row in table * 6])


def test_its_gradient_is_a_list() -> None:
    xs = [0.5 * k for k in range(12)]
    slopes = jax.grad(ng.convert(lambda xs: sums([xs] * 12)))(xs)
    after = sums([[*xs[:5], xs[5] + 0.25, *xs[6:]]] * 12)
    before = sums([[*xs[:5], xs[5] - 0.25, *xs[6:]]] * 12)
    assert type(slopes) is list
    assert slopes[5] == pytest.approx((after - before) / 0.5, rel=1e-4)


def emptied(xs: Any) -> Any:
    total = xs[3] * 2
    xs.clear()
    return total


def first_row(table: Any) -> Any:
    return [table[0], len(table)]


def test_a_list_that_is_changed_is_the_callers() -> None:
    left = []

    def outer(xs: Any, table: Any) -> Any:
        row = ng.convert(first_row)(table)[0]
        row[1] = 100.0
        total = ng.convert(emptied)(xs)
        left.append(len(xs))
        return total, table[0][1]

    assert jax.jit(outer)([0.5 * k for k in range(12)], _table(4)) == (3, 0.25)
    assert left == [0]


def test_a_list_with_another_name_is_seen_through_both() -> None:
    def outer(xs: Any) -> Any:
        def changing(ys: Any) -> Any:
            xs.reverse()
            return ys[0]

        return ng.convert(changing)(xs)

    with pytest.raises(ng.NbgraphError, match="is changed by"):
        jax.jit(outer)([float(k) for k in range(12)])


def printing(xs: Any) -> Any:
    print("once", xs[0])
    return lambda: xs[1]


def test_a_call_that_is_made_again_prints_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", out := io.StringIO())
    assert jax.jit(lambda xs: ng.convert(printing)(xs)())([0.5] * 12) == 0.5
    jax.effects_barrier()
    assert out.getvalue() == "once 0.5\n"


def powers(xs: Any, w: Any) -> Any:
    for x in xs:
        w = w * x
    return w


def test_an_item_gives_way_to_an_array_of_few_bits() -> None:
    w = jnp.asarray([3], jnp.int8)
    expected = powers([2] * 10, w)
    for graph in (ng.function(powers), jax.jit(ng.convert(powers))):
        found = graph([2] * 10, w)
        assert (found.dtype, found.tolist()) == (expected.dtype, expected.tolist())


def leaves(xs: Any) -> Any:
    found = jax.tree.leaves(xs)
    return len(found), sum(found), jax.tree.map(lambda x: x + 1, xs)[1][2]


def test_the_leaves_of_a_list_are_its_items() -> None:
    table = _table(4)
    for graph in (ng.function(leaves), jax.jit(ng.convert(leaves))):
        assert list(graph(table)) == list(leaves(table))
