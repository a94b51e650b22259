"""The audit of finished programs, made by hand: names for an array that missed a change, and arithmetic on bools."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from nbgraph.core.source.text import SourceText
from nbgraph.core.staging.aliasing.audit import AliasError, BoolArithmeticError, audit
from nbgraph.core.staging.aliasing.changes import changes_in
from nbgraph.core.staging.aliasing.going_on import known_truths

SOURCE = SourceText.of_file(__file__)
assert SOURCE is not None
CHANGES = changes_in([(ast.parse(Path(__file__).read_text()), SOURCE)])


def check(program: Callable[..., Any], *arguments: Any) -> None:
    audit(jax.make_jaxpr(program)(*arguments).jaxpr, CHANGES)


def old_name_is_returned(v: Any) -> Any:
    old = v
    v += 1
    return old, v


def old_name_is_read(v: Any) -> Any:
    old = v
    v += 1
    return v * old


def view_is_read(v: Any) -> Any:
    part = v[1:]
    v += 1
    return v[0] + jnp.sum(part)


def changed_view(v: Any) -> Any:
    part = v.reshape(2, 2)
    part += 1
    return v, part


def changed_in_a_branch(v: Any, p: Any) -> Any:
    def change(w: Any) -> Any:
        w += 1
        return w

    return jax.lax.cond(p, change, lambda w: w, v), v


ALIASES = [
    (old_name_is_returned, "v", "in the result"),
    (old_name_is_read, "v", "in line"),
    (view_is_read, "v", "in line"),
    (changed_view, "part", "in the result"),
    (changed_in_a_branch, "w", "in the result"),
]


@pytest.mark.parametrize(("program", "name", "where"), ALIASES)
def test_aliases_that_missed_a_change(program: Callable[..., Any], name: str, where: str) -> None:
    arguments = (jnp.zeros(4), True)[: program.__code__.co_argcount]
    with pytest.raises(AliasError) as caught:
        check(program, *arguments)
    error = caught.value
    assert error.variable == name
    assert error.message.startswith(f"`{name}` is changed here, and the same array is used under another name {where}")
    assert error.span is not None
    assert SOURCE is not None
    assert SOURCE.segment(error.span) == f"{name} += 1"


def read_before(v: Any) -> Any:
    total = jnp.sum(v)
    v += 1
    return v, total


def copied_before(v: Any) -> Any:
    old = v * 1
    v += 1
    return v, old


def item_read_before(v: Any) -> Any:
    first = v[0]
    v += 1
    return v + first


def plain_sum(v: Any) -> Any:
    w = v + 1
    return v, w


@pytest.mark.parametrize("program", [read_before, copied_before, item_read_before, plain_sum])
def test_what_shares_nothing_passes(program: Callable[..., Any]) -> None:
    check(program, jnp.zeros(4))


def test_arithmetic_on_two_bools() -> None:
    with pytest.raises(BoolArithmeticError):
        check(lambda p, q: p + q, True, False)
    with pytest.raises(BoolArithmeticError):
        check(lambda p: ~p, True)
    check(lambda p, q: p | q, True, False)
    check(lambda p, n: p + n, True, 1)
    check(lambda p, q: p + q, jnp.zeros(2, bool), jnp.zeros(2, bool))


@pytest.mark.parametrize("holds", [True, False])
def test_a_truth_value_that_a_branch_gets_as_a_constant(holds: bool) -> None:
    """Habit: `return` in a loop in an `else` after one with `break`; the constant is the flag at its start."""
    chosen = lambda p, x: jax.lax.cond(p, lambda a, _: a, lambda _, b: b, False, x)  # noqa: E731
    program = jax.make_jaxpr(chosen)(True, True).jaxpr
    index = program.eqns[-1].invars[0]
    found = known_truths(program, [(program.outvars[0], holds)])
    assert found.get(index) is (False if holds else None)
