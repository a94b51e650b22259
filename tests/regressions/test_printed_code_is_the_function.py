"""Printed code that traced to the right types and computed, or printed, something else; and functions without any."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.checked.call import program_of
from nbgraph.core.checked.printed import difference
from nbgraph.core.specialise.checked import COMPARED, failure_of
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


def says_which(n: Any) -> Any:
    name = "even" if n % 2 == 0 else "odd"
    print(f"{name}: {n / 3:.3f}", n, sep="|")
    for i in range(n):
        print("step", i)
    return n


def checks_what_it_says(n: Any) -> Any:
    assert n > 0, "too small"
    print("fine")
    return n


def differs(function: Callable[..., Any], old: str, new: str) -> str:
    """Return why the printed code of a call with 3 is refused once a part of it is another."""
    graph = ng.function(function)
    graph(3)
    text = ng.to_code(function, 3)
    assert old in text
    program = program_of(graph, (3,), {})
    assert program is not None
    token = COMPARED.set(partial(difference, program, graph.traces[-1]))
    try:
        return failure_of(text.replace(old, new), function.__name__, graph.traces[-1])
    finally:
        COMPARED.reset(token)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("step", "step", ""),
        ("step", "Step", "its code would print otherwise"),
        ("odd", "uneven", "its code would print otherwise"),
        ("n / 3", "n / 4", "its code would print otherwise"),
        ("'|'", "'/'", "its code would print otherwise"),
    ],
)
def test_texts_that_are_printed_are_compared(old: str, new: str, says: str) -> None:
    assert differs(says_which, old, new) == says


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("n > 0", "n > 0", ""),
        ("n > 0", "n > 1", "its code would raise an exception"),  # of 1, which nobody has asked for
        ("n > 0", "n > 3", "its code would raise an exception"),
        ("fine", "well", "its code would print otherwise"),
    ],
)
def test_code_that_raises_where_the_graph_does_not_is_refused(old: str, new: str, says: str) -> None:
    assert differs(checks_what_it_says, old, new) == says


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
    text = ng.to_code(reads_two_loop_variables, n)
    pasted: dict[str, Any] = {}
    exec(text, pasted)
    if reads_two_loop_variables.__name__ in pasted:
        assert pasted["reads_two_loop_variables"](n) == reads_two_loop_variables(n)


def test_a_number_may_say_whether_a_call_prints(capsys: pytest.CaptureFixture[str]) -> None:
    for n in (5, 0, -2):
        expected = asks_a_number_and_prints(n), capsys.readouterr().out
        assert (int(ng.function(asks_a_number_and_prints)(n)), capsys.readouterr().out) == expected


def total(v: Any) -> Any:
    if len(v) == 0:
        return 0
    return v[0] + total(v[1:])


def test_a_function_that_calls_itself_has_none() -> None:
    assert ng.to_code(total, [1, 2, 3]) == "# No specialised form: `total` calls itself.\n"
