"""A reference of JAX's that a loop or a branch writes to: JAX's own error said that references cannot be returned."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

pytestmark = pytest.mark.xla  # the interpreter has no references


def counted(n: int) -> Any:
    counts: Any = jax.new_ref(jnp.zeros(3))
    for i in range(n):
        counts[i % 3] = counts[i % 3] + 1.0
    return counts[...]


def kept(n: int) -> Any:
    last: Any = jax.new_ref(0)
    if n > 0:
        last[...] = n
    return last[...]


def halved(n: int) -> Any:
    seen: Any = jax.new_ref(jnp.zeros(8))
    while n > 0:
        if n % 2:
            seen[n % 8] = seen[n % 8] + 1.0
        n = n // 2
    return seen[...]


def emptied_twice(n: int) -> Any:
    row: Any = jax.new_ref(jnp.zeros(3))
    for i in range(n):
        row[...] = jnp.zeros(3)
        row[0] = 1.0 * i
    return row[...]


@pytest.mark.parametrize("function", [counted, kept, halved, emptied_twice])
def test_a_reference_made_before_a_block_is_written_to_in_it(function: Any) -> None:
    graph = ng.function(function)
    for n in (0, 1, 13):
        assert np.array_equal(graph(n), function(n))


def add(total: Any, n: int) -> int:
    for i in range(n):
        total[0] = total[0] + i
    return n


def test_a_reference_among_the_arguments_has_the_new_values_after_the_call() -> None:
    ours: Any = jax.new_ref(jnp.zeros(3))
    ng.function(add)(ours, 4)
    assert ours[0] == 6.0


def made_inside(n: int) -> Any:
    for i in range(n):
        row: Any = jax.new_ref(jnp.zeros(3))
        row[0] = 1.0 * i
    return row[...]


def test_a_reference_that_leaves_its_block_is_refused_at_its_line() -> None:
    with pytest.raises(ng.NbgraphError, match="a reference that is made in this block") as caught:
        ng.function(made_inside)(3)
    assert caught.value.span is not None
