"""Printed code that computed, or printed, something else than its function, or was missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
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


def takes_a_truth_value_for_an_index(n: Any) -> Any:
    return [10, 20][n > 2] + (n > 2) * 2


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
        takes_a_truth_value_for_an_index,
        asks_a_class_in_each_case,
    ],
)
def test_what_is_printed_does_what_python_does(function: Callable[..., Any]) -> None:
    made = pasted(ng.to_code(function, 3), function.__name__)
    for run in (made, jax.jit(made)):
        for n in (3, 0, 2):
            assert oracle.disagreement(oracle.in_python(function, (n,)), oracle.observe(run, (n,))) == ""


def says_which(n: Any) -> Any:
    name = "even" if n % 2 == 0 else "odd"
    print(f"{name}: {n / 3:.3f}", n, sep="|")
    for i in range(n):
        print("step", i)
    return n


def checks_what_it_says(n: Any) -> Any:
    if n <= 0:
        raise ValueError("too small")
    print("fine")
    return n


@pytest.mark.parametrize("function", [says_which, checks_what_it_says])
def test_it_says_and_raises_what_python_does(function: Callable[..., Any]) -> None:
    made = pasted(ng.to_code(function, 3), function.__name__)
    for n in (3, 0, 2):
        assert oracle.disagreement(oracle.in_python(function, (n,)), oracle.observe(made, (n,))) == ""


def reads_two_loop_variables(n: Any) -> Any:
    total, add = 0, lambda x: i * x + j
    for i in range(n):  # noqa: B007
        for j in range(3):  # noqa: B007
            total += add(2)
    return total, i, j


def asks_a_number_and_prints(n: Any) -> Any:
    def said(x: Any) -> Any:
        print("asked", x)
        return x

    return 1 if n > 0 and said(n) and said(0) else 2


@pytest.mark.parametrize("n", [5, 1])
def test_what_is_printed_raises_no_error_of_its_own(n: int) -> None:
    made = pasted(ng.to_code(reads_two_loop_variables, n), "reads_two_loop_variables")
    assert made(n) == reads_two_loop_variables(n)


def test_a_number_may_say_whether_a_call_prints(capsys: pytest.CaptureFixture[str]) -> None:
    for n in (5, 0, -2):
        expected = asks_a_number_and_prints(n), capsys.readouterr().out
        assert (int(ng.function(asks_a_number_and_prints)(n)), capsys.readouterr().out) == expected


def total(v: Any) -> Any:
    if len(v) == 0:
        return 0
    return v[0] + total(v[1:])


def test_a_function_that_calls_itself_is_unrolled() -> None:
    made = pasted(ng.to_code(total, [1, 2, 3]), "total")
    assert made([3, 4, 5]) == 12
    with pytest.raises(AssertionError):
        made([3, 4])


def lists_dicts(n: Any) -> Any:
    """Logs rows as dicts: the habit of whoever makes a table of a run."""
    rows = []
    for i in range(n):
        rows.append({"x": i, "y": (i, 2.0 * i)})
    return rows


def test_a_list_of_dicts_is_returned_as_dicts() -> None:
    made = pasted(ng.to_code(lists_dicts, 3), "lists_dicts")
    assert made(4) == lists_dicts(4)
