"""Whole comparisons: real JAX for the graph, a fake clock for the times."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.assemble import _baseline
from nbgraph.core.timing.compare import CallSpec, compare_calls
from nbgraph.core.timing.run import Limits
from nbgraph.core.timing.session import Session

MS = 1_000_000
FEW = Limits(max_runs=3, run_s=0.0)  # one call a run: here the clock may stand still


def double(x):
    return x * 2


def fresh_jit(function, **options):
    """`jax.jit(function, **options)` that shares no cache with any other: JAX keeps traces by function object."""

    @functools.wraps(function)
    def untraced(*args, **kwargs):
        return function(*args, **kwargs)

    return jax.jit(untraced, **options)


def compare(clock, python=double, eager=double, graph=None, jitted=None, **options):
    jitted = fresh_jit(double) if jitted is None else jitted
    options = {"title": "f", "args": (3,), "limits": FEW, **options}
    on_step = options.pop("on_step", None)
    return compare_calls(
        CallSpec(python=python, eager=eager, jitted=jitted, graph=graph, clock=clock, **options), on_step
    )


class Jit:
    """A jitted function whose stages take known times."""

    def __init__(self, clock, error_in=None):
        self.clock, self.error_in, self.calls = clock, error_in, []

    def _stage(self, name, time, then):
        self.calls.append(name)
        self.clock.advance(time)
        if self.error_in == name:
            raise ValueError(f"in {name}\nwith details")
        return then

    def trace(self, x):
        return self._stage("trace", 7 * MS, self)

    def lower(self):
        return self._stage("lower", 5 * MS, self)

    def compile(self):
        return self._stage("compile", 11 * MS, lambda x: self._stage("first call", 3 * MS, x * 2))

    def __call__(self, x):
        return self._stage("call", 2 * MS, x * 2)


def test_phases_are_measured_apart_and_before_the_steady_state(clock):
    jit = Jit(clock)
    result = compare(clock, clock.taking(4 * MS, result=6), None, jitted=jit)
    assert result.phases.to_json() == pytest.approx(
        {"trace": 0.007, "lower": 0.005, "compile": 0.011, "first_call": 0.003, "total": 0.026}
    )
    assert jit.calls == ["trace", "lower", "compile", "first call"] + ["call"] * 4
    assert result.baseline("python").sample.median == pytest.approx(0.004)
    assert result.baseline("graph").sample.median == pytest.approx(0.002)
    assert result.break_even == 13  # 13 * 4 ms = 52 ms > 26 ms + 12 * 2 ms = 50 ms; 12 * 4 ms = 48 ms, not more
    assert result.sentences[0] == "For this input the graph is 2x faster than plain Python."


def test_nothing_else_fills_the_memory_once_more(clock):
    def eats(x):
        clock.advance(2000 * MS)
        raise MemoryError

    result = compare(clock, eats, eats, jitted=fresh_jit(eats))
    assert result.verdict.message == "No verdict: memory ended when plain Python ran, so nothing else was run."
    assert [baseline.note for baseline in result.baselines[1:]] == ["not run: it would end as plain Python has"] * 2
    assert clock() == 2000 * MS


@pytest.mark.parametrize("stage, reached", [("trace", 0), ("lower", 1), ("compile", 2), ("call", 4)])
def test_a_graph_that_fails_keeps_python_and_the_phases_before(clock, stage, reached):
    result = compare(clock, clock.taking(4 * MS, result=6), None, jitted=Jit(clock, stage))
    known = [value for name, value in result.phases.to_json().items() if name != "total" and value is not None]
    assert len(known) == reached
    assert result.baseline("graph").error == f"ValueError: in {stage}"
    assert isinstance(result.graph_error, ValueError)
    assert (result.verdict.equal, result.verdict.kind) == (False, "error")
    assert (result.python_value, result.baseline("python").sample.n) == (6, 3)


def test_the_real_stages_of_a_fresh_jit_are_not_cached():
    traced = []

    def counted(x):
        traced.append(1)
        return x + 1

    for _ in range(2):
        compare_calls(CallSpec("f", python=None, eager=None, jitted=fresh_jit(counted), args=(3,), limits=FEW))
    assert len(traced) == 2  # each comparison traces for itself, and only once


def test_baselines_left_out_are_not_listed(clock):
    names = [baseline.name for baseline in compare(clock, python=None, eager=None).baselines]
    assert names == ["graph"]
    assert compare(clock, python=None, eager=None).verdict.equal is None


def test_without_python_the_reference_is_eager_jax(clock):
    verdict = compare(clock, python=None).verdict
    assert (verdict.equal, verdict.reference) == (True, "eager")


def test_the_graph_that_is_judged_is_the_one_the_user_calls(clock):
    result = compare(clock, graph=lambda x: 99)
    assert (result.value, result.verdict.equal, result.sentences[0][:18]) == (99, False, "The results differ")


def test_each_baseline_gets_arguments_in_its_own_form(clock):
    seen = {}

    def remember(name):
        def function(x, y, n):
            seen[name] = (type(x), type(y), type(n))
            return 0

        return function

    compare(
        clock,
        remember("python"),
        remember("eager"),
        remember("graph"),
        jitted=jax.jit(lambda x, y, n: 0, static_argnames="n"),
        args=(jnp.arange(3), 1.5, 4),
        static_argnames=("n",),
    )
    array = type(jnp.zeros(1))
    assert seen == {"python": (array, float, int), "eager": (array, array, int), "graph": (array, float, int)}


def test_static_arguments_by_position_or_name_reach_the_compiled_program(clock):
    def power(x, n):
        return x**n

    for args, kwargs in (((3, 2), {}), ((3,), {"n": 2})):
        jitted = fresh_jit(power, static_argnums=1)
        result = compare(clock, power, power, jitted=jitted, args=args, kwargs=kwargs, static_argnames=("n",))
        assert (result.value, result.verdict.equal, result.phases.first_call) == (9, True, 0.0)


def test_a_function_that_changes_its_arguments_gets_new_ones_each_time(clock):
    def grow(numbers, table):
        numbers.append(1)
        table[0] += 1
        return len(numbers), table

    given = ([1, 2], np.zeros(2))
    result = compare(
        clock,
        grow,
        None,
        graph=lambda numbers, table: (len(numbers) + 1, table + np.array([1, 0])),
        jitted=fresh_jit(lambda numbers, table: 0),
        args=given,
    )
    assert result.verdict.equal is True
    assert result.baseline("python").sample.n == 3
    assert (given[0], given[1].tolist()) == ([1, 2], [0.0, 0.0])


def test_arguments_that_share_a_part_still_do(clock):
    def same(a, b):
        return a is b

    shared = [1]
    result = compare(clock, same, None, graph=same, jitted=fresh_jit(lambda a, b: 0), args=(shared, shared))
    assert (result.python_value, result.value) == (True, True)


def test_effects_run_once(clock, capsys):
    def noisy(x):
        print("python runs")
        return x * 2

    calls = []

    def graph(x):
        calls.append(x)
        clock.advance(MS)
        return x * 2

    result = compare(clock, noisy, noisy, graph, effects=True)
    assert capsys.readouterr().out == "python runs\n"
    assert calls == [3]
    assert result.phases.first_call == pytest.approx(0.001)
    python, eager, graph_baseline = result.baselines
    assert (python.sample, eager.sample, graph_baseline.sample) == (None, None, None)
    assert "not timed: it ran once" in python.note == graph_baseline.note
    assert "not run" in eager.note
    assert result.break_even is None
    assert result.sentences == ()


def test_python_that_fails_where_the_graph_does_not_is_a_difference(clock):
    result = compare(clock, lambda x: x // 0, lambda x: x * 2)
    assert result.verdict.message == (
        "Not the same: plain Python raises ZeroDivisionError: integer division or modulo by zero; "
        "the graph gives a result."
    )
    assert isinstance(result.python_error, ZeroDivisionError)


def test_a_function_only_jax_arrays_can_be_given_to_is_compared_with_eager_jax(clock):
    def bump(x):
        return x.at[0].add(1)

    result = compare(clock, bump, bump, jitted=fresh_jit(bump), args=(np.zeros(2, np.float32),))
    assert (result.verdict.equal, result.verdict.reference) == (True, "eager")
    assert "AttributeError" in result.notes[0]


def test_an_argument_jax_cannot_hold_fails_eager_jax_alone(clock):
    result = compare(clock, python=lambda x: 0, graph=lambda x: 0, jitted=Jit(clock), args=(2**40,))
    assert result.baseline("eager").error.startswith("OverflowError")
    assert result.verdict.equal is True


def test_an_interrupt_keeps_first_runs_and_says_so(clock):
    def interrupted(x):
        raise KeyboardInterrupt

    result = compare(clock, clock.taking(MS, result=6), interrupted)
    assert result.interrupted
    assert "interrupted" in result.notes[-1]
    assert result.baseline("python").sample.times_ns == (MS,)
    assert result.baseline("eager").note == "not reached before the interrupt"
    assert result.verdict.equal is True


def test_nothing_is_added_to_standard_output(clock, capsys):
    compare(clock)
    assert capsys.readouterr() == ("", "")


def test_a_first_run_is_no_time_of_a_warm_function(clock):
    """Plain Python that calls JAX compiles each operation in its first call: 3.6 s, then 2 ms."""
    five = Limits(max_runs=5, run_s=0.0)
    result = compare(clock, clock.taking(3_600 * MS, 2 * MS, result=6), None, jitted=Jit(clock), limits=five)
    assert set(result.baseline("python").sample.times_ns) == {2 * MS}
    assert result.baseline("python").note == "its first call took 3.6 s"
    assert result.sentences[0] == "About equal at this input: plain Python takes 2 ms; the graph takes 2 ms."
    assert result.break_even is None


def test_a_slow_function_is_called_once_more_when_it_is_warm(clock):
    python = clock.taking(3_000 * MS, 2_800 * MS, result=6)
    result = compare(clock, python, None, jitted=Jit(clock), limits=Limits())
    assert result.baseline("python").sample.times_ns == (2_800 * MS,)
    assert result.sentences == (
        "For this input the graph is 1,400x faster than plain Python (one warm run of plain Python).",
        "Compiling pays off with the first call.",
    )


def test_eager_jax_need_not_take_seconds_twice_where_python_does(clock):
    slow = clock.taking(3_000 * MS, result=6)
    python, eager, _ = compare(clock, slow, slow, jitted=Jit(clock)).baselines
    assert (python.sample.n, python.steady, eager.sample.n, eager.steady) == (1, True, 1, False)
    compiles = clock.taking(1_200 * MS, 3 * MS, result=6)  # its operations, and runs fast from then on
    _, eager, _ = compare(clock, clock.taking(MS, result=6), compiles, jitted=Jit(clock)).baselines
    assert (eager.sample.median, eager.steady) == (0.003, True)
    assert eager.note == "its first call took 1.2 s"


def test_a_function_that_takes_too_long_for_another_run_is_said_to_be_cold(clock):
    result = compare(clock, clock.taking(6_000 * MS, result=6), None, jitted=Jit(clock), limits=Limits())
    python = result.baseline("python")
    assert (python.sample.times_ns, python.steady, python.note) == (
        (6_000 * MS,),
        False,
        "one run, cold: warm-up included",
    )
    assert result.sentences == (
        "Which is faster was not settled: plain Python took 6 s in one run, cold; the graph takes 2 ms.",
    )
    assert result.break_even is None


def test_a_graph_whose_first_call_compiles_for_long_is_measured_warm(clock):
    class CompilesAgain(Jit):
        def __call__(self, x):
            self.clock.advance(8_000 * MS if "call" not in self.calls else 0)
            return super().__call__(x)

    result = compare(clock, clock.taking(4 * MS, result=6), None, jitted=CompilesAgain(clock))
    graph = result.baseline("graph")
    assert (graph.sample.median, graph.steady) == (0.002, True)


def test_the_same_call_has_the_same_verdict_each_time(clock):
    """Collatz(27) had three verdicts in three runs: a busy machine takes turns that one of the two must not pay for."""
    heads = set()
    for shift in range(5):
        times = [5_000 + 400 * ((7 * run + shift) % 5) for run in range(500)]
        python, graph = clock.taking(*times, result=6), clock.taking(*times[3:], result=6)
        heads.add(compare(clock, python, None, graph, limits=Limits(max_runs=50, run_s=0.0)).sentences[0].split(":")[0])
    assert heads == {"About equal at this input"}


def test_what_is_not_pending_is_not_waited_for(clock, monkeypatch):
    """Looking through a list of 10,000 items after each call took 90 times as long as making it."""
    waited = []
    monkeypatch.setattr("nbgraph.core.timing.run.wait", waited.append)
    monkeypatch.setattr("nbgraph.core.timing.run.repeated", lambda *args, pending, **kw: waited.append(pending) or 1)
    compare(clock, lambda x: [x] * 3, None, lambda x: [x] * 3)
    assert [value for value in waited if isinstance(value, bool)] == [False] * 6  # three runs of each


def test_a_list_that_a_call_leaves_as_it_is_need_not_be_copied_for_each(clock):
    seen = {"reads": set(), "writes": set()}

    def reads(v):
        seen["reads"].add(id(v))
        clock.advance(1_000)
        return len(v)

    def writes(v):
        seen["writes"].add(id(v))
        clock.advance(1_000)
        v.append(1)
        return len(v) - 1

    given = [1, 2, np.zeros(3)]
    few = Limits(max_runs=1, run_s=0.0001)
    result = compare(clock, reads, None, writes, args=(given,), jitted=fresh_jit(lambda v: 0), limits=few)
    assert (result.baseline("python").sample.loops, result.baseline("graph").sample.loops) == (100, 10)
    assert len(given) == 3


def test_eager_jax_is_not_given_thousands_of_numbers_one_by_one() -> None:
    given = Arguments(([0.0] * 10_001,))
    assert given.are_many and not Arguments(([0.0] * 10,)).are_many
    baseline = _baseline("eager", Session(lambda: 0), given)
    assert baseline.note == "not run: each of the 10,001 numbers of the arguments would be an array of its own"
