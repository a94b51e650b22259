"""Each cause, at its line, with the variable, both values and the round; and nothing where nothing is wrong."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.checked.explain import Explanation, Program, explain
from nbgraph.core.timing.findings import Cause
from nbgraph.core.timing.model import Comparison


def compared(function: Callable[..., Any], *arguments: Any, **options: Any) -> Comparison:
    return ng.compare(function, *arguments, **options)


def cause(function: Callable[..., Any], *arguments: Any) -> Cause:
    """The cause of a call whose results differ."""
    found = compared(function, *arguments)
    assert found.verdict.equal is False
    assert found.cause is not None
    return found.cause


def collatz(a):
    counter = 0
    while a > 1:
        if a % 2 == 0:  # noqa: SIM108
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


def endless_collatz(a):
    counter = 0
    while a != 1:
        if a % 2 == 0:  # noqa: SIM108
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


def first_overflow(a: int) -> tuple[int, int]:
    """Plain Python's own answer: the value of `3 * a + 1` that no int32 holds, and the round it is made in."""
    number = 1
    while a % 2 == 0 or 3 * a + 1 < 2**31:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        number += 1
    return 3 * a + 1, number


def test_collatz_overflows_at_its_line():
    found = compared(collatz, 113383)
    assert (found.python_value, int(found.value)) == (247, 120)
    why = found.cause
    assert why is not None
    assert (why.id, why.variable, why.code) == ("overflow", "a", "a = 3 * a + 1")
    value, number = first_overflow(113383)
    assert (why.expected, why.actual) == (str(value), str(value - 2**32))
    assert [round_number for _, round_number in why.iterations] == [number]
    assert "jax.enable_x64" in why.remedy


def test_a_graph_that_never_ends_is_explained_all_the_same():
    """The checked run goes where Python goes, so it ends even though the compiled loop does not."""
    traced = ng.function(endless_collatz).trace(113383)
    why = explain(Program(traced.jaxpr, (113383,), ("a",))).cause
    assert why is not None
    value, number = first_overflow(113383)
    assert (why.id, why.code, why.expected, why.iterations[-1][1]) == ("overflow", "a = 3 * a + 1", str(value), number)


def test_comparing_it_ends_and_says_why():
    """Python's time bounds the graph's rounds, and eager JAX, which counts none, does not run."""
    found = compared(endless_collatz, 113383)
    assert found.graph_error is not None
    assert getattr(found.graph_error, "id", "") == "iteration-budget"
    assert found.baseline("eager").note
    assert found.cause is not None
    assert (found.cause.id, found.cause.code) == ("overflow", "a = 3 * a + 1")


def test_the_disagreement_stands_before_any_time():
    lines = str(compared(collatz, 113383)).splitlines()
    assert lines.index("cause: overflow") < next(i for i, line in enumerate(lines) if "median" in line)
    assert any("a = 3 * a + 1" in line for line in lines)
    assert any("The checked run took" in line for line in lines)


def wrong_in_the_compiler(a):
    return abs(2 - min(a, -3))


@pytest.mark.parametrize("a", [5, -7, 0])
def test_a_mistake_of_the_compiler_is_not_the_users(a):
    found = compared(wrong_in_the_compiler, a)
    if found.verdict.equal:
        pytest.skip("this version of the compiler has it right")
    assert found.cause is not None
    assert found.cause.id == "compiler"
    assert "not yours" in found.cause.message
    assert found.cause.expected == str(wrong_in_the_compiler(a))


def of_two(n):
    return 2**n


def whole(x):
    return int(x)


def of_base(base, n):
    power = base**n
    return power + 1


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        *[(of_two, (40,), 2**40), (of_base, (3, 25), 3**25), (of_base, (10, 12), 10**12)],
        *[(whole, (x,), int(x)) for x in (1e20, -3e30)],
    ],
)
def test_what_is_given_as_pythons_integer_is_its_value_and_none_on_the_way_or_at_an_end(function, arguments, expected):
    assert cause(function, *arguments).expected == str(expected)


def labelled(x):
    return 1, ["none", f"x = {x}"]


def test_a_string_with_other_digits_has_them_as_its_cause_and_is_no_float_for_an_int():
    """It was said to hold the same numbers."""
    found = compared(labelled, 1234.5678)
    assert found.cause is not None
    assert found.cause.message == "'x = 1234.5678' has 1234.5678 in it, of which the graph has 1234.5677."
    assert found.cause.remedy.startswith("turn on x64")
    assert "the same numbers" not in str(found)


def bonus_of(points):
    bonus = 1.5
    if points < 90:
        bonus = 1
    return bonus


def written(points):
    bonus = 1.5
    if points < 90:
        bonus = 1
    return [f"{points} + {bonus}"], points


def larger(x):
    return max(x, 1.0) if x > 2 else x


def of_two_names(x):
    one, other = 0, 0
    if x > 5:
        one, other = 0.5, 1.5
    return one + other


@pytest.mark.parametrize(
    ("function", "variable"), [(bonus_of, "bonus"), (written, "bonus"), (larger, ""), (of_two_names, "")]
)
def test_an_int_that_is_a_float_where_paths_differ_is_a_promotion(function, variable):
    """It had no cause; in a text it was `different values`."""
    found = cause(function, 3)
    assert (found.id, found.variable) == ("promotion", variable)
    assert (found.span is not None) == (function is not of_two_names)
    assert not variable or found.code.startswith("if points < 90")
    assert "float" in found.message and "`1.0`" in found.remedy


def test_another_number_is_no_promotion():
    assert compared(lambda x: (x // 2, 7.5), 5).cause is None
    found = compared(wrong_in_the_compiler, 2).cause
    assert found is not None and found.id != "promotion"


def within(tolerance: float) -> Callable[..., Any]:
    def settled(x):
        before = 0.0
        for _ in range(100):
            x = (x + 2 / x) / 2
            if abs(x - before) < tolerance:
                break
            before = x
        return before

    return settled


@pytest.mark.parametrize(("tolerance", "blamed"), [(1e-6, "precision"), (1.0, "compiler")])
def test_a_tolerance_that_is_met_earlier_by_rounding_is_not_called_a_mistake_of_the_compiler(tolerance, blamed):
    traced = jax.jit(ng.convert(within(tolerance))).trace(1.0)
    program = Program(traced.jaxpr, (1.0,), ("x",))
    found = explain(program, python_value=within(tolerance)(1.0), results=[jnp.float32(1.4167)]).cause
    assert found is not None
    assert found.id == blamed
    assert blamed == "compiler" or found.message.startswith("`x - before` is ")


def relative_error(x):
    return abs(x * 3 - 1.0) + 1e-12


def test_a_product_and_a_sum_that_are_rounded_once_are_not_a_mistake_of_the_compiler():
    """The machine joined `x * 3` and `- 1.0`, and the page advised to tell the makers of JAX."""
    traced = jax.jit(ng.convert(relative_error)).trace(1 / 3)
    program = Program(traced.jaxpr, (1 / 3,), ("x",))
    found = explain(program, python_value=1e-12, results=[jnp.float32(2.980332e-08)]).cause
    assert found is not None
    assert found.id == "precision"
    assert "rounds in other places" in found.message
    beyond = explain(program, python_value=1e-12, results=[jnp.float32(0.01)]).cause
    assert beyond is not None
    assert beyond.id == "compiler"


def tenths(n):
    total = 0.0
    for _ in range(n):
        total += 0.1
    return total


def third(x):
    if x * 3 == 0.3:
        return 1
    return 0


def large(x):
    for _ in range(200):
        x = x * 10.0
    return x


def factorial(n):
    p = 1
    for i in range(1, n + 1):
        p = p * i
    return p


def sum_of_squares(xs):
    total = 0
    for x in xs:
        total = total + x * x
    return total


@pytest.mark.parametrize(
    ("function", "arguments", "kind", "variable", "code"),
    [
        (tenths, (20_000,), "precision", "total", "total += 0.1"),
        (third, (0.1,), "precision", "", "x * 3 == 0.3"),
        (large, (1.0,), "overflow", "x", "x = x * 10.0"),
        (factorial, (20,), "overflow", "p", "p = p * i"),
        (sum_of_squares, ([40_000, 50_000, 3],), "overflow", "total", "total = total + x * x"),
    ],
)
def test_where_the_values_first_part(function, arguments, kind, variable, code):
    why = cause(function, *arguments)
    assert (why.id, why.variable, why.code) == (kind, variable, code)
    assert why.expected != why.actual


def test_the_values_are_those_of_the_variable_in_that_round():
    why = cause(factorial, 20)
    number = why.iterations[-1][1]
    assert math.factorial(number - 1) < 2**31 <= math.factorial(number)
    assert why.expected == str(math.factorial(number))


def quotient(a, b):
    c = a // b
    return c + 1


def remainder(a, b):
    return a % b


def ratio(a, b):
    return a / b


def root(x):
    return math.sqrt(x)


def logarithm(x):
    return math.log(x)


def exponential(x):
    return math.exp(x)


def item(x, i):
    y = x[i]
    return y + 1


@pytest.mark.parametrize(
    ("function", "arguments", "kind", "raises"),
    [
        (quotient, (3, 0), "division", "ZeroDivisionError"),
        (remainder, (3, 0), "division", "ZeroDivisionError"),
        (ratio, (3, 0), "division", "ZeroDivisionError"),
        (ratio, (3.0, 0.0), "division", "ZeroDivisionError"),
        (root, (-1.0,), "nan", "ValueError"),
        (logarithm, (0.0,), "nan", "ValueError"),
        (exponential, (1000.0,), "overflow", "OverflowError"),
        (item, (np.arange(5), 9), "index", "IndexError"),
        (item, (np.arange(5), -9), "index", "IndexError"),
    ],
)
def test_what_python_refuses_and_a_graph_does_not(function, arguments, kind, raises):
    why = cause(function, *arguments)
    assert why.id == kind
    assert raises in why.expected
    assert why.span is not None
    assert why.span.line == function.__code__.co_firstlineno + 1


def test_the_cause_names_the_number_that_python_refuses_and_what_to_write():
    why = cause(quotient, 3, 0)
    assert "(`b` is 0); a graph does not raise" in why.message
    assert why.remedy == "`if b != 0:` before this line"
    why = cause(item, np.arange(5), 9)
    assert "(`x` has 5 items, and the index `i` is 9); a graph does not raise" in why.message
    assert why.remedy == "`if i < len(x):` before this line"


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_numpy_has_a_value_for_an_integer_by_zero_and_a_graph_another():
    why = cause(quotient, np.array([1, 2, 3]), 0)
    assert (why.id, why.code) == ("division", "c = a // b")


def safe_ratio(a, b):
    return a / b if b != 0 else 0.0


def last_or_first(x, i):
    return x[min(max(i, 0), 4)]


@pytest.mark.parametrize(
    ("function", "arguments"), [(safe_ratio, (3.0, 0.0)), (last_or_first, (np.arange(5), 9)), (collatz, (27,))]
)
def test_what_does_not_reach_the_result_is_no_cause(function, arguments):
    found = compared(function, *arguments, check=True)
    assert found.verdict.equal
    assert found.cause is None
    assert "The checked run took" in " ".join(found.notes)


def hidden_overflow(a):
    b = a * a
    return b if a < 1000 else a


def test_a_check_tells_what_does_not_matter_in_half_a_sentence():
    notes = " ".join(compared(hidden_overflow, 100_000, check=True).notes)
    assert "does not change the result: an overflow in line" in notes
    assert "no overflow" in " ".join(compared(hidden_overflow, 10, check=True).notes)


def ends_of_lists(a, b):
    i, out = 0, []
    while i < len(b):
        out.append(b[i])
        i += 1
    return out + a[i:]


def test_a_slice_misses_no_item():
    notes = " ".join(compared(ends_of_lists, [1], [2, 3], check=True).notes)
    assert "no item out of range" in notes


def first_to_five(x):
    x[0] = 5.0
    return x.sum()


def test_an_effect_that_the_graph_lacks():
    found = compared(first_to_five, np.ones(3))
    assert found.verdict.equal
    assert found.cause is not None
    assert (found.cause.id, found.cause.variable) == ("effect", "x")
    assert (found.cause.expected, found.cause.actual) == ("5.0", "1.0")
    assert found.cause.span is not None
    assert found.cause.span.line == first_to_five.__code__.co_firstlineno + 1
    assert compared(first_to_five, jnp.ones(3)).cause is None  # nobody can change a JAX array


def too_long_for_int32(x):
    return x[0]


def test_an_argument_that_the_graph_cannot_hold():
    why = cause(too_long_for_int32, np.array([2**40, 1]))
    assert (why.id, why.variable, why.expected, why.actual) == ("overflow", "x[0]", str(2**40), "0")


def generator(seed, n):
    for _ in range(n):
        seed = (1103515245 * seed + 12345) % 2147483648
    return seed


def test_a_number_in_the_text_that_the_graph_cannot_hold():
    why = cause(generator, 1, 100)
    assert why.id == "overflow"
    assert "2147483648" in why.message
    assert why.span is not None
    assert why.span.line == generator.__code__.co_firstlineno + 2


def test_in_x64_the_other_remedy():
    with jax.enable_x64(True):
        why = cause(factorial, 30)
    assert why.id == "overflow"
    assert "float" in why.remedy
    assert why.expected == str(math.factorial(why.iterations[-1][1]))


def long_sum(n):
    total = 0.0
    i = 0
    while i < n:
        total = total + 0.1
        i = i + 1
    return total


def test_the_limit_holds_and_is_told():
    traced = ng.function(long_sum).trace(10**9)
    found: Explanation = explain(Program(traced.jaxpr, (10**9,), ("n",)), seconds=0.1)
    assert "was stopped in iteration" in found.note


def test_nothing_is_printed_again(capsys):
    def shout(a):
        print("once", a)
        return a * a

    compared(shout, 100_000)
    assert capsys.readouterr().out.count("once") == 2  # Python's run and the graph's


def endless_in_python(a):
    while a > 0:
        a = a + 0
    return a


def test_plain_python_is_stopped_and_says_so():
    from nbgraph.core.timing.compare import CallSpec, compare_calls
    from nbgraph.core.timing.run import Limits

    limits = Limits(python_s=0.05, budget_s=0.0, min_runs=1, max_runs=1)
    spec = CallSpec("endless(1)", endless_in_python, eager=None, jitted=jax.jit(lambda a: a), args=(1,), limits=limits)
    found = compare_calls(spec)
    assert found.verdict.equal is None
    assert "did not end within 50 ms" in found.verdict.message
    assert found.baseline("graph").sample is not None  # the graph's own run is not lost


def as_product_of_floats(n):
    r = 1.0
    for i in range(1, n + 1):
        r *= i
    return r


def of_library(n):
    return math.factorial(n)


def of_library_as_float(n):
    return math.gamma(n + 1)


def test_what_is_beyond_64_bits_is_to_be_a_float():
    assert "x64" in ng.compare(factorial, 15).cause.remedy
    assert "`1.0` in place of `1`" in ng.compare(factorial, 25).cause.remedy
    assert ng.compare(as_product_of_floats, 25).verdict.equal
    why = ng.compare(of_library, 25).cause
    assert "`math.gamma(n + 1)`" in why.remedy and why.code == "math.factorial(n)"
    assert "Python" not in why.message  # which has no 24 * 25 * ... on its way
    assert ng.compare(of_library_as_float, 25).verdict.equal


def two_places(x):
    return round(x, 2)


def test_a_number_half_way_between_two_is_rounded_otherwise():
    why = ng.compare(two_places, 2.675).cause
    assert (why.id, why.code) == ("precision", "round(x, 2)")
    assert "half-way" in why.message and "`round(float(...), 2)`" in why.remedy
    assert round(float(ng.function(lambda x: x)(2.675)), 2) == two_places(2.675)


def to_places_and_to_a_whole_number(x, y):
    return round(x), round(x, 2), round(y, 1), round(y)


def test_only_a_rounding_to_digits_about_half_way_is_named():
    """The habit: several numbers of a result are rounded, most of which are not half-way between two."""
    why = ng.compare(to_places_and_to_a_whole_number, 1.25, 0.35).cause
    assert why.message.startswith("`round(y, 1)` rounds") and "`round(float(...), 1)`" in why.remedy
    assert round(float(ng.function(lambda x: x)(0.35)), 1) == to_places_and_to_a_whole_number(1.25, 0.35)[2]


def checked_places(x):
    if x < 0:
        raise ValueError("negative")
    return x > 1, round(x, 1)


def test_a_digit_apart_is_found_beside_other_results_and_checks():
    why = ng.compare(checked_places, 293.15).cause
    assert why.code == "round(x, 1)"


def power_of_two(n):
    return 2**n


def test_what_the_graph_refuses_to_compute_is_no_other_cause():
    found = ng.compare(power_of_two, -1)
    assert found.verdict.equal is False
    assert "negative power" in str(found.graph_error)
    assert found.cause.id == "refused"  # 2**-1 would be a large integer in whole numbers
    assert "negative power" in found.cause.message


def variance(a, b, c):
    mean = (a + b + c) / 3
    return (a * a + b * b + c * c) / 3 - mean**2


def test_a_value_is_the_graphs_where_the_compiled_program_has_it():
    """XLA adds and multiplies in one step, and of numbers that cancel another rest is left."""
    given = 10000.1, 10000.2, 10000.3
    message = ng.compare(variance, *given).cause.message
    compiled = str(ng.function(variance)(*given))
    assert f"and {compiled} in the graph" in message or "run one at a time" in message


def steps_of_a_tenth(h):
    x, n = 0.0, 0
    while x < 1.0:
        x += h
        n += 1
    return n, x


def test_a_decision_is_said_of_the_graph():
    assert "in the graph." in ng.compare(steps_of_a_tenth, 0.1).cause.message
