"""Numbers are arrays under `vmap`: `s += x` was taken for a change of an array that others have a name for."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.staging.aliasing.audit import AliasError, BoolArithmeticError


def sums(x: Any) -> Any:
    s, d = 0, {"k": 0}
    a, b = 0, 1
    for i in range(x):
        if i % 3 == 1:
            continue
        old = a
        a += b
        b = old
        s += i
        if i > 1:
            d["k"] += s
        if s > 9:
            break
    return s, d["k"], a, b


def changed_rows(row: Any) -> Any:
    if row[0] > 1:
        row[0] = 9
    else:
        row[1] += 2
    for i in range(2):
        if row[i] > 5:
            continue
        row[i] = 7
    return row


def two_names(row: Any) -> Any:
    other = row
    other[0] = 9
    return row


def added_truths(x: Any) -> Any:
    a = x > 1
    b = x > 2
    return a + b


def in_lanes(function: Any) -> Any:
    return ng.function(lambda xs: jax.vmap(function)(xs))


def test_numbers() -> None:
    given = [0, 1, 3, 6, 9]
    assert list(zip(*(part.tolist() for part in in_lanes(sums)(jnp.array(given))), strict=True)) == [*map(sums, given)]


def test_rows() -> None:
    given = [[1, 2], [3, 4], [9, 9]]
    assert in_lanes(changed_rows)(jnp.array(given)).tolist() == [changed_rows(list(row)) for row in given]


@pytest.mark.parametrize(
    ("function", "given", "error"),
    [(two_names, [[1, 2]], AliasError), (added_truths, [1, 3], BoolArithmeticError)],
)
def test_what_stays_refused(function: Any, given: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        in_lanes(function)(jnp.array(given))


def digits_backwards(n: Any) -> Any:
    if n < 0:
        return 0
    result = 0
    while n:
        n, digit = divmod(n, 10)
        result = 10 * result + digit
    return result


def root(x: Any) -> Any:
    if x > 0:
        y = x
        while abs(y * y - x) > 1e-3:
            y = (y + x / y) / 2
        return y
    return 0.0 * x


def first_square(n: Any) -> Any:
    i = 0
    if n > 0:
        for _ in range(n * 10**6):
            i += 1
            if i * i >= n:
                break
    return i


@pytest.mark.timeout(120)
def test_a_lane_that_stays_out_of_a_branch_does_not_keep_its_loop_going() -> None:
    for convert in (ng.convert, ng.function):
        assert jax.vmap(convert(digits_backwards))(jnp.array([121, -12, 30])).tolist() == [121, 0, 3]
        assert jax.vmap(convert(first_square))(jnp.array([10, -5, 7])).tolist() == [4, 0, 3]
        lanes = jnp.array([2.0, -2.0, 9.0])
        assert jax.vmap(convert(root))(lanes) == pytest.approx([2**0.5, 0.0, 3.0], abs=1e-3)
        slopes = jax.jit(jax.vmap(jax.grad(convert(root))))(lanes)
        assert slopes == pytest.approx([0.5 / 2**0.5, 0.0, 1 / 6], abs=1e-3)
    both = jax.vmap(jax.vmap(ng.convert(digits_backwards)))(jnp.array([[1, -1], [-2, 12]]))
    assert both.tolist() == [[1, 0], [0, 21]]
