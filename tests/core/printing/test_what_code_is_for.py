"""Printed code refuses what it is not for: other lengths, keys and known values; it has the parameters of the call."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.printing.printer import printed_program
from tests.core.printing.test_printed_programs import pasted, printed


def total(xs):
    s = 0
    for x in xs:
        s = s + x
    return s


def summed(d):
    s = 0.0
    for key in d:
        s = s + d[key]
    return s


def perhaps(x, w=None, *rest):
    return x + sum(rest) if w is None else x + w


@pytest.mark.parametrize(
    ("function", "given", "refused"),
    [
        (total, ([1, 2, 3],), ([1, 2, 3, 4],)),
        (summed, ({"a": 1.0, "b": 2.0},), ({"a": 1.0, "b": 2.0, "c": 3.0},)),
        (perhaps, (1,), (1, 2)),
        (perhaps, (1, None, 2), (1, None, 2, 3)),
    ],
)
def test_other_structures_are_refused(function: Any, given: tuple[Any, ...], refused: tuple[Any, ...]) -> None:
    made = pasted(printed(function, *given), function.__name__)
    assert made(*given) == function(*given)
    with pytest.raises(AssertionError):
        made(*refused)


def halves(v):
    return jnp.ones(len(v) // 2)


def test_code_for_a_length_that_is_divided_is_for_this_length() -> None:
    made = pasted(printed(halves, jnp.arange(4)), "halves")
    with pytest.raises(AssertionError):
        made(jnp.arange(6))


def dot(a, b):
    s = 0.0
    for i in range(len(a)):
        s = s + a[i] * b[i]
    return s


def test_axes_that_must_be_equal_are_checked_where_jax_does_not() -> None:
    made = pasted(printed(dot, jnp.ones(3), jnp.ones(3)), "dot")
    assert float(made(jnp.arange(5.0), jnp.arange(5.0))) == 30.0
    with pytest.raises(AssertionError):
        made(jnp.ones(4), jnp.ones(3))


class Scale:
    def __init__(self, by):
        self.by = by

    def of(self, x):
        return x * self.by if x > 0 else x

    def __call__(self, x):
        return self.of(x)


def power(base, n):
    result = 1
    for _ in range(n):
        result = result * base
    return result


@pytest.mark.parametrize(
    ("function", "name", "argument"),
    [(Scale(2.0).of, "of", 3.0), (Scale(2.0), "__call__", 3.0), (functools.partial(power, 3), "power", 2)],
)
def test_what_is_given_already_is_no_parameter(function: Any, name: str, argument: Any) -> None:
    made = pasted(printed_program(ng.function(function), (argument,), {}).text, name)
    assert made(argument) == function(argument)


KEY = jax.random.key(3)


def dropped(key, x):
    kept = jax.random.bernoulli(key, 0.5, x.shape)
    return jnp.where(kept, x / 0.5, 0.0)


def drawn(n):
    return jax.random.normal(jax.random.fold_in(KEY, n))


def test_random_keys_and_shapes_are_in_the_users_words() -> None:
    text = printed(dropped, jax.random.key(0), jnp.ones(4))
    assert "jax.random.bernoulli(key, 0.5, x.shape)" in text
    assert float(pasted(printed(drawn, 2), "drawn")(2)) == float(drawn(2))
