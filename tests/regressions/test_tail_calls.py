"""A function that calls itself only as the last thing it does, under a condition of run time, is a loop."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.inspect import report
from nbgraph.core.recording.calls import recorded


def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)


def shorter(a, b):
    """The same in one line."""
    return a if b == 0 else shorter(b, a % b)


def collatz(n, steps=0):
    if n == 1:
        return steps
    if n % 2 == 0:
        return collatz(n // 2, steps + 1)
    return collatz(3 * n + 1, steps=steps + 1)


def search(items, wanted, low, high):
    if low > high:
        return -1
    middle = (low + high) // 2
    if items[middle] == wanted:
        return middle
    if items[middle] < wanted:
        return search(items, wanted, middle + 1, high)
    return search(items, wanted, low, middle - 1)


def power(base, n, so_far=1):
    if n == 0:
        return so_far
    if n % 2 == 1:
        return power(base, n - 1, so_far=so_far * base)
    return power(base * base, n // 2, so_far)


def counted_down(n):  # noqa: RET503
    if n > 0:
        return counted_down(n - 1)


def again_from_the_default(n, step=1):
    if n <= 0:
        return n
    return again_from_the_default(n - step) if step > 1 else again_from_the_default(n - 1, 3)


def twice_gcd(a, b):
    return 2 * gcd(a, b)


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (gcd, (1071, 462)),
    (shorter, (12, 18)),
    (collatz, (27,)),
    (search, ([1, 4, 6, 9], 6, 0, 3)),
    (power, (3, 9)),
    (counted_down, (5,)),
    (again_from_the_default, (11,)),
    (twice_gcd, (12, 18)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_the_result_is_pythons(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    assert ng.function(function)(*arguments) == function(*arguments)


def test_it_is_as_the_loop_in_other_traces() -> None:
    assert jax.jit(ng.convert(gcd))(12, 18) == 6
    assert jax.vmap(ng.function(gcd))(jnp.array([12, 9]), jnp.array([18, 6])).tolist() == [6, 3]


def test_the_loop_is_in_the_decisions_and_has_no_limit_of_depth() -> None:
    function, line = ng.function(collatz), collatz.__code__.co_firstlineno + 4
    assert function(jnp.int32(27)) == 111
    assert f"line {line}: while → while: a tail call as a loop: `n == 1` is traced" in function.explain()
    assert ng.function(counted_down)(5_000) is None


@pytest.mark.parametrize(("function", "arguments"), [(gcd, (12, 18)), (search, ([1, 4, 6, 9], 9, 0, 3))])
def test_each_call_of_pythons_is_an_iteration_of_the_stepper(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    names = ("a", "b", "c", "d")[: len(arguments)]
    run = recorded(ng.function(function), "call", arguments, {}, names, agrees=True, seconds=60.0)
    assert run is not None and run.difference is None
    assert all(value is not None for step in run.steps for _, value in step.values)


def test_an_iteration_of_the_graph_is_a_call_in_the_steps():
    """The calls were Python's alone, and the outermost one bound what the last one had."""
    run = recorded(ng.function(gcd), "call", (12, 18), {}, ("a", "b"), agrees=True, seconds=60.0)
    assert run is not None
    heads = [step for number, step in enumerate(run.steps) if step.begun == number]
    values = [dict(step.values) for step in heads]
    assert [(each["a"], each["b"]) for each in values] == [("12", "18"), ("18", "12"), ("12", "6"), ("6", "0")]
    lines = {step.line - run.first for step in run.steps if step.is_traced}
    assert lines == {2}  # `return a`


def remembers(n):
    if n > 3:
        last = n
    if n == 0:
        return last
    return remembers(n - 1)


@functools.lru_cache
def cached(n):
    return 0 if n <= 0 else cached(n - 1)


def with_a_closure(n, found=0):
    def tell():
        return n

    if n <= 0:
        return found
    return with_a_closure(n - 1, tell())


def guarded(n):
    try:
        return n if n <= 0 else guarded(n - 1)
    finally:
        pass


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


@pytest.mark.parametrize("function", [remembers, cached, with_a_closure, guarded, factorial])
def test_what_is_no_loop_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.NbgraphError) as refused:
        ng.function(function)(5)
    assert refused.value.id == "traced-recursion" and "a `while` loop" in str(refused.value)


def test_a_name_that_means_another_function_later_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    function = ng.function(gcd)
    assert function(12, 18) == 6
    first = gcd
    monkeypatch.setitem(globals(), "gcd", lambda a, b: a + b)
    assert function(12, 18) == first(12, 18) == 30


def counted_up(n, found=0):
    if n == 0:
        return found
    if n % 2 == 0:
        return counted_up(n - 1, found + 1)
    return counted_up(n - 1, found + 2)


def test_of_more_calls_than_are_kept_the_first_and_the_last_are_shown():
    """All iterations were the first call's: it returned in three lines, and its tests were the last one's."""
    run = recorded(ng.function(counted_up), "call", (801,), {}, ("n",), agrees=True, seconds=60.0)
    assert run is not None
    heads = [dict(step.values)["n"] for number, step in enumerate(run.steps) if step.begun == number]
    assert heads == ["801", "0"]
    assert [step.line - run.first for step in run.steps if step.way == 0] == [0, 1, 3, 5, 5]
    assert any("is called 802 times" in note for note in run.notes)


def moves(n):
    if n == 0:
        return 0
    made = moves(n - 1)
    made += 1
    made += moves(n - 1)
    return made


def test_a_call_of_itself_that_is_bound_is_no_tail_call():
    run = report(moves, 2, timing=False).recording
    assert run is not None and run.values("made") == ("1", "2", "3")
