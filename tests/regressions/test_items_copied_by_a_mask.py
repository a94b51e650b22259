"""Items taken by a mask are a copy in NumPy, which stays what it is when the array changes, and the other way round.

Habit: `positive = v[v > 0]`, then `v[v < 0] = 0`, then `positive.mean()`: data is cleaned after a part of it was taken.
The part was held as the whole array beside the mask, and the change of the array was refused as that of an alias.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest

import nbgraph as ng


def cleaned_afterwards(v: Any) -> Any:
    positive = v[v > 0]
    v[v < 0] = 0
    return positive.mean(), v.sum()


def raised_afterwards(v: Any) -> Any:
    positive = v[v > 0]
    v += 1
    return positive.max(), v


def one_mask_for_both(v: Any) -> Any:
    mask = v > v.mean()
    high = v[mask]
    v[mask] = 0
    return high.sum() - v.sum()


def two_parts(v: Any) -> Any:
    low, high = v[v < 0], v[v >= 0]
    v[:] = 0
    return low.size, high.size, low.sum(), v


def at_indices_of_a_mask(v: Any) -> Any:
    where = np.where(v > 0)
    part = v[where]
    v[0] = 100
    return part.sum(), v[where].sum()


def in_a_loop(v: Any) -> Any:
    total = 0.0
    for i in range(len(v)):
        part = v[v > i]
        v[i] = -1
        total += part.sum() + len(part)
    return total, v


@pytest.mark.parametrize(
    "function", [cleaned_afterwards, raised_afterwards, one_mask_for_both, two_parts, at_indices_of_a_mask, in_a_loop]
)
@pytest.mark.parametrize("given", [[1.0, -2.0, 3.0, 0.5], [-1.0, 2.0, 3.0, 4.0]])
@pytest.mark.parametrize("run", [ng.function, lambda f: jax.jit(ng.convert(f))])
def test_the_part_stays_what_it_is(function: Callable[..., Any], given: list[float], run: Callable[..., Any]) -> None:
    expected = function(np.array(given))
    for one, other in zip(jax.tree.leaves(run(function)(np.array(given))), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
