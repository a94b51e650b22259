"""Names that are None, a text or a number, as only the run knows: what the programs of the pool do not say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from nbgraph.core.staging.enumerated import joins
from tests.programs.several_kinds import item_at_what_was_found, last_of_collatz, squared

FLOATS = jnp.array([3.0, -1.0, 2.0])


def test_nothing_is_checked_where_a_condition_excludes_it() -> None:
    """Inside `if i is not None` the graph has no more to compute than `xs[i] * 2 + i`."""
    names = ng.function(item_at_what_was_found).trace(FLOATS).jaxpr.eqns
    assert not [equation for equation in names if "callback" in equation.primitive.name]


def test_it_is_differentiated_and_mapped_where_a_number_comes_out() -> None:
    assert jax.grad(ng.function(squared))(FLOATS).tolist() == [0.0, -2.0, 0.0]
    assert jax.vmap(ng.function(squared))(jnp.stack([FLOATS, 2 * FLOATS])).tolist() == [1.0, 4.0]
    assert jax.jit(ng.convert(squared))(FLOATS) == 1.0


@pytest.mark.parametrize(
    ("call", "given"),
    [(jax.jit(ng.convert(last_of_collatz)), 6), (jax.vmap(ng.function(last_of_collatz)), jnp.array([6, 1]))],
)
def test_under_a_transformation_it_cannot_be_the_result(call: Callable[..., Any], given: Any) -> None:
    with pytest.raises(NbgraphError, match="None or a number") as caught:
        call(given)
    assert caught.value.id == "chosen-text"


def looked_up(x):
    r = None if x > 3 else x
    return {None: 7, 2: 5}[r]


def of_arrays(x):
    return None if x > 3 else [x]


@pytest.mark.parametrize(("function", "name"), [(looked_up, "chosen-text"), (of_arrays, "branch-mismatch")])
def test_what_cannot_be_is_refused_at_its_line(function: Callable[..., Any], name: str) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(function)(2)
    assert caught.value.id == name
    assert caught.value.span is not None
    assert caught.value.remedy


@pytest.mark.parametrize("n", [50, 400])
def test_a_long_list_of_one_object_costs_as_much_as_a_short_one(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The habit: `flags = [True] * n` and `flags[0] = 0`, which took a minute for a sieve of 1,200."""
    tables: list[Any] = []
    monkeypatch.setattr(joins, "joined", lambda *pair, join=joins.joined: (tables.append(pair), join(*pair))[1])

    def sieve(last: Any) -> Any:
        flags = [True] * n
        flags[0] = 0  # type: ignore[call-overload]
        for i in range(2, last):
            for j in range(2 * i, n, i):
                flags[j] = False
        return flags[n - 1]

    assert ng.function(sieve)(7) == sieve(7)
    assert len(tables) < 20
