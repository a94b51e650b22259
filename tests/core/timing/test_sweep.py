"""Sweeps on a clock that only moves when a stand-in says so."""

from __future__ import annotations

import json

import pytest

import nbgraph as ng
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.run import Limits
from nbgraph.core.timing.sizes import Over
from nbgraph.core.timing.sweeping import Budget, sweep_calls

MS = 1_000_000
FEW = Limits(max_runs=3, run_s=0.0)
OVER = Over("n", (1, 10, 100))


class Graph:
    """Takes `first` once for each size in `new`, then `steady`."""

    def __init__(self, clock, new=(1,), first=50 * MS, steady=2 * MS):
        self.clock, self.new, self.first, self.steady, self.traces = clock, set(new), first, steady, 0

    def __call__(self, n):
        if n in self.new:
            self.new.remove(n)
            self.traces += 1
            self.clock.advance(self.first)
        else:
            self.clock.advance(self.steady)
        return n


def costing(clock, times, result=lambda n: n):
    """A function of n that takes `times[n]`."""

    def call(n):
        n = int(n)
        clock.advance(times[n])
        return result(n)

    return call


def sweep(clock, python, eager=None, graph=None, over=OVER, limits=FEW, **options):
    graph = graph or Graph(clock)
    functions = {"python": python, "eager": eager, "graph": graph}
    return sweep_calls(
        title="f(3)",
        over=over,
        functions={name: function for name, function in functions.items() if function is not None},
        arguments=lambda size: Arguments((size,)),
        traces=lambda: graph.traces,
        clock=clock,
        limits=limits,
        **options,
    )


def test_medians_by_size_and_the_first_call_apart(clock):
    found = sweep(clock, costing(clock, {1: MS, 10: 3 * MS, 100: 9 * MS}))
    assert {size: sample.median for size, sample in found.of("python").samples.items()} == pytest.approx(
        {1: 0.001, 10: 0.003, 100: 0.009}
    )
    assert [sample.median for sample in found.of("graph").samples.values()] == pytest.approx([0.002] * 3)
    assert found.first_calls == pytest.approx({1: 0.05})
    assert (
        str(found)
        == """\
f(3), time of one call against n
  n  plain Python  graph (jit)  first call
  1          1 ms         2 ms       50 ms
 10          3 ms         2 ms           -
100          9 ms         2 ms           -
The graph loses up to n = 1 and wins from n = 10 on: at n = 100 it is 4.5x faster than plain Python.
Compiled once: the first call took 50 ms, and no other size needed a graph of its own."""
    )


def test_what_got_too_slow_stops_and_the_others_go_on(clock):
    found = sweep(clock, costing(clock, {1: MS, 10: 600 * MS}), eager=costing(clock, {1: 700 * MS}))
    assert list(found.of("python").samples) == [1, 10]
    assert list(found.of("eager").samples) == [1]
    assert list(found.of("graph").samples) == [1, 10, 100]
    assert found.of("python").ended == "one call at 10 took 600 ms"
    assert "Plain Python was not run at larger sizes: one call at 10 took 600 ms." in found.sentences


def test_no_size_is_begun_when_the_time_is_over(clock):
    found = sweep(clock, costing(clock, {1: 100 * MS, 10: MS, 100: MS}), budget=Budget(total_s=0.2))
    assert (found.sizes, found.spent, found.interrupted) == ((1,), True, False)
    assert found.sentences[-1] == "The 0.2 s for a sweep are over: 1 of 3 sizes were measured."


def test_stop_keeps_the_sizes_that_were_measured(clock):
    def stopped(n):
        if n == 100:
            raise KeyboardInterrupt
        clock.advance(MS)
        return n

    told = []
    found = sweep(clock, stopped, on_size=lambda size, index, so_far: told.append((size, index, so_far)))
    assert (found.sizes, found.interrupted) == ((1, 10), True)
    assert list(found.of("graph").samples) == [1, 10]
    assert found.sentences[-1] == "Stopped: 2 of 3 sizes were measured."
    assert [(size, index, so_far.sizes) for size, index, so_far in told] == [
        (1, 1, ()),
        (10, 2, (1,)),
        (100, 3, (1, 10)),
    ]
    assert told[-1][2] == found  # what is told is what there would be


def test_each_size_with_a_graph_of_its_own_says_what_its_first_call_took(clock):
    found = sweep(clock, costing(clock, {1: MS, 10: MS, 100: MS}), graph=Graph(clock, new=(1, 10, 100)))
    assert list(found.first_calls) == [1, 10, 100]
    assert [sample.n for sample in found.of("graph").samples.values()] == [3, 3, 3]
    assert "Each size needs a graph of its own: its first call takes 50 ms to 50 ms." in found.sentences
    assert found.sentences[0] == "The graph loses at every size measured: at n = 100 plain Python is 2x faster."


def test_a_graph_that_wins_everywhere(clock):
    found = sweep(clock, costing(clock, {1: 8 * MS, 10: 8 * MS, 100: 90 * MS}))
    assert found.sentences[0] == (
        "The graph is faster than plain Python at every size measured: at n = 100 it is 45x faster than plain Python."
    )


def test_a_lead_within_the_noise_is_none(clock):
    times = iter([MS, 9 * MS] * 100)

    def noisy(n):
        clock.advance(next(times))
        return n

    five = Limits(max_runs=5, run_s=0.0)
    found = sweep(clock, noisy, graph=Graph(clock, steady=6 * MS), limits=five)
    assert found.sentences[0] == "The graph and plain Python are about equal at every size measured."


def test_a_graph_that_catches_up_and_does_not_win(clock):
    found = sweep(clock, costing(clock, {1: MS, 10: MS, 100: 2 * MS}), limits=Limits(max_runs=5, run_s=0.0))
    assert found.sentences[0] == "The graph loses up to n = 10: at n = 100 plain Python is about as fast."


def test_a_lead_that_is_lost_again_is_no_lead_from_there_on(clock):
    found = sweep(clock, costing(clock, {1: MS, 10: 9 * MS, 100: 2 * MS}), limits=Limits(max_runs=5, run_s=0.0))
    assert found.sentences[0] == "The graph loses up to n = 1: at n = 100 plain Python is about as fast."


def test_one_size_tells_nothing_of_the_traces_of_others(clock):
    found = sweep(clock, costing(clock, {1: 100 * MS, 10: MS, 100: MS}), budget=Budget(total_s=0.2))
    assert "Compiled once: the first call took 50 ms." in found.sentences


def test_few_runs_that_overlap_settle_nothing(clock):
    found = sweep(clock, costing(clock, {1: 2 * MS, 10: 2 * MS, 100: 2 * MS}), limits=Limits(max_runs=2, run_s=0.0))
    assert found.sentences[0] == (
        "Whether the graph or plain Python is faster was not settled: there are too few runs of some."
    )


def test_a_size_that_was_not_settled_takes_no_part(clock):
    """One run of 300 ms against many of 250 ms says nothing; at the other sizes the graph wins."""
    limits = Limits(cap_s=0.25, max_runs=5, run_s=0.0)
    python = costing(clock, {1: 300 * MS, 10: 3_000 * MS, 100: 3_000 * MS})
    found = sweep(clock, python, graph=Graph(clock, steady=250 * MS), limits=limits, budget=Budget(99.0, 99.0, 99.0))
    assert found.sentences[0] == (
        "The graph is faster than plain Python at every size where that was settled: at n = 100 it is 12x faster than "
        "plain Python (one warm run)."
    )


def test_a_cold_run_is_no_point(clock):
    """The first call at a size that compiles operations, as JAX does, was its time."""
    first = {1: 400 * MS, 10: 400 * MS, 100: 400 * MS}

    def python(n):
        clock.advance(first.pop(int(n), 3 * MS))
        return n

    found = sweep(clock, python)
    assert [sample.median for sample in found.of("python").samples.values()] == pytest.approx([0.003] * 3)


def test_different_results_are_said_first_and_win_no_race(clock):
    wrong = costing(clock, {1: MS, 10: MS, 100: 9 * MS}, result=lambda n: n + (n == 100))
    found = sweep(clock, wrong)
    assert list(found.different) == [100]
    assert found.sentences[0] == "The results differ at n = 100: those times are of different computations."
    assert not any("faster than plain Python" in sentence for sentence in found.sentences)


def test_a_size_that_fails_is_named_and_the_rest_measured(clock):
    def fails(n):
        clock.advance(MS)
        return n // (n - 10) if n == 10 else n

    found = sweep(clock, fails)
    assert list(found.of("python").samples) == [1, 100]
    assert any(text.startswith("Plain Python failed at n = 10: ZeroDivisionError") for text in found.sentences)
    assert list(found.different) == [10]


def test_json_is_plain_and_says_everything_the_plot_needs(clock):
    data = sweep(clock, costing(clock, {1: MS, 10: 3 * MS, 100: 9 * MS})).to_json()
    assert json.loads(json.dumps(data)) == data
    assert (data["over"], data["log"], data["sizes"]) == ("n", True, [1, 10, 100])
    assert data["series"][0]["points"] == [
        [1, 0.001, 0.001, 0.001, 3],
        [10, 0.003, 0.003, 0.003, 3],
        [100, 0.009, 0.009, 0.009, 3],
    ]


def total(x):
    s = 0.0
    for v in x:
        s = s + v
    return s


def test_a_real_function_over_the_length_of_its_array():
    found = ng.sweep(total, [1.0, 2.0], over="len(x)=2,4", seconds=30)
    assert found.sizes == (2, 4)
    assert found.different == {}
    assert set(found.first_calls) == {2, 4}
    assert [len(series.samples) for series in found.series] == [2, 2, 2]


def talks(n):
    print(n)
    return n


def test_a_function_that_prints_is_refused():
    with pytest.raises(ng.CallError, match="again and again"):
        ng.sweep(talks, over="n=1:3")


def test_an_argument_that_does_not_exist_is_refused_before_anything_runs():
    with pytest.raises(ng.CallError, match="no argument `k`"):
        ng.sweep(total, [1.0], over="k=1:3")
