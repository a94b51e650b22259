"""A result of many numbers was an array for each, which took a call as long as the rest of it: beams, sorted rows."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def ordered(table):
    return [(x, [x]) for x in sorted(table, key=abs)[:5]]


def beams(table):
    best = sorted([(score, [k, k + 1]) for k, score in enumerate(table)], key=lambda beam: -beam[0])[:4]
    return {"words": [words for _, words in best], "name": "beams", "best": (best[0][0], [score for score, _ in best])}


def counted(table, n):
    k = 0
    while k < n:
        k = k + 1
    return k, sorted([(score, [i, i + k]) for i, score in enumerate(table)])[:4]


TABLE = [0.5, -0.0, 2.5, 1e-30, 7.25, -3.0]


def flat(value: Any) -> list[Any]:
    return jax.tree_util.tree_leaves(value)


@pytest.mark.parametrize("plain", [beams, ordered])
def test_numbers_are_pythons(plain: Any) -> None:
    converted, wanted = ng.function(plain), plain(TABLE)
    for _ in range(3):
        found = converted(TABLE)
        assert jax.tree_util.tree_structure(found) == jax.tree_util.tree_structure(wanted)
        assert [*map(type, flat(found))] == [*map(type, flat(wanted))]
        for one, other in zip(flat(found), flat(wanted), strict=True):
            assert one == other if isinstance(other, str) else one == np.float32(other)
            assert isinstance(other, str) or math.copysign(1, one) == math.copysign(1, other)


def test_no_number_stays_one() -> None:
    converted = ng.function(beams)
    converted(TABLE)
    found = converted([0.5, float("nan"), float("inf"), -0.0, 1.0, -1.0])
    assert all(type(leaf) in (int, float, str) for leaf in flat(found))


def test_a_check_is_made_before() -> None:
    converted = ng.function(counted, max_iterations=5)
    for n in (3, 4):
        found, wanted = converted(TABLE, n), counted(TABLE, n)
        assert found[1] == [(np.float32(score), words) for score, words in wanted[1]]
        assert found[0] == n
        with pytest.raises(ng.NbgraphError, match="goes on after 5 iterations"):
            converted(TABLE, 9)


def test_a_program_that_is_shown_or_transformed_returns_each() -> None:
    converted = ng.function(beams)
    converted(TABLE)
    assert len(converted.trace(TABLE).jaxpr.jaxpr.outvars) == 13
    assert all(isinstance(leaf, jax.Array) for leaf in flat(jax.jit(ng.convert(lambda t: beams(t)["best"]))(TABLE)))
    slope = jax.grad(lambda table: sum(converted(table)["best"][1]))(jnp.array(TABLE))
    assert slope.tolist() == [1.0, 0.0, 1.0, 1.0, 1.0, 0.0]
    several = jax.vmap(lambda table: converted(table)["best"])(jnp.array([TABLE, TABLE[::-1]]))
    assert flat(several)[0].tolist() == [7.25, 7.25]
