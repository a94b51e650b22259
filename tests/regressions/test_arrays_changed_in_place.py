"""NumPy arrays that are changed in place: between two calls, or while the function runs.

JAX remembers the constant that it made of an array by the array's identity for as long as some program holds it, and
an array that needs no conversion shares its memory with it: the old items stayed, or new ones came too early.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

DTYPES = (np.float64, np.float32, np.int64, np.int32)
W = np.ones(3)
TABLES: dict[str, Any] = {"a": [np.ones(3), np.ones(2)]}
MODEL = types.SimpleNamespace(w=np.ones(3))
VIEW = W[:2]


def from_global(x: Any) -> Any:
    return (W * x).sum()


def from_dict_and_list(x: Any) -> Any:
    return (TABLES["a"][0] * x).sum() + (TABLES["a"][1] * x).sum()


def from_attribute(x: Any) -> Any:
    return jnp.dot(MODEL.w, jnp.ones(3)) * x


def from_default(x: Any, w: Any = W) -> Any:
    return (w * x).sum()


def from_view(x: Any) -> Any:
    return (VIEW * x).sum()


def in_a_branch(x: Any) -> Any:
    y = W
    if x > 0:
        y = W * x
    return y.sum()


def in_a_loop(x: Any) -> Any:
    total = 0.0
    for i in range(3):
        if x > i:
            total = total + W[i] * x
    for w in W:
        total = total + w * x
    return total


def as_result(x: Any) -> Any:
    return W, x


def under_transformations(x: Any) -> Any:
    return jax.grad(lambda y: (W * y).sum())(x) + jax.vmap(lambda w: w * x)(W).sum()


def with_a_helper(x: Any) -> Any:
    return from_global(x) + jax.lax.fori_loop(0, 3, lambda i, s: s + jnp.asarray(W)[i] * x, 0.0)


USES = [
    from_global,
    from_dict_and_list,
    from_attribute,
    from_default,
    from_view,
    in_a_branch,
    in_a_loop,
    as_result,
    under_transformations,
    with_a_helper,
]


def changed(value: float) -> None:
    for array in (W, TABLES["a"][0], MODEL.w):
        array[0] = value


@pytest.mark.parametrize("fn", USES, ids=lambda fn: fn.__name__)
def test_between_two_calls(fn: Callable[..., Any]) -> None:
    graph = ng.function(fn)
    for value in (1.0, 10.0, 1.0, 7.0):
        changed(value)
        expected = jax.tree.map(np.asarray, fn(2.0))
        jax.tree.map(np.testing.assert_allclose, jax.tree.map(np.asarray, graph(2.0)), expected)
    changed(1.0)


@pytest.mark.parametrize("dtype", DTYPES)
def test_of_any_type_in_a_closure(dtype: Any) -> None:
    w = np.ones(3, dtype)
    graph = ng.function(lambda x: (w * x).sum())
    assert graph(2) == 6
    w[0] = 10
    assert graph(2) == 24
    w[:] = 0
    assert graph(2) == 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_while_the_function_runs(dtype: Any) -> None:
    """A scratch array that is filled step by step: each use has what is in it then."""

    def sums(x: Any) -> Any:
        buffer, found = np.zeros(3, dtype), []
        for i in range(3):
            buffer[i] = i + 1
            found.append((buffer * x).sum())
        return found, buffer

    expected = [2, 6, 12]
    assert list(map(float, ng.function(sums)(2)[0])) == expected == [float(part) for part in sums(2)[0]]
    assert list(map(float, jax.jit(ng.convert(sums))(2)[0])) == expected


def test_an_older_program_keeps_its_own() -> None:
    """What was traced before is shown as it ran, whatever happens to the array since."""
    w = np.ones(3, np.float32)
    before = jax.make_jaxpr(ng.convert(lambda x: w * x))(2.0)
    w[0] = 10
    assert np.asarray(before.consts[0]).tolist() == [1, 1, 1]


def test_an_array_that_stays_is_one_constant() -> None:
    w = np.arange(3.0)

    def often(x: Any) -> Any:
        return w * x + w / x - w

    assert len(jax.make_jaxpr(ng.convert(often))(2.0).consts) == 1


def test_jax_itself_is_left_as_it_is() -> None:
    """Outside of our traces an array has one constant, as JAX means it; what JAX refuses, it refuses still."""
    ng.function(from_global)(1.0)
    w = np.arange(3.0)
    first, second = (jax.make_jaxpr(lambda x: w * x)(2.0).consts[0] for _ in range(2))
    held = jax.make_jaxpr(lambda x: w * x)(2.0)
    assert jax.make_jaxpr(lambda x: w + x)(2.0).consts[0] is held.consts[0]
    assert np.array_equal(first, second)
    assert float(jnp.sum(w)) == 3.0
    with pytest.raises(TypeError):
        jnp.asarray(np.array([object()]))
