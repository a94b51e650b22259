"""What makes two programs the same, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from nbgraph.core.printing.equivalence.proof import simplest
from nbgraph.core.printing.equivalence.same import difference
from nbgraph.core.printing.ir.program import read_program

X = jax.ShapeDtypeStruct((), "float32")
N = jax.ShapeDtypeStruct((), "int32")
V = jax.ShapeDtypeStruct((4,), "float32")


def compared(one: Callable[..., Any], other: Callable[..., Any], *types: Any) -> str:
    traced = [jax.make_jaxpr(function)(*types) for function in (one, other)]
    return difference(*(simplest(read_program(each.jaxpr, each.consts)) for each in traced))


SAME = {
    "order of what a loop carries": (
        lambda n: lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] + s[0]), (0, 0))[1],
        lambda n: lax.while_loop(lambda s: s[1] < n, lambda s: (s[0] + s[1], s[1] + 1), (0, 0))[0],
        (N,),
    ),
    "an invariant that a loop carries": (
        lambda n: lax.while_loop(lambda s: s[0] < s[1], lambda s: (s[0] + 1, s[1]), (0, n))[0],
        lambda n: lax.while_loop(lambda i: i < n, lambda i: i + 1, 0),
        (N,),
    ),
    "a choice of truth values": (
        lambda n: jnp.where(n > 2, True, n < 0),
        lambda n: (n > 2) | (n < 0),
        (N,),
    ),
    "a count from another number": (
        lambda n: lax.fori_loop(0, jnp.maximum(n - 2, 0), lambda i, s: s + (2 + i), 0),
        lambda n: lax.fori_loop(2, n, lambda i, s: s + i, 0),
        (N,),
    ),
    "an integer that is not less": (lambda n: jnp.logical_not(n < 2), lambda n: n >= 2, (N,)),
}
DIFFERENT = {
    "operands in another order": (lambda n: n - 1, lambda n: 1 - n, (N,)),
    "another number": (lambda x: x * 2.0, lambda x: x * 3.0, (X,)),
    "another start of a loop": (
        lambda n: lax.fori_loop(0, n, lambda i, s: s + i, 0),
        lambda n: lax.fori_loop(0, n, lambda i, s: s + i, 1),
        (N,),
    ),
    "the branches exchanged": (
        lambda n: lax.cond(n > 0, lambda: n, lambda: -n),
        lambda n: lax.cond(n > 0, lambda: -n, lambda: n),
        (N,),
    ),
    "values exchanged by a loop": (
        lambda a, b: lax.fori_loop(0, 3, lambda _, s: (s[1], s[0]), (a, b))[0],
        lambda a, b: lax.fori_loop(0, 3, lambda _, s: (s[1], s[0]), (a, b))[1],
        (N, N),
    ),
    "the count behind a loop that counts from another number": (
        lambda n: lax.while_loop(
            lambda s: s[0] < jnp.maximum(n - 2, 0), lambda s: (s[0] + 1, s[1] + (2 + s[0])), (0, 0)
        )[0],
        lambda n: lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] + s[0]), (2, 0))[0],
        (N,),
    ),
    "a count that something else keeps": (
        lambda n: lax.fori_loop(0, jnp.maximum(n - 2, 0), lambda i, s: (s[0] + (2 + i), i), (0, 0))[1],
        lambda n: lax.fori_loop(2, n, lambda i, s: (s[0] + i, i), (0, 0))[1],
        (N,),
    ),
    "a float that is not less, or nan": (lambda x: jnp.logical_not(x < 2), lambda x: x >= 2, (X,)),
    "zero added to a float": (lambda x: x + 0.0, lambda x: x, (X,)),
    "items in another order": (lambda v: v[1], lambda v: v[2], (V,)),
    "an index out of range": (
        lambda v, n: lax.dynamic_update_index_in_dim(v, 1.0, n, 0),
        lambda v, n: v.at[n].set(1.0),
        (V, N),
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_is_the_same(name: str) -> None:
    one, other, types = SAME[name]
    assert compared(one, other, *types) == ""
    assert compared(other, one, *types) == ""


@pytest.mark.parametrize("name", DIFFERENT)
def test_is_another_program(name: str) -> None:
    one, other, types = DIFFERENT[name]
    assert compared(one, other, *types) != ""
