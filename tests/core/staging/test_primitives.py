"""The programs of the seeds become exactly the control flow an expert would have written."""

from __future__ import annotations

from collections import Counter
from typing import Any

import jax
import jax.extend
import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.programs.pool import load_all

PROGRAMS = load_all()
CONTROL = ("while", "cond", "scan", "select_n")


def control_flow(jaxpr: Any) -> Counter[str]:
    """The control-flow primitives of a jaxpr and of all jaxprs in it that the user's code became."""
    found: Counter[str] = Counter()
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        if name in CONTROL:
            found[name] += 1
        if name in ("pjit", "jit", "closed_call") and equation.params.get("name") in ("floor_divide", "remainder"):
            continue  # a library function's own selects
        for inner in jax.extend.core.jaxprs_in_params(equation.params):
            found += control_flow(getattr(inner, "jaxpr", inner))
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("classics.huber", {"cond": 1}),
        ("classics.collatz", {"while": 1, "cond": 1}),
        ("classics.nested", {"cond": 1, "while": 1}),
        ("classics.fibonacci", {"while": 1}),
        ("while_loops.nested", {"while": 2}),
        ("while_loops.three_levels", {"while": 3}),
        ("for_loops.over_long_array", {"scan": 1}),
        ("for_loops.nested_dynamic", {"while": 2}),
        ("branches.if_only", {"select_n": 1}),
    ],
)
def test_control_flow(name: str, expected: dict[str, int]) -> None:
    program = PROGRAMS[name]
    with jax.numpy_dtype_promotion("strict"):
        jaxpr = jax.make_jaxpr(ng.convert(program.function))(*program.arguments[0])
    assert control_flow(jaxpr.jaxpr) == Counter(expected)


def test_gradient_of_huber_is_that_of_hand_written_lax() -> None:
    def by_hand(a: jax.Array) -> jax.Array:
        return jax.lax.cond(jnp.abs(a) <= 1.0, lambda: a * a / 2, lambda: jnp.abs(a) - 0.5)

    huber = ng.convert(PROGRAMS["classics.huber"].function)
    for a in (0.5, -0.5, 3.0, -3.0):
        assert float(jax.grad(huber)(a)) == float(jax.grad(by_hand)(a))


def test_vmap_of_collatz_is_each_by_itself() -> None:
    starts = [27, 1, 2, 97]
    collatz = PROGRAMS["classics.collatz"].function
    assert jax.vmap(ng.convert(collatz))(jnp.array(starts)).tolist() == [collatz(a) for a in starts]
