"""Iterators are walked over once, and look at their lists while they do: `zip`, `map`, `filter`, `iter` and others.

A second walk over a staged one began anew; a loop that a run-time `break` leaves took all items of an iterator that
others go on with; `zip(it, [])` took no item of `it`; `filter` and `map` missed what was appended before the walk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.programs import oracle

V = jnp.arange(12)


def zip_twice(v: Any, n: Any) -> Any:
    pairs = zip(v, v, strict=False)
    s = 0
    for x, y in pairs:
        s += x * y
    for _ in pairs:
        s += 1000
    return s


def map_twice(v: Any, n: Any) -> Any:
    m = map(lambda x: x + n, v)  # noqa: C417 - what is tested
    return sum(m), sum(m)


def others_twice(v: Any, n: Any) -> Any:
    e, r = enumerate(v), reversed(v)
    s = 0
    for i, x in e:
        s += i * x
    for x in r:
        s += x
    for _ in e:
        s += 1000
    for _ in r:
        s += 1000
    return s


def filter_twice(v: Any, n: Any) -> Any:
    f, g = filter(lambda x: x < n, v), filter(None, v)
    return sum(f), sum(f), len(list(g)), list(g)


def reversed_list_twice(v: Any, n: Any) -> Any:
    m = reversed([i for i in range(n)])  # noqa: C416 - of run-time length
    s = 0
    for x in m:
        s += x
    return s, list(m)


def one_item_more(v: Any, n: Any) -> Any:
    it = iter([1, 2, n, 4])
    first = list(zip(range(2), it, strict=False))
    none = list(zip(it, [], strict=False))
    return first, none, list(it)


def appended_before_the_walk(v: Any, n: Any) -> Any:
    k = [i for i in range(n)]  # noqa: C416
    m, z = map(lambda x: x + 1, k), zip(k, k, strict=False)  # noqa: C417
    k.append(7)
    return list(m), list(z)


@pytest.mark.parametrize(
    "function",
    [
        zip_twice,
        map_twice,
        others_twice,
        filter_twice,
        reversed_list_twice,
        one_item_more,
        appended_before_the_walk,
    ],
)
def test_like_python(function: Callable[..., Any]) -> None:
    converted = ng.function(function)
    for n in (2, 0, 40):
        python, graph = oracle.in_python(function, (V, n)), oracle.observe(converted, (V, n))
        assert oracle.disagreement(python, graph) == ""


def taken_up_after_break(n: Any) -> Any:
    it = iter([n, 2, 3, 4])
    for x in it:
        if x == 3:
            break
    return list(it)


def taken_up_after_break_in_an_array(n: Any) -> Any:
    pairs = zip(V, V, strict=False)
    for x, _ in pairs:
        if x == n:
            break
    return sum(a for a, _ in pairs)


def behind_a_generator(n: Any) -> Any:
    it = iter([1, n, 3, 4])
    found = any(x == n for x in it)
    return found, list(it)


def any_of_an_iterator(n: Any) -> Any:
    it = iter([0, n, 3, 4])
    return any(it), list(it)


def any_of_a_map(n: Any) -> Any:
    m = map(lambda x: x > n, V)  # noqa: C417
    return any(m), list(m)


def in_each_round(n: Any) -> Any:
    pairs = zip(V, V, strict=False)
    s = 0
    for _ in range(n):
        for x, y in pairs:
            s += x * y
    return s


def filter_with_an_effect(n: Any) -> Any:
    log = []

    def is_large(x: Any) -> Any:
        log.append(x)
        return x > 2

    f = filter(is_large, [n, 2, 3])
    log.append(99)
    return sum(f), log


def filter_before_an_append(n: Any) -> Any:
    k = [1, n, 5]
    f = filter(lambda x: x > 1, k)
    k.append(7)
    return list(f)


@pytest.mark.parametrize(
    ("function", "id"),
    [
        (taken_up_after_break, "iterator-advanced"),
        (taken_up_after_break_in_an_array, "iterator-advanced"),
        (behind_a_generator, "iterator-advanced"),
        (any_of_an_iterator, "iterator-advanced"),
        (any_of_a_map, "iterator-advanced"),
        (in_each_round, "iterator-advanced"),
        (filter_with_an_effect, "side-effect"),
        (filter_before_an_append, "iterator-advanced"),
    ],
)
def test_what_only_the_run_knows_is_refused(function: Callable[..., Any], id: str) -> None:
    error = oracle.observe(ng.function(function), (2,)).error
    assert oracle.fault(error, id) == ""


def test_a_range_of_run_time_length_is_no_object_to_compare() -> None:
    def truth(n: Any) -> Any:
        return 1 if range(n) else 2

    def same(n: Any) -> Any:
        return range(n) == range(2)

    def place(n: Any) -> Any:
        return range(n).index(0)

    for function in (truth, same, place):
        assert oracle.fault(oracle.observe(ng.function(function), (2,)).error, "traced-value-in-python") == ""


def test_a_step_of_zero_is_pythons_error() -> None:
    def total(n: Any) -> Any:
        s = 0
        for i in range(0, 10, n):
            s += i
        return s

    converted = ng.function(total)
    assert converted(3) == 18
    with pytest.raises(ValueError, match="range\\(\\) arg 3 must not be zero"):
        converted(0)


def test_iterators_have_no_length() -> None:
    def length(v: Any) -> Any:
        return len(zip(v, v, strict=False))  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="object of type 'zip' has no len"):
        ng.function(length)(V)
