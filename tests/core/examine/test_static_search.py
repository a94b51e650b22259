"""A report whose graph needs known numbers makes the fewest arguments static, and says which and why."""

from __future__ import annotations

import time

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.examine.call import Call
from nbgraph.core.examine.static_search import StaticSearch
from nbgraph.core.inspect import report


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def power(x, n):
    return 1 if n == 0 else x * power(x, n - 1)


def gcd(a, b):
    return a if b == 0 else 0 + gcd(b, a % b)  # without the sum it would be a loop


def root(a, x):
    return x if abs(x * x - a) < 1e-3 else 1 * root(a, (x + a / x) / 2)


def sized(n, m, k):
    return np.zeros(n).sum() + np.ones(m).sum() + k


def made_of(shape):
    return np.ones(shape).sum()


def different(a):
    return np.unique(a)


def searched(fn, *arguments):
    call = Call.of(fn, arguments, {})
    with pytest.raises(Exception) as refusal:
        call.function.jitted.trace(*arguments)
    search = StaticSearch(call)
    return search(refusal.value), search


@pytest.mark.parametrize(
    ("fn", "arguments", "names"),
    [
        (fib, (6,), ("n",)),
        (power, (2, 3), ("n",)),  # `x` is traced
        (gcd, (8, 6), ("a", "b")),
        (sized, (2, 3, 4), ("n", "m")),
        (made_of, ((2, 3),), ("shape",)),
        (root, (2.0, 1.5), ("a", "x")),  # floats, for nothing else would do
        (fib, (np.int64(6),), ("n",)),
        (different, (np.array([1.0, -1.0]),), ()),  # arrays never are
        (root, (np.array(2.0), 1.5), ()),
    ],
)
def test_the_fewest_arguments_are_static(fn, arguments, names):
    assert searched(fn, *arguments)[0] == names


def test_recursion_that_takes_too_long_ends_in_the_refusal():
    start = time.monotonic()
    found, search = searched(fib, 40)
    assert (found, search.note(None)) == ((), "")
    assert time.monotonic() - start < 6


def test_the_report_says_what_is_static_and_why():
    found = report(power, 2, 3, timing=False)
    assert found.errors == () and found.value == 8 and found.static == ("n",)
    assert found.notes == (
        "`n` is static here: its value 3 is part of the graph, because otherwise `power` calls itself under a condition"
        " that is only known at run time. Another value of `n` makes another graph.",
    )
    assert [node.label for node in found.graph.nodes if node.kind == "input"] == ["x"]
    assert "assert n == 3" in found.pure_jax.text


def test_a_function_of_the_library_stays_explicit():
    with pytest.raises(ng.StagingError, match="--static n"):
        ng.function(fib)(6)


def test_a_graph_that_has_nothing_left_to_compute_says_so() -> None:
    assert any("nothing left to compute" in note for note in report(fib, 5, timing=False).notes)
    assert not any("nothing left" in note for note in report(lambda x: x, 5, timing=False).notes)


def average(xs):
    return sum(xs) / len(xs)


def joined(a, b):
    return a + b


@pytest.mark.parametrize(("fn", "arguments"), [(average, ([],)), (joined, ("2", 3))])
def test_what_raises_has_no_result_found_before_and_no_static_argument_that_would_help(fn, arguments) -> None:
    found = report(fn, *arguments, timing=False)
    assert found.verdict is not None and found.verdict.message.startswith("Both raise ")
    assert found.notes == ()


def shifted(n, x):
    if n <= 0:
        return x
    return shifted(n - 1, x) * 10**n


def test_a_search_that_finds_nothing_leaves_no_advice_to_do_the_same() -> None:
    (refused,) = report(shifted, 10, np.zeros(2, np.float32), timing=False).errors  # 10**10 is too large for 32 bits
    assert refused.id == "traced-recursion"
    assert refused.remedy.endswith("at the end; or a `while` loop")
    assert refused.remedy.count("`done=1` as the last parameter") == 1
    assert "with `n` static, 10000000000 does not fit into the 32 bits" in refused.message


def test_a_result_that_no_array_can_have_is_found_while_it_is_traced():
    found = report(factorial, 20, timing=False)
    assert found.value == 2432902008176640000
    assert any("nothing left to compute" in note for note in found.notes)
