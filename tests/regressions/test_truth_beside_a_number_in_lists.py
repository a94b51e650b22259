"""`True` beside a number became 1 in lists, `max`, `min` and `sorted`; `True + True` was True in `accumulate`."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def appended(n: int) -> Any:
    xs: list[Any] = [0]
    for i in range(n):
        xs.append(i > 1)
    return xs, xs.count(True), 1 in xs, sum(xs), max(xs), sorted(xs), xs[-1]


def extended(n: int) -> Any:
    xs: list[Any] = list(range(n))
    xs.extend([True, n > 2])
    xs.insert(1, n > 3)
    return xs[::-1], [i * 1.5 for i in range(n)] + [i > 2 for i in range(n)]


def chosen(n: int) -> Any:
    return [True, 2, n][n % 3], (True, 2, 3.5)[n % 3], {0: True, 1: 5, 2: 0.5}[n % 3]


def of_keys(n: int) -> Any:
    found: dict[int, Any] = {}
    for i in range(n):
        found[i * i] = i > 2
    found[-1] = 5
    return found


def extremes(n: int) -> Any:
    return max(n > 2, 0), max(n > 2, n), min(True, n), max([n > 2, 1, 0]), min(3, True, key=lambda v: abs(v - n))


def of_no_items(n: int) -> Any:
    return max(list(range(n - 2)), default=False)


def in_order(n: int) -> Any:
    return sorted([n > 2, 1, 0, True, n]), sorted([(n > 1, 1), (1, 0)]), sorted([True, n, 0], key=lambda v: -v)


def set_at(n: int) -> Any:
    xs: list[Any] = [0] * 20
    xs[n] = True
    return xs


def folded(n: int) -> Any:
    flags = [n > 0, n > 1, n > 2]
    return list(itertools.accumulate(flags)), functools.reduce(operator.add, flags), operator.mul(*flags[:2])


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return (
        type(value)(map(plain, value)) if isinstance(value, list | tuple) else getattr(value, "item", lambda: value)()
    )


@pytest.mark.parametrize(
    "function", [appended, extended, chosen, of_keys, extremes, of_no_items, in_order, set_at, folded]
)
def test_it_is_what_python_has(function: Callable[..., Any]) -> None:
    compiled = ng.function(function)
    for n in (1, 2, 4):
        assert repr(plain(compiled(n))) == repr(function(n)), n


def in_rows(i: int) -> Any:
    return [[True, 1], [2, 3]][i]


def as_the_remedy_says(i: int) -> Any:
    return [[int(True), 1], [2, 3]][i]


def test_rows_refuse_it_and_the_remedy_works() -> None:
    with pytest.raises(ng.StagingError, match=r"`int\(...\)` around the truth value"):
        ng.function(in_rows)(0)
    assert plain(ng.function(as_the_remedy_says)(0)) == [1, 1]


def test_an_array_has_the_wider_type() -> None:
    assert jax.vmap(ng.convert(lambda n: max(n > 2, 0)))(jnp.arange(5)).tolist() == [0, 0, 0, 1, 1]
    assert jax.jit(ng.convert(lambda n: [True, 2, n][n]))(0).tolist() == 1


def words(n: int) -> Any:
    found: list[Any] = []
    for i in range(n):
        found.append("even" if i % 2 == 0 else None)
    print(found)
    return found


def test_a_list_of_strings_and_none_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert ng.function(words)(3) == words(3)
    assert capsys.readouterr().out == "['even', None, 'even']\n" * 2


def best_of_chosen(n: int) -> Any:
    flag = n > 1
    best = max(flag, 0)
    for i in range(2):
        best = max(best, min(flag, i * 2))
    return max(0, min(flag, n)), best, max(min(flag, n), 0, key=lambda v: -v)


def test_an_extreme_of_an_extreme_is_one_of_the_items() -> None:
    compiled = ng.function(best_of_chosen)
    for n in (0, 1, 2, 3):
        assert repr(plain(compiled(n))) == repr(best_of_chosen(n))
