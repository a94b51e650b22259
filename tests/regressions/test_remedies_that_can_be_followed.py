"""What an error says to write instead can be written, and runs; a pasted lambda has the name that it is assigned to.

Habits: sets of numbers by NumPy (`np.setdiff1d`), `np.repeat` by counts, and `square = lambda x: ...`. The errors
offered static arguments, which arrays cannot be, and `<lambda>(...)` as a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

A, B = np.array([1, 2, 3]), np.array([2, 3, 4])


@pytest.mark.parametrize(
    "function, sized, first",
    [
        (lambda a, b: np.setdiff1d(a, b), lambda a, b: jnp.setdiff1d(a, b, size=3), [1]),
        (lambda a, b: np.union1d(a, b), lambda a, b: jnp.union1d(a, b, size=6), [1, 2, 3, 4]),
        (lambda a, b: np.intersect1d(a, b), lambda a, b: jnp.intersect1d(a, b, size=3), [2, 3]),
        (lambda a, b: np.repeat(a, b), lambda a, b: jnp.repeat(a, b, total_repeat_length=9), [1, 1, 2, 2, 2]),
    ],
)
def test_an_array_whose_size_the_run_decides(
    function: Callable[..., Any], sized: Callable[..., Any], first: list[int]
) -> None:
    with pytest.raises(ng.StagingError, match="has is only known at run time") as refused:
        ng.function(function)(A, B)
    assert "`jnp." in refused.value.remedy and "=...)`" in refused.value.remedy
    assert "static" not in refused.value.remedy
    assert ng.function(sized)(A, B)[: len(first)].tolist() == first == list(function(A, B))[: len(first)]


def repeated(a: Any, n: Any) -> Any:
    return np.repeat(a, n)


def test_repeated_by_one_number_the_number_can_be_static() -> None:
    with pytest.raises(ng.StagingError) as refused:
        ng.function(repeated)(A, 2)
    assert 'static_argnames="n"' in refused.value.remedy


def scaled(x: Any) -> Any:
    if x > 0:
        size = x / 2
        f = lambda t: t * size  # noqa: E731
    else:
        f = lambda t: -t  # noqa: E731
    return f(x)


def test_a_call_of_a_lambda_is_written_by_a_name() -> None:
    with pytest.raises(ng.StagingError) as refused:
        ng.function(scaled)(3.0)
    assert "as `f(...)`" in refused.value.remedy


square = lambda x: x * x if x > 0 else -x  # noqa: E731


def test_the_code_of_a_lambda_has_the_name_that_it_is_assigned_to() -> None:
    code = str(ng.to_code(square, 3))
    names: dict[str, Any] = {}
    exec(code, names)
    assert int(names["square"](-3)) == square(-3)
    assert "def function(" in str(ng.to_code(lambda x: x + 1, 3))


def test_none_before_a_loop_has_a_value_and_a_flag_instead() -> None:
    """A dict or an object was told without the name, or in lists, and nothing said what becomes of the test."""

    def row(n: Any) -> Any:
        last = None
        for i in range(n):
            last = {"x": i}
        return last["x"] if last is not None else -1

    with pytest.raises(ng.NbgraphError) as refused:
        ng.function(row)(3)
    flag = "`has_last = False` in place of None, `has_last = True` where `last` is assigned"
    assert f'`last = {{"x": -1}}` and {flag}, and `has_last` for `last is not None`' in str(refused.value)
