"""An index beyond an axis of a JAX array: Python goes on without a word, as the graph does, so the page says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import nbgraph as ng
from tests.core.checked.test_not_finite import line, patient  # noqa: F401

X, WHOLE = jnp.array([1.0, 2.0, 3.0]), jnp.array([1, 2, 3])
NEAREST = "and JAX takes the nearest there is. Plain Python returns the same."


def item(x, i):
    return x[i]


def put(x, i):
    return x.at[i].set(7)


def added(x, i):
    y = x.at[i].add(1)
    return y.sum()


def summed(x, n):
    s = 0
    for i in range(n):
        s = s + item(x, i)
    return s


def unrolled(x):
    s = 0.0
    for i in range(4):
        s = s + x[i]
    return s


def searched(x, key):
    i = 0
    while i < 5 and x[i] != key:
        i = i + 1
    return i


def corner(x, i):
    return x[1, i] + x[1, 0]


def two_of(x, i):
    return lax.dynamic_slice(x, (i,), (2,))


def taken(x, i):
    return jnp.take(x, i)


def doubled(x):
    return x[7] * 2


FOUND = {
    "a number": (item, (X, 10), "`x[i]` {item} asks for index 10 of an axis of length 3, " + NEAREST),
    "of integers": (item, (WHOLE, 3), "asks for index 3 of an axis of length 3, " + NEAREST),
    "negative": (item, (X, -5), "asks for index -5 of an axis of length 3, " + NEAREST),
    "several": (item, (X, jnp.array([0, 1, 5])), "{item}, at [2], asks for index 5 of an axis of length 3"),
    "a batch": (jax.vmap(lambda i: item(X, i)), (jnp.arange(5),), "in batch element 3, asks for index 3"),
    "a derivative": (jax.grad(doubled), (X,), "`x[7]` {doubled} asks for index 7"),
    "a helper in a loop": (summed, (WHOLE, 5), "`x[i]` {item}, in iteration 4 of the loop {summed}"),
    "an unrolled loop": (unrolled, (X,), "in iteration 4 of the loop in line"),
    "a search": (searched, (X, 9.0), "in iteration 4 of the loop in line"),
    "one of two axes": (corner, (jnp.eye(3), 4), "`x[1, i]` {corner} asks for index 4 of an axis of length 3"),
    "a slice": (two_of, (X, 2), "asks for 2 items from index 2 of an axis of length 3"),
    "filled up": (taken, (WHOLE, jnp.array([1, 5])), "asks for index 5 of an axis of length 3, and JAX gives -214748"),
    "an update": (put, (X, 10), "asks for index 10 of an axis of length 3, and JAX leaves it out."),
    "an update of integers": (put, (WHOLE, -7), "asks for index -7 of an axis of length 3, and JAX leaves it out."),
    "an update on the way": (added, (X, jnp.array([0, 3])), "at [1], asks for index 3 of an axis of length 3"),
}


@pytest.mark.parametrize(("function", "arguments", "said"), FOUND.values(), ids=FOUND)
def test_an_index_out_of_range_is_said(function: Callable[..., Any], arguments: tuple[Any, ...], said: str) -> None:
    compared = ng.compare(function, *arguments)
    assert compared.verdict.equal
    assert compared.out_of_range is not None
    lines = {"item": line(item, 1), "doubled": line(doubled, 1), "corner": line(corner, 1), "summed": line(summed, 2)}
    assert said.format(**lines) in compared.out_of_range.message
    assert compared.out_of_range.message in str(compared)


def chosen(x, i):
    return jnp.where(i < 3, x[i], 0.0)


def asked(x, i):
    v = x[0]
    if i < 3:
        v = x[i]
    return v


def both(x, i):
    return i < 3 and x[i] > 0


def answered(x, i):
    return x.at[i].set(7, mode="drop")


def by_segment(x):
    return jax.ops.segment_sum(x, jnp.array([0, 1, 7]), num_segments=2)


def place(x):
    return jnp.searchsorted(x, 10.0)


def stepped(x, n):
    i = 0
    while i < n and x[i] < 9:
        i = i + 1
    return i


FINE = {
    "the last": (item, (X, 2)),
    "from the end": (item, (X, -3)),
    "not chosen": (chosen, (X, 10)),
    "a branch not taken": (asked, (X, 10)),
    "a branch not taken in a batch": (jax.vmap(asked, (None, 0)), (X, jnp.array([0, 9]))),
    "not reached": (both, (X, 10)),
    "not reached at the end of a loop": (stepped, (X, 3)),
    "asked for": (answered, (X, 10)),
    "a library's own": (by_segment, (X,)),
    "a library's place": (place, (X,)),
    "a list": (item, ([1.0, 2.0, 3.0], 2)),
    "NumPy's": (item, (np.arange(3.0), -3)),
}


@pytest.mark.parametrize(("function", "arguments"), FINE.values(), ids=FINE)
def test_what_nobody_has_asked_for_is_not_said(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    compared = ng.compare(function, *arguments)
    assert compared.verdict.equal
    assert compared.out_of_range is None
