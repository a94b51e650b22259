"""Infinities and nans: line, operation, iteration and value of the first one, also where Python has the same."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.checked.call import explained
from nbgraph.core.checked.explain import Program, explain
from nbgraph.core.timing.findings import Anomaly

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy says it, too


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine must not end the checked run; its limit is tried where it is given."""
    monkeypatch.setattr("nbgraph.core.examine.parts.explained", partial(explained, seconds=60.0))
    monkeypatch.setattr("nbgraph.core.checked.call.UNASKED_SECONDS", 60.0)


def finite(value: Any) -> bool:
    return all(bool(np.all(np.isfinite(np.asarray(leaf)))) for leaf in jax.tree_util.tree_leaves(value))


def found(function: Callable[..., Any], *arguments: Any) -> Anomaly:
    """What is said of a call whose result is Python's; whether that is finite is what Python says."""
    compared = ng.compare(function, *arguments)
    assert compared.verdict.equal, compared.verdict.message
    assert compared.not_finite is not None
    assert compared.not_finite.in_result == (not finite(function(*arguments)))
    assert compared.not_finite.message in str(compared)
    return compared.not_finite


def line(function: Callable[..., Any], number: int) -> str:
    """The line of a function's own, counted from its `def`."""
    return f"in line {function.__code__.co_firstlineno + number}"


def softmax(x):
    e = jnp.exp(x)
    return e / e.sum()


def test_softmax_of_large_logits_names_the_inf_and_what_makes_nan_of_it():
    said = found(softmax, jnp.array([1000.0, 1.0]))
    assert said.value == "nan"
    assert f"inf is first made by `jnp.exp(x)` {line(softmax, 1)}, at [0], from 1000.0" in said.message
    assert f"nan is made of it by `e / e.sum()` {line(softmax, 2)}, at [0]" in said.message
    assert said.message.endswith("Plain Python returns the same.")
    assert said.span is not None
    assert said.span.line == softmax.__code__.co_firstlineno + 1


def logarithm(x):
    return jnp.log(x)


def root(x):
    return jnp.sqrt(x)


def exponential(x):
    return jnp.exp(x)


def ratio(a, b):
    return a / b


def difference(a, b):
    return a / b - 2 * a / b


def power(x):
    return x**-2


def arc(x):
    return jnp.arccos(x)


def gamma(x):
    return jax.scipy.special.gammaln(x)


def running(x):
    return jnp.cumsum(x)


def product(a, b):
    return a @ b


def total(x):
    return jnp.prod(x)


@pytest.mark.parametrize(
    ("function", "arguments", "value", "by", "operands"),
    [
        (logarithm, (0.0,), "-inf", "jnp.log(x)", "from x = 0.0."),
        (logarithm, (-1.0,), "nan", "jnp.log(x)", "from x = -1.0."),
        (root, (-1.0,), "nan", "jnp.sqrt(x)", "from x = -1.0."),
        (exponential, (100.0,), "inf", "jnp.exp(x)", "from x = 100.0 (float64 gives 2.68812e+43)."),
        (exponential, (1000.0,), "inf", "jnp.exp(x)", "from x = 1000.0."),
        (ratio, (np.float32(0), np.float32(0)), "nan", "a / b", "from a = 0.0 and b = 0.0."),
        (ratio, (jnp.ones(2), jnp.zeros(2)), "inf", "a / b", "at [0], from 1.0 and 0.0."),
        (power, (jnp.float32(0),), "inf", "x**-2", "from x = 0.0."),
        (arc, (2.0,), "nan", "jnp.arccos(x)", "from x = 2.0."),
        (gamma, (0.0,), "inf", "jax.scipy.special.gammaln(x)", "."),
        (running, (jnp.full(3, 2e38),), "inf", "jnp.cumsum(x)", "at [1] (float64 gives 4e+38)."),
        (product, (jnp.full(3, 1e30), jnp.full(3, 1e30)), "inf", "a @ b", "(float64 gives 3e+60)."),
        (total, (jnp.full(9, 1e9),), "inf", "jnp.prod(x)", "(float64 gives 1e+81)."),
    ],
)
def test_every_operation_is_watched(function, arguments, value, by, operands):
    said = found(function, *arguments)
    assert said.value == value
    assert f"first made by `{by}` {line(function, 1)}" in said.message
    assert operands in said.message


def test_inf_minus_inf():
    said = found(difference, jnp.float32(1), jnp.float32(0))
    assert f"inf is first made by `a / b` {line(difference, 1)}, from a = 1.0 and b = 0.0, and" in said.message
    assert "nan is made of it by `a / b - 2 * a / b`" in said.message


def scaled(x, y):
    return x * y / y


@pytest.mark.parametrize(("x", "y"), [(1e-30, 1e-30), (1e30, 1e30)])
def test_there_and_back_again(x, y):
    """Too small or too large on the way: 0/0, and inf."""
    compared = ng.compare(scaled, jnp.float32(x), jnp.float32(y))
    assert compared.verdict.equal
    python = scaled(jnp.float32(x), jnp.float32(y))
    if finite(python):
        assert compared.not_finite is None
    else:
        assert compared.not_finite is not None
        assert compared.not_finite.value == str(python)


def underflows(x, y):
    z = x * y
    return z / z


def test_underflow_then_zero_by_zero():
    said = found(underflows, jnp.float32(1e-30), jnp.float32(1e-30))
    wanted = f"nan, which is first made by `z / z` {line(underflows, 2)}, from z = 0.0 (float64 gives 1.0)"
    assert wanted in said.message


def sigmoid(x):
    return 1 / (1 + jnp.exp(-x))


def test_an_overflow_that_is_divided_away_is_said_all_the_same():
    said = found(sigmoid, -100.0)
    assert not said.in_result
    assert said.message.startswith(f"On the way inf is first made by `jnp.exp(-x)` {line(sigmoid, 1)}, from -x = 100.0")
    assert said.message.endswith("; the result is finite.")


def softplus(x):
    return jnp.log(1 + jnp.exp(x))


def test_a_naive_softplus_at_100_and_the_librarys():
    assert "`jnp.exp(x)`" in found(softplus, 100.0).message
    assert ng.compare(lambda x: jax.nn.softplus(x), 100.0).not_finite is None


def cross_entropy(logits, label):
    p = jax.nn.softmax(logits)
    return -jnp.log(p[label])


def test_cross_entropy_of_a_probability_that_underflows():
    said = found(cross_entropy, jnp.array([0.0, 200.0]), 0)
    assert (said.value, "-inf is first made by `jnp.log(p[label])`" in said.message) == ("inf", True)


def normalised(v):
    return v / jnp.sqrt((v * v).sum())


@pytest.mark.parametrize("zero", [jnp.zeros(3), np.zeros(3, np.float32)])
def test_normalising_a_zero_vector(zero):
    assert "from 0.0 and 0.0" in found(normalised, zero).message


def descent(x, n):
    for _ in range(n):
        step = 1.5 * 2 * x
        x = x - step
    return x


def test_a_loop_that_diverges_names_the_first_iteration():
    said = found(descent, np.float32(1.0), 300)
    x, count = np.float32(1.0), 0
    while np.isfinite(x):
        step = np.float32(1.5 * 2) * x
        count += 1
        if not np.isfinite(step):
            break
        x = x - step
    assert f"in iteration {count} of the loop {line(descent, 1)}" in said.message


def each(xs):
    out = []
    for x in xs:
        out.append(jnp.log(x))
    return out


@pytest.mark.parametrize("xs", [[1.0, 2.0, -1.0], jnp.array([1.0, 2.0, -1.0])])
def test_the_iteration_of_a_loop_that_is_written_out(xs):
    assert f"{line(each, 3)}, in iteration 3 of the loop {line(each, 2)}" in found(each, xs).message


@jax.jit
def jitted_logarithm(x):
    return jnp.log(x)


def logarithms(v, n):
    found = 0.0
    for i in range(n):
        found = found + jitted_logarithm(v - i)
    return found


def of_each(xs, n):
    out = 0.0
    for x in xs:
        out = out + logarithms(x, n)
    return out


def test_the_iterations_of_the_callers_loops():
    said = found(of_each, jnp.array([5.0, 1.5]), 3)
    assert (
        f"`jnp.log(x)` {line(jitted_logarithm.__wrapped__, 2)}, in iteration 3 of the loop {line(logarithms, 2)},"
        in said.message
    )
    assert f", in iteration 2 of the loop {line(of_each, 2)}, from x = -0.5." in said.message


def begins_in_python(x):
    i = 0
    y = 1.0
    while y > -100.0:
        if i > 1:
            y = y * x
        i = i + 1
        y = y - jnp.log(3.0 - i)
    return y


def test_the_iterations_that_python_ran_count():
    said = found(begins_in_python, 2.0)
    assert "from 3.0 - i = -1.0. Plain" in said.message
    assert f"in iteration 4 of the loop {line(begins_in_python, 3)}" in said.message


def helper(t):
    return jnp.log(t)


def with_helper(x):
    if x > 0:
        return helper(x)
    return helper(x - 1)


def test_in_a_branch_of_a_helper():
    assert f"`jnp.log(t)` {line(helper, 1)}" in found(with_helper, -1.0).message


def scanned(xs):
    def step(total, x):
        total = total + jnp.sqrt(x)
        return total, total

    return jax.lax.scan(step, 0.0, xs)


def mapped(xs):
    return jax.vmap(lambda x: jnp.log(x))(xs)


def slope(x):
    return jax.grad(lambda t: jnp.sqrt(t))(x)


def slope_of_norm(x):
    return jax.grad(lambda t: jnp.linalg.norm(t))(x)


@pytest.mark.parametrize(
    ("function", "argument", "words"),
    [
        (scanned, jnp.array([1.0, -2.0]), "`jnp.sqrt(x)` {}, in iteration 2 of the loop"),
        (mapped, jnp.array([1.0, 2.0, -1.0]), "`jnp.log(x)` {}, in batch element 2, from -1.0"),
        (slope, 0.0, "the derivative of `jnp.sqrt(t)` {}"),
        (slope_of_norm, jnp.zeros(3), "the derivative of `jnp.linalg.norm(t)` {}"),
    ],
)
def test_under_the_transformations(function, argument, words):
    at = 2 if function is scanned else 1
    assert words.format(line(function, at)) in found(function, argument).message


def masked(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)


def test_what_a_choice_leaves_out_is_no_finding():
    x = jnp.array([-1.0, 2.0])
    assert ng.compare(masked, x).not_finite is None
    (note,) = (note for note in ng.compare(masked, x, check=True).notes if "checked run" in note)
    assert "what does not reach the result: nan is first made by `jnp.log(x)`" in note


def shifted(x):
    return x + 1.0


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        (jnp.nan, "The result is nan, which came in with argument `x`. Plain Python returns the same."),
        (jnp.array([1.0, jnp.inf]), "The result holds inf, which came in with argument `x[1]`. Plain"),
    ],
)
def test_what_came_in(argument, words):
    assert words in found(shifted, argument).message


def against_itself(x):
    return x - x


def test_nan_of_what_came_in():
    said = found(against_itself, float("inf"))
    assert f"inf came in with argument `x`, and nan is made of it by `x - x` {line(against_itself, 1)}." in said.message


def least(xs):
    best = float("inf")
    for x in xs:
        if x < best:
            best = x
    return best


def test_an_inf_that_the_user_wrote_is_a_finding_in_the_result_alone():
    assert ng.compare(least, jnp.array([2.0, 1.0])).not_finite is None
    assert "a constant of the program" in found(least, jnp.array([jnp.nan])).message


def library(x):
    return jax.nn.softmax(x)


def test_in_a_library_the_users_call_is_named():
    said = found(library, jnp.array([jnp.inf, 1.0]))
    assert "inf came in with argument `x[0]`, and nan is made of it by `jax.nn.softmax(x)`" in said.message
    assert line(library, 1) in said.message


def solved(a):
    return jnp.linalg.solve(a, jnp.ones(2))


def test_a_singular_matrix():
    assert "`jnp.linalg.solve(a, jnp.ones(2))`" in found(solved, jnp.ones((2, 2))).message
    assert ng.compare(solved, jnp.eye(2)).not_finite is None


def two_losses(x, i):
    y = jnp.log(x)
    z = jnp.sqrt(-x)
    return jnp.stack([y, z])[i]


def test_the_one_that_reaches_the_result():
    """The logarithm's comes first, and is not the one that is returned."""
    assert "first made by `jnp.sqrt(-x)`" in found(two_losses, jnp.array([0.0, 1.0]), 1).message
    assert "first made by `jnp.log(x)`" in found(two_losses, jnp.array([0.0, 1.0]), 0).message


def squares(n):
    total = 0
    for i in range(n):
        total = total + i * i
    return total


def test_integers_have_no_inf():
    """What they have is an overflow, which is a difference."""
    compared = ng.compare(squares, 3000)
    assert compared.verdict.equal is (squares(3000) < 2**31)
    assert compared.not_finite is None
    assert compared.cause is not None
    assert compared.cause.id == "overflow"


def python_raises(x):
    return math.exp(x)


def test_what_the_cause_says_is_not_said_twice():
    compared = ng.compare(python_raises, 1000.0)
    assert compared.cause is not None
    assert compared.cause.id == "overflow"
    assert compared.not_finite is None


def beside_a_difference(x):
    big = x * 100_000
    return big * big, jnp.sqrt(jnp.float32(-x))


def test_nan_beside_another_difference():
    compared = ng.compare(beside_a_difference, 3)
    assert compared.verdict.equal is False
    assert compared.cause is not None
    assert compared.not_finite is not None
    assert "first made by `jnp.sqrt(jnp.float32(-x))`" in compared.not_finite.message
    assert "Plain Python" not in compared.not_finite.message


def long_sum(n):
    total = 0.0
    for i in range(n):
        total = total + 1.0 / (i - 5)
    return total


def test_of_what_was_not_watched_nothing_is_claimed():
    traced = ng.function(long_sum).trace(10**9)
    made = explain(Program(traced.jaxpr, (10**9,), ("n",)), differ=False, seconds=0.1)
    assert "stopped in iteration" in made.unwatched
    assert made.lost is not None
    assert "It found" not in made.note
    quiet = ng.function(descent).trace(0.0, 10**9)
    note = explain(Program(quiet.jaxpr, (0.0, 10**9), ("x", "n")), differ=False, seconds=0.1).note
    assert "Up to there it found no inf, no nan" in note


CALLS: list[float] = []


def heard(x):
    CALLS.append(float(x))
    return np.float32(x)


def test_an_inf_that_both_sides_have_is_no_difference():
    """Where the run was stopped, and Python too, it was blamed: "inf in Python and inf in the graph"."""
    traced = ng.function(long_sum).trace(10**9)
    made = explain(Program(traced.jaxpr, (10**9,), ("n",)), differ=True, seconds=0.1)
    assert made.cause is None or made.cause.expected != made.cause.actual


def test_a_callback_with_effects_is_not_called_by_the_check():
    from jax.experimental import io_callback

    def asks(x):
        return jnp.log(io_callback(heard, jax.ShapeDtypeStruct((), jnp.float32), x))

    CALLS.clear()
    traced = ng.function(asks).trace(jnp.float32(-1.0))
    made = explain(Program(traced.jaxpr, (jnp.float32(-1.0),), ("x",)), differ=False)
    assert made.unwatched == "`io_callback` cannot be run by itself"
    assert "Up to there it found" in made.note
    assert CALLS == []
    compared = ng.compare(asks, jnp.float32(-1.0))
    assert compared.not_finite is not None
    assert "Where it is made is not known: `io_callback` cannot be run by itself." in compared.not_finite.message


def holds_many(x):
    for _ in range(8):
        x = jnp.sqrt(x) + 1.0
    return x.sum()


def test_large_values_are_let_go():
    """Those that nothing needs any more: a run of a hundred operations must not take a hundred times the memory."""
    import tracemalloc

    x = np.ones(2**18, np.float32)
    traced, size = ng.function(holds_many).trace(x), 2**18 * 12
    tracemalloc.start()
    explain(Program(traced.jaxpr, (x,), ("x",)), differ=False)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 6 * size


def babylonian(a):
    x = a
    while abs(x * x - a) > 1e-3:
        x = 0.5 * (x + a / x)
    return x


def test_a_loop_that_vmap_has_made_of_many():
    """Elements whose loop has ended stay as they are, whatever the rounds of the others make of them."""
    xs = jnp.array([1.0, 0.0, 40.0])
    made = jax.vmap(ng.convert(babylonian))
    traced = ng.function(lambda xs: made(xs)).trace(xs)
    explained = explain(Program(traced.jaxpr, (xs,), ("xs",)), differ=False)
    assert (explained.lost, explained.passing, explained.unwatched) == (None, None, "")
    assert finite([babylonian(float(x)) for x in xs])


def to_integer(x):
    return (x / 0).astype(jnp.int32)


def test_an_inf_made_an_integer():
    assert "`x / 0`" in found(to_integer, jnp.ones(1)).message


def slope_of_logistic_loss(w):
    return jax.grad(lambda w: jnp.sum(jnp.log(1 + jnp.exp(-w))))(w)


def test_a_derivative_is_not_the_value():
    said = found(slope_of_logistic_loss, jnp.array([-200.0, 1.0])).message
    assert "inf is first made by `jnp.exp(-w)`" in said
    assert "nan is made of it by the derivative of `jnp.exp(-w)`" in said


def best_loss(xs):
    best = float("inf")
    for x in xs:
        loss = jnp.log(x)
        if loss < best:
            best = loss
    return best


def until_close(x):
    old = x + 1.0
    count = 0
    while abs(old - x) > 1e-3:
        old = x
        x = jnp.sqrt(x - 1.0)
        count += 1
    return count


def guarded(x):
    y = 1 / x
    if y > 1e30:
        return 0.0
    return y


@pytest.mark.parametrize(
    ("function", "argument", "words"),
    [
        (best_loss, jnp.array([1.0, -1.0, 3.0]), "nan is first made by `jnp.log(x)` in line {3}, in iteration 2"),
        (until_close, 5.0, "nan is first made by `jnp.sqrt(x - 1.0)` in line {5}, in iteration 4"),
        (guarded, jnp.float32(0), "inf is first made by `1 / x` in line {1}, from x = 0.0"),
    ],
)
def test_a_nan_that_decides_a_test_is_on_the_way(function, argument, words):
    """It is less than nothing and greater than nothing: the loop ends, and the best stays what it was."""
    said = found(function, argument)
    first = function.__code__.co_firstlineno
    assert not said.in_result
    assert f"On the way {words.format(*range(first, first + 8))}" in said.message


@pytest.mark.parametrize(
    "function",
    [
        lambda x: jnp.where(jnp.isnan(jnp.log(x)), 0.0, x),
        lambda x: jnp.where(jnp.isfinite(jnp.log(x)), jnp.log(x), 0.0),
        lambda x: jnp.nan_to_num(jnp.log(x)),
        lambda x: jnp.nansum(jnp.sqrt(x)),
    ],
)
def test_who_asks_for_nan_knows_of_it(function):
    assert ng.compare(function, jnp.array([-1.0, 2.0])).not_finite is None


def inverse(x):
    return 1 / x


def above_one(x):
    return 1 + 1 / x


def test_an_argument_that_float32_does_not_hold_did_not_come_in_as_inf():
    assert "inf is what argument `x`, 1e+39, becomes in float32" in found(above_one, 1e39).message
