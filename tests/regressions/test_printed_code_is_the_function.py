"""Printed code that traced to the right types and computed, or printed, something else; and functions without any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng
from tests.programs import oracle

square = lambda v: v * v  # noqa: E731 - what is tested


def reads_the_loop_variable(n: Any) -> Any:
    s, i = 0, 0

    def add(x: Any) -> Any:
        return x + i

    for i in range(n):  # noqa: B007
        s = s + add(10)
    return s


def object_reads_the_loop_variable(n: Any) -> Any:
    i = 7

    class Adder:
        def __call__(self, x: Any) -> Any:
            return x + i

    adder, s = Adder(), 0
    for i in range(n):  # noqa: B007
        s = s + adder(10)
    return s


def acts_in_the_head(n: Any) -> Any:
    count = [0]

    def size() -> Any:
        count[0] += 1
        print("size")
        return n

    s = 0
    for i in range(size()):
        s += i
    return s + 100 * count[0]


def asks_both(n: Any) -> Any:
    def a() -> Any:
        print("a")
        return n > 1

    def b() -> Any:
        print("b")
        return n > 2

    if a() and b():
        return 1
    return 2


def counts_calls(n: Any) -> Any:
    c = 0

    def step(x: Any) -> Any:
        nonlocal c
        c += 1
        return x * 2

    s = 0
    for i in range(n):
        s = s + step(i)
    return s + 1000 * c


def calls_a_lambda(n: Any) -> Any:
    s = 0
    for i in range(n):
        s += square(i)
    return s


def asks_a_class_in_each_case(n: Any) -> Any:
    return list(map(type, [n, 1.5])) == [int, float]


@pytest.mark.parametrize(
    "function",
    [
        reads_the_loop_variable,
        object_reads_the_loop_variable,
        acts_in_the_head,
        asks_both,
        counts_calls,
        calls_a_lambda,
        asks_a_class_in_each_case,
    ],
)
def test_what_is_printed_does_what_python_does(function: Callable[..., Any]) -> None:
    text = ng.to_code(function, 3)
    if text.startswith("# No specialised form"):
        return
    pasted: dict[str, Any] = {}
    exec(text, pasted)
    run = jax.jit(pasted[function.__name__])
    for n in (3, 0, 2):
        assert oracle.disagreement(oracle.in_python(function, (n,)), oracle.observe(run, (n,))) == ""


def test_a_lambda_is_printed_under_its_name() -> None:
    assert "def square(v):" in ng.to_code(calls_a_lambda, 3)


def test_what_differs_is_said() -> None:
    assert "its code would give other results" in ng.to_code(reads_the_loop_variable, 3)
    assert "its code would print otherwise" in ng.to_code(asks_both, 3)


def total(v: Any) -> Any:
    if len(v) == 0:
        return 0
    return v[0] + total(v[1:])


def test_a_function_that_calls_itself_has_none() -> None:
    assert ng.to_code(total, [1, 2, 3]) == "# No specialised form: `total` calls itself.\n"
