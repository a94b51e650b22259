"""The iteration budget: a loop that goes on too long ends in an error in its own line."""

from __future__ import annotations

import inspect
import itertools
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.staging.control_flow.budget import IterationBudgetError


def stuck(x: Any, n: Any) -> Any:
    while x > 0:
        x = x + 0 * n
    return x


def countdown(n: Any) -> Any:
    while n > 0:
        n = n - 1
    return n


def halvings(x: Any) -> Any:
    n = 0
    while x > 1:
        ng.loop_options(max_iterations=5)
        x = x / 2
        n += 1
    return n


def nested(a: Any) -> Any:
    total = 0
    i = 1
    while i < a:
        j = i
        while j != 1:
            j = j // 2 if j % 2 == 0 else 3 * j + 1
            total = total + 1
        i = i + 1
    return total


def inner_stuck(a: Any) -> Any:
    done = 0
    for i in range(a):
        j = i
        while j != 1:
            j = j // 2 if j % 2 == 0 else 3 * j + 1
        done = done + 1
    return done


def endless_for(x: Any) -> Any:
    i = 0
    for i in itertools.count():
        if x * i > 1000:
            break
    return i


def flagged(x: Any) -> Any:
    n = 0.0
    while True:
        n = n + x
        if n > 10:
            break
    return n


def in_a_branch(x: Any) -> Any:
    y = 0.0
    if x > 0:
        while y < 10:
            y = y + x * (x - 1)
    else:
        y = x
    return y


def checked(x: Any) -> Any:
    assert x != 3, f"three, not {x}"
    while x > 0:
        x = x - 1 if x < 50 else x
    return x


def message(graph: Any, *arguments: Any) -> tuple[int, str]:
    """The line in the function and the text of the error of a call."""
    with pytest.raises(IterationBudgetError) as caught:
        graph(*arguments)
    error = caught.value
    assert error.span is not None
    assert error.__traceback__ is not None
    return error.span.line - inspect.getsourcelines(graph.python_function)[1], error.message


def test_an_endless_loop_ends_in_an_error_with_its_line_and_values() -> None:
    graph = ng.function(stuck)
    assert message(graph, 2.5, 1) == (1, "this loop goes on after 100,000,000 iterations: `x` is 2.5")
    assert graph(-1.5, 1) == -1.5
    graph = ng.function(countdown, max_iterations=20)
    assert message(graph, 30) == (1, "this loop goes on after 20 iterations: `n` is 9")


@pytest.mark.parametrize("most", [1, 20, None])
def test_as_many_rounds_as_it_may_make_are_fine(most: int | None) -> None:
    graph = ng.function(countdown, max_iterations=most)
    assert [graph(n).item() for n in (0, 1, 20 if most != 1 else 1)] == [0, 0, 0]


def test_a_bound_of_the_loop_goes_before_that_of_the_function() -> None:
    text = "this loop goes on after the 5 iterations that `ng.loop_options` allows it: `x` is 1.03125"
    for most in (None, 3, 10**6):
        graph = ng.function(halvings, max_iterations=most)
        assert [graph(x).item() for x in (0.5, 2.0, 32.0)] == [0, 1, 5]
        assert message(graph, 66.0) == (2, text)


def test_a_bound_holds_under_the_users_own_jit(capfd: pytest.CaptureFixture[str]) -> None:
    jitted = jax.jit(ng.convert(halvings))
    assert jitted(32.0) == 5
    with pytest.raises(Exception, match="iteration-budget"):
        jax.block_until_ready(jitted(66.0))
    jax.effects_barrier()
    capfd.readouterr()


def test_each_loop_of_a_nest_counts_by_itself() -> None:
    graph = ng.function(nested, max_iterations=200)
    assert graph(100).item() == sum(steps(i) for i in range(1, 100))
    assert message(graph, 300) == (3, "this loop goes on after 200 iterations: `i` is 202, `a` is 300")
    assert message(ng.function(nested, max_iterations=110), 100)[0] == 5
    assert message(ng.function(inner_stuck, max_iterations=90), 50) == (
        4,
        "this loop goes on after 90 iterations: `j` is 0",
    )


def steps(n: int) -> int:
    """Collatz steps."""
    found = 0
    while n != 1:
        n, found = (n // 2 if n % 2 == 0 else 3 * n + 1), found + 1
    return found


def test_other_loops_and_places() -> None:
    assert ng.function(endless_for, max_iterations=400)(3) == 334
    assert message(ng.function(endless_for, max_iterations=100), 3) == (
        2,
        "this loop goes on after 100 iterations: `i` is 100",
    )
    assert ng.function(flagged, max_iterations=10)(2.0) == 12.0
    assert message(ng.function(flagged, max_iterations=10), 1.0) == (
        2,
        "this loop goes on after 10 iterations: `n` is 10.0",
    )
    graph = ng.function(in_a_branch, max_iterations=10)
    assert [graph(x).item() for x in (-1.0, 0.0, 2.0)] == [-1.0, 0.0, 10.0]
    assert message(graph, 1.0) == (3, "this loop goes on after 10 iterations: `y` is 0.0")


def test_it_is_one_of_several_checks() -> None:
    graph = ng.function(checked, max_iterations=100)
    assert graph(40) == 0
    assert message(graph, 60) == (2, "this loop goes on after 100 iterations: `x` is 60")
    with pytest.raises(AssertionError, match="three, not 3"):
        graph(3)


def test_a_range_has_an_end() -> None:
    def summed(n: Any) -> Any:
        s = 0
        for i in range(n):
            if s > 10**6:
                break
            s = s + i
        return s

    assert ng.function(summed, max_iterations=10)(50) == 1225


def test_transformations_see_the_loop_without_budget() -> None:
    graph = ng.function(countdown)
    assert graph(3) == 0
    assert jax.vmap(graph)(jnp.arange(4)).tolist() == [0, 0, 0, 0]
    assert jax.jit(graph)(5) == 0
    assert [e.primitive.name for e in graph.trace(3).jaxpr.eqns] == ["while"]
    assert jax.jacfwd(ng.function(flagged))(2.0) == 6.0
    assert len(graph.traces) <= 3


def test_looking_at_a_function_is_no_other_trace() -> None:
    graph = ng.function(countdown)
    assert graph(3) == 0
    assert len(graph.trace(3).jaxpr.eqns) == 1
    assert [trace.decisions[0].carry for trace in graph.traces] == [("n",)]


def test_threads_get_errors_of_their_own() -> None:
    graph = ng.function(countdown, max_iterations=50)

    def outcome(n: int) -> str:
        try:
            return str(graph(n).item())
        except IterationBudgetError as error:
            return error.message.rpartition(" ")[2]

    numbers = [n for k in range(20) for n in (k, 60 + k)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(outcome, numbers))
    assert found == [w for k in range(20) for w in ("0", str(60 + k - 51))]


def doubled(x: Any, n: Any) -> Any:
    while n > 0:
        x, n = x + x, n - 1
    return x


@pytest.mark.parametrize(
    "value",
    [
        3,
        2 + 1j,
        jnp.bfloat16(1),
        jnp.zeros(0),
        jnp.ones(2000),
        (jnp.bool_(True), jnp.zeros(0), jnp.ones((3, 3))),
    ],
    ids=["int", "complex", "bfloat16", "empty", "large", "tuple"],
)
def test_there_is_a_result_of_any_type_or_an_error(value: Any) -> None:
    def same(x: Any, n: Any) -> Any:
        while n > 0:
            x, n = jax.tree_util.tree_map(lambda leaf: leaf & leaf if leaf.dtype == bool else leaf * 1, x), n - 1
        return x

    graph = ng.function(same, max_iterations=10)
    for _ in range(3):
        result = graph(value, 10)
        assert jax.tree_util.tree_structure(result) == jax.tree_util.tree_structure(value)
        assert all(map(jnp.array_equal, jax.tree_util.tree_leaves(result), jax.tree_util.tree_leaves(value)))
        assert message(graph, value, 11) == (1, "this loop goes on after 10 iterations: `n` is 0")


def test_a_run_that_takes_its_time_in_the_background_fails_in_its_call() -> None:
    def powers(x: Any, n: Any) -> Any:
        while n > 0:
            x, n = x @ x, n - 1
        return x.sum()

    graph = ng.function(powers, max_iterations=10)
    x = jnp.eye(300)
    for _ in range(3):
        assert graph(x, 10) == 300
        assert message(graph, x, 11) == (1, "this loop goes on after 10 iterations: `n` is 0")


def test_an_error_that_no_call_came_for_is_never_that_of_another_call() -> None:
    graph = ng.function(doubled, max_iterations=10)
    assert graph(1, 2) == 4
    graph.jitted(1, 11)  # what is timed: nobody looks at its result
    assert [graph(x, 2).item() for x in range(5)] == [0, 4, 8, 12, 16]
    assert message(graph, 1, 11)[1] == "this loop goes on after 10 iterations: `n` is 0"


@pytest.mark.parametrize("wrong", [0, -1, 2**31, 1.5, True])
def test_a_budget_is_a_number_of_rounds(wrong: Any) -> None:
    with pytest.raises(ValueError, match="max_iterations"):
        ng.function(countdown, max_iterations=wrong)


def test_a_loop_after_a_failed_one_makes_no_round_and_a_counter_may_pass_the_largest_int() -> None:
    def both(a: Any, b: Any) -> Any:
        rounds = 0
        while a > 0:
            a = a + 1
        while b > 0:
            b = b - 1
            rounds = rounds + 1
        return a, rounds

    graph = ng.function(both, max_iterations=100)
    assert graph(0, 100) == (0, 100)
    with pytest.raises(ng.NbgraphError, match="`a` is 102") as raised:
        graph(1, 10**9)
    assert raised.value.span.line == both.__code__.co_firstlineno + 2
    with pytest.raises(ng.NbgraphError, match="`b` is 1"):
        graph(0, 102)

    def up(n: Any, a: Any) -> Any:
        while a > 0:
            a = a - 1
            n = n + 1
        return n

    counted = ng.function(up, max_iterations=10)
    assert counted(2**31 - 3, 10) == 2**31 - 3 + 10 - 2**32  # as an int32 has it
    with pytest.raises(ng.NbgraphError, match="after 10 iterations"):
        counted(2**31 - 3, 12)


def unrolled_without_end(n: Any) -> Any:
    s = 0
    for _ in range(n):
        j = 0
        while j >= 0:
            j = (j + 1) % 7
            s += j
    return s


def rows_without_end(x: Any) -> Any:
    for number in itertools.cycle([1, 2]):
        x = x + number
    return x


def a_known_test(x: Any) -> Any:
    i = 0
    while i < 600:
        x = x + i
        i += 1
    return x, i


def nothing_traced(x: Any) -> Any:
    i, found = 0, []
    while i < 3000:
        i += 1
        found.append(str(i))
    return x + len(found[-1])


def a_known_list(x: Any) -> Any:
    found, i = {}, 0
    while i < 300:
        found[i] = x + i
        i += 1
    return found[299]


def test_a_known_test_that_never_fails() -> None:
    graph = ng.function(unrolled_without_end, max_iterations=10**5)
    assert graph(0) == 0
    with pytest.raises(IterationBudgetError, match="goes on after 100,000 iterations") as raised:
        graph(2)
    assert raised.value.span.line == inspect.getsourcelines(unrolled_without_end)[1] + 4
    assert raised.value.variable == "j"


@pytest.mark.parametrize(("function", "line"), [(rows_without_end, 1)])
def test_rounds_that_only_python_can_make(function: Any, line: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nbgraph.core.staging.control_flow.unrolled.MOST_OPERATIONS", 1000)
    with pytest.raises(IterationBudgetError, match="1,024 iterations that stand in the graph one by one") as raised:
        ng.function(function)(1)
    assert raised.value.span.line == inspect.getsourcelines(function)[1] + line


def test_many_rounds_of_a_known_test_are_a_loop_of_the_graph() -> None:
    graph = ng.function(a_known_test)
    assert graph(3) == a_known_test(3)
    assert len(graph.trace(3).jaxpr.eqns) < 10
    code: dict[str, Any] = {}
    exec(ng.to_code(a_known_test, 3), code)
    assert code["a_known_test"](3) == a_known_test(3)
    assert ng.function(nothing_traced)(1) == nothing_traced(1)
    assert ng.function(a_known_list)(1) == 300


def by_twos(n: Any) -> Any:
    k = 0
    while n != 0:
        n = n - 2
        k += 1
    return k


def by_newton(x: Any) -> Any:
    y = x
    while abs(y * y - x) > 1e-3:
        y = (y + x / y) / 2
    return y


converted = ng.convert(by_twos)

HANDED_OVER = {
    "vmap": lambda v: jax.vmap(by_twos)(v),
    "vmap of a conversion": lambda v: jax.vmap(converted)(v),
    "jit": lambda v: jax.jit(by_twos)(v[1]),
    "scan": lambda v: jax.lax.scan(lambda total, n: (total + by_twos(n), n), 0, v)[0],
    "map": lambda v: jax.lax.map(by_twos, v),
    "cond": lambda v: jax.lax.cond(v[0] > 0, by_twos, by_twos, v[1]),
    "grad": lambda v: jax.grad(by_newton)(1.0 - 4.0 * (v[1] % 2)),
    "lanes of gradients": lambda v: jax.vmap(jax.grad(by_newton))(1.0 - 4.0 * (v % 2)),
}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("way", HANDED_OVER)
def test_loops_that_a_transform_traces_are_held_to_it(way: str) -> None:
    program = ng.function(HANDED_OVER[way], max_iterations=300)
    assert jnp.all(jnp.isfinite(jnp.asarray(program(jnp.array([2, 4])), float)))
    with pytest.raises(IterationBudgetError, match="goes on after 300 iterations"):
        program(jnp.array([2, 3]))


def test_what_nobody_need_be_told_costs_no_callback() -> None:
    program = ng.function(HANDED_OVER["vmap"])
    program(jnp.array([2, 4]))
    text = str(program.jitted.trace(jnp.array([2, 4])).jaxpr)
    assert "callback" in text
    assert "callback" not in text.split("cond[")[0]


def summed(v: Any) -> Any:
    while v.sum() > 0:
        v = v + 1
    return v


@pytest.mark.parametrize(
    "v, words",
    [
        ([1], r"`v\[0\]` is 12$"),
        ([1, 2, 3], r"`v\[0\]` is 12, `v\[1\]` is 13$"),
        ([[1.5, 2.0]], r"`v\[0, 0\]` is 12.5, `v\[0, 1\]` is 13.0$"),
    ],
)
def test_of_an_array_that_the_predicate_looks_at_the_first_items_are_told(v: Any, words: str) -> None:
    with pytest.raises(IterationBudgetError, match=f"(?m)goes on after 10 iterations: {words}") as raised:
        ng.function(summed, max_iterations=10)(jnp.array(v))
    assert str(raised.value.variable).startswith("v[0")
