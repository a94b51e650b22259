"""`True` on one path and a number on the other became a number: `1` where Python has `True`, also when printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def in_a_branch(a: int) -> Any:
    r: Any = 0
    if a > 3:
        r = True
    return r


def in_an_expression(a: int) -> Any:
    return a > 2 if a > 0 else 5


def beside_a_float(a: int) -> Any:
    return True if a > 2 else 1.5


def in_a_loop(n: int) -> Any:
    r: Any = 0
    while n > 0:
        r = n > 2
        n -= 1
    return r


def by_and(a: int) -> Any:
    return a > 2 and a


def by_or(a: int) -> Any:
    return a > 2 or a


def written(a: int) -> Any:
    r: Any = 0
    if a > 3:
        r = True
    return f"{r}", str(r), repr(r), "%s" % r  # noqa: UP031


def asked_for_its_kind(a: int) -> Any:
    r: Any = 7
    if a > 3:
        r = True
    return isinstance(r, bool), isinstance(r, int), r is True


def of_bits(a: int) -> Any:
    r: Any = 3
    if a > 3:
        r = True
    return r & True, r | (a > 4), r ^ True, r & 1


def in_an_attribute(a: int) -> Any:
    found = {"x": 0, "y": (2, 3)}
    if a > 3:
        found["x"] = True
        found["y"] = (False, 3)
    return found


FUNCTIONS = [in_a_branch, in_an_expression, beside_a_float, in_a_loop, by_and, by_or, written, of_bits, in_an_attribute]


def plain(value: Any) -> Any:
    return jax.tree.map(lambda part: part.item() if isinstance(part, jax.Array) else part, value)


@pytest.mark.parametrize("function", [*FUNCTIONS, asked_for_its_kind])
def test_it_is_what_python_has(function: Callable[..., Any]) -> None:
    compiled = ng.function(function)
    for a in (-1, 1, 2, 3, 4, 5):
        assert repr(plain(compiled(a))) == repr(function(a)), a


def as_a_number(a: int) -> Any:
    r: Any = 2
    if a > 3:
        r = a > 4
    xs = [10, 20, 30]
    total = 0
    for k in range(r):
        total += k + 1
    v = jnp.zeros(3).at[int(r)].set(1.0)
    return xs[r], total, v.sum(), r + 1, -r, r / 2, r * 1.5, sum([r, r]), r == 1, r < 2, 1 - r, abs(r), not r


def test_it_may_be_used_as_a_number() -> None:
    for a in (1, 4, 5):
        assert repr(plain(ng.function(as_a_number)(a))) == repr(plain(as_a_number(a))), a


def test_it_is_printed_as_python_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    def shown(a: int) -> int:
        r: Any = 0
        if a > 3:
            r = True
        print(r, [r])
        return a

    for a in (5, 1):
        ng.function(shown)(a)
    assert capsys.readouterr().out == "True [True]\n0 [0]\n"


def test_an_array_has_the_wider_type() -> None:
    for function in (in_a_branch, in_an_expression, by_and):
        values = [int(function(a)) for a in range(5)]
        assert jax.vmap(ng.convert(function))(jnp.arange(5)).tolist() == values
        assert jax.vmap(ng.function(function))(jnp.arange(5)).tolist() == values
        assert [int(jax.jit(ng.convert(function))(a)) for a in range(5)] == values
    assert jax.grad(ng.convert(lambda x: x * 3.0 if x > 1 else False))(2.0) == 3.0


def test_a_condition_asks_for_the_truth_alone() -> None:
    def asked(a: int, b: int) -> int:
        return 2 if a and b > 3 else 1

    assert "jnp.where((a != 0) & (b > 3), 2, 1)" in ng.to_code(asked, 1, 2)
    for a, b in ((0, 5), (1, 5), (1, 1)):
        assert int(ng.function(asked)(a, b)) == asked(a, b)


def test_it_is_no_index_of_an_array() -> None:
    def masked(a: int) -> Any:
        r: Any = 2
        if a > 3:
            r = a > 4
        return jnp.zeros(3).at[r].set(1.0)

    def read(a: int) -> Any:
        r: Any = 2
        if a > 3:
            r = a > 4
        return jnp.arange(3)[r]

    for function in (masked, read):
        with pytest.raises(ng.StagingError, match="may be True or False"):
            ng.function(function)(1)
