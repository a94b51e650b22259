"""`item` and `tolist` of arrays return Python's numbers and lists; `np.isscalar` is not asked of what may be either."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def mean_of_listed(v):
    xs = v.tolist()
    return sum(xs) / len(xs)


def median_of_listed(v):
    xs = v.tolist()
    xs.sort()
    return xs[len(xs) // 2], max(xs), xs[::-1], 3 in xs


def largest_and_one(v):
    return v.max().item() + 1


def decided_by_an_item(v):
    if v[0].item() > 1:
        return v.tolist()
    return [0, 0, 0]


def listed_and_grown(v):
    xs = v.tolist()
    for i in range(v[0].item()):
        xs.append(i)
        xs[0] += 1
    return xs


def rows_of_listed(v):
    rows = (v.reshape(1, -1) * 2).tolist()
    total = 0
    for row in rows:
        for x in row:
            if x > 2:
                total += x
    return rows, total


def of_all_shapes_of_one_item(v):
    one = v[:1]
    return one.item(), one.reshape(1, 1).item(), (one > 2).item(), one.sum().tolist()


PROGRAMS = [
    mean_of_listed,
    median_of_listed,
    largest_and_one,
    decided_by_an_item,
    listed_and_grown,
    rows_of_listed,
    of_all_shapes_of_one_item,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
@pytest.mark.parametrize("make", [np.array, jnp.array])
def test_items_and_lists_of_an_array_are_pythons(program: Callable[..., Any], make: Callable[..., Any]) -> None:
    v = make([3, 1, 2])
    assert ng.function(program)(v) == program(v)


def test_several_items_are_no_number() -> None:
    def only(v):
        return v.item()

    for runs in (only, ng.function(only)):
        with pytest.raises(ValueError, match="size 1"):
            runs(np.array([1, 2]))


def test_scalars_are_told_from_arrays_only_where_that_is_known() -> None:
    @ng.function
    def scalar(x):
        return np.isscalar(x)

    assert scalar(2.0)
    assert not scalar(np.array([1.0, 2.0]))
    with pytest.raises(NbgraphError) as caught:
        scalar(jnp.float32(2.0))
    assert caught.value.remedy.startswith("`np.ndim(x) == 0`")
