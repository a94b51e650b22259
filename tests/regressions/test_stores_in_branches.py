"""Both branches of an `if` in a loop store in one list: each had a whole table as its result, copied per iteration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from bench.list_programs import lcs


def one_place(x: Any, n: int) -> Any:
    a = [0] * 12
    for i in range(12):
        if x[i] > 0:
            a[i] = x[i]
        else:
            a[i] = n
    return a


def two_places(x: Any, n: int) -> Any:
    a = [0] * 12
    for i in range(12):
        if x[i] > 0:
            a[-i - 1] = x[i]
            a[i] = a[i] + n
        elif x[i] < -2:
            a[11 - i] = 5
    return a


def two_lists(x: Any, n: int) -> Any:
    a, b = [0] * 12, [1] * 12
    for i in range(12):
        if x[i] > 0:
            a[i] = b[i]
            b[i] = n
        else:
            b[11 - i] = a[i] + 3
    return a, b


def of_a_table(x: Any, n: int) -> Any:
    t = [[0] * 10 for _ in range(12)]
    for i in range(12):
        for j in range(10):
            if x[i] > j:
                t[i][j] = x[i]
            elif x[i] == j:
                t[i][j] += n
                t[i][9 - j] = 1
            else:
                t[11 - i][j] = t[i][j] + 1
    return t


def read_between(x: Any, n: int) -> Any:
    a, s = [0] * 12, 0
    for i in range(12):
        if x[i] > 0:
            a[i] = x[i]
            s += a[i]
            a[(i + 1) % 12] = s
        else:
            a[a[i] % 12] = n
    return a, s


def of_an_alias(x: Any, n: int) -> Any:
    a = [0] * 12
    b = a
    for i in range(12):
        if x[i] > 0:
            b[i] = n
        else:
            a[i] = x[i]
    return a, b[3]


PROGRAMS = [one_place, two_places, two_lists, of_a_table, read_between, of_an_alias]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_as_in_python(program: Callable[..., Any]) -> None:
    for seed in range(2):
        x = np.random.default_rng(seed).integers(-4, 5, 12).tolist()
        found = ng.function(program)(jnp.array(x), 7)
        assert jax.tree_util.tree_map(lambda value: np.asarray(value).tolist(), found) == program(x, 7)


def test_an_index_out_of_range_is_an_error_only_where_it_is_stored() -> None:
    def beyond(x: Any, n: Any) -> Any:
        a = [0] * 12
        for i in range(12):
            if x[i] > 0:
                a[i + n] = x[i]
        return a

    x = jnp.zeros(12, int).at[3].set(4)
    assert ng.function(beyond)(x, 8).index(4) == 11
    with pytest.raises(IndexError, match="list assignment index out of range"):
        ng.function(beyond)(x, 9)


def conditionals(jaxpr: Any) -> list[Any]:
    """All `cond` equations of a program."""
    found = []
    for equation in jaxpr.eqns:
        found += [equation] if equation.primitive.name == "cond" else []
        for value in jax.tree_util.tree_leaves(equation.params, is_leaf=lambda each: hasattr(each, "jaxpr")):
            found += conditionals(value.jaxpr) if hasattr(value, "jaxpr") else []
    return found


@pytest.mark.parametrize("program", [lcs, of_a_table, two_lists], ids=lambda each: each.__name__)
def test_no_branch_has_a_table_as_its_result(program: Callable[..., Any]) -> None:
    traced = jax.make_jaxpr(ng.convert(program))(jnp.arange(12), jnp.arange(12) if program is lcs else 3)
    found = conditionals(traced.jaxpr)
    assert found
    assert all(result.aval.shape == () for equation in found for result in equation.outvars)


def test_gradients_pass_through_what_is_stored_behind_the_branches() -> None:
    def kept(x: Any) -> Any:
        a = [0.0] * 12
        for i in range(12):
            if x[i] > 0:
                a[i] = x[i] * x[i]
            else:
                a[11 - i] = x[i] * 3.0
        total = 0.0
        for i in range(12):
            total = total + a[i] * (i + 1)
        return total

    x = jnp.array([1.0, -2.0, 3.0, 4.0, -5.0, 6.0, -7.0, 8.0, 9.0, 10.0, -11.0, 12.0])
    found = jax.grad(ng.convert(kept))(x)
    step = 1e-2
    numeric = [(kept(x.at[k].add(step)) - kept(x.at[k].add(-step))) / (2 * step) for k in range(12)]
    np.testing.assert_allclose(found, np.array(numeric), rtol=1e-2)
