"""`enumerate(reversed(v))` over an array made no round: the inner iterator counted as walked over before the loop."""
# ruff: noqa: B905, B007, C417 - ordinary code

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def numbered_backwards(v):
    s = 0
    for i, a in enumerate(reversed(v)):
        s = s * 2 + a * i
    return s


def with_its_mirror(v):
    s = 0
    for i, (a, b) in enumerate(zip(v, reversed(v)), start=1):
        s += i * a - b
    return s


def mapped(v):
    s = 0
    for a, b in zip(map(lambda x: x + 1, reversed(v)), enumerate(v)):
        s = s % 100 * 3 + a * b[1] - b[0]
    return s


def asked(v):
    return any(i * a > 7 for i, a in enumerate(reversed(v))), all(map(lambda p: p[1] > 0, enumerate(reversed(v))))


def listed(n):
    items = []
    for k in range(n):
        items.append(k * 2)
    found = list(enumerate(reversed(items)))
    return found[0][1], len(found), sum(a * b for a, b in zip(items, reversed(items)))


def twice(v):
    walk = enumerate(reversed(v))
    s = 0
    for i, a in walk:
        s += i * a
    for i, a in walk:
        s += 1000
    return s


FUNCTIONS = [numbered_backwards, with_its_mirror, mapped, asked, twice]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("count", [1, 3, 12, 40])
def test_as_many_rounds_as_python_makes(function: Callable[..., Any], count: int) -> None:
    v = np.arange(count) % 5 + 1
    python, graph = function(v), ng.function(function)(jnp.asarray(v))
    assert np.asarray(graph).tolist() == np.asarray(python, dtype=np.int32).tolist()


@pytest.mark.parametrize("n", [1, 4, 9])
def test_lists_of_run_time_length(n: int) -> None:
    assert np.asarray(ng.function(listed)(n)).tolist() == list(listed(n))
