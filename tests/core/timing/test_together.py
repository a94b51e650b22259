"""Several comparisons in words."""

from __future__ import annotations

from nbgraph.core.timing.model import Baseline, Comparison, Phases, Sample, Verdict
from nbgraph.core.timing.together import together


def timed(title, python, graph, equal=True):
    baselines = (Baseline("python", Sample((python,) * 5)), Baseline("graph", graph and Sample((graph,) * 5)))
    return Comparison(title, baselines, Phases(), Verdict(equal, "equal", ""))


def test_the_fastest_graph_first_and_who_loses():
    assert together([timed("f(1)", 2_000, 6_000), timed("g(2)", 9_000, 3_000)]) == (
        "As graphs, g(2) takes 3 us and f(1) 6 us, 2x as long.",
        "The graph loses against plain Python for f(1).",
    )


def test_nobody_loses():
    assert together([timed("f(1)", 9_000, 3_000), timed("g(2)", 9_000, 3_100)]) == (
        "As graphs, f(1) takes 3 us and g(2) 3.1 us, about as long.",
        "No graph loses against plain Python.",
    )


def test_what_differs_takes_no_part():
    first, second = timed("f(1)", 9_000, 3_000, equal=False), timed("g(2)", 1_000, 3_100)
    assert together([first, second]) == (
        "The graph loses against plain Python for g(2).",
        "f(1): the results differ, so the times are of different computations.",
    )


def test_a_graph_without_a_result_is_in_no_race():
    failed = Comparison("f(1)", (), Phases(), Verdict(False, "error", ""))
    assert failed.sentences == ("Where a result is missing, there is no race.",)
    assert together([failed, timed("g(2)", 9_000, 3_000)]) == (
        "No graph loses against plain Python.",
        "f(1): a result is missing, so there is no race.",
    )


def test_a_graph_that_did_not_run():
    assert together([timed("f(1)", 9_000, None), timed("g(2)", 4_000, 3_100)]) == ()


def test_nothing_is_said_of_losing_where_a_way_ran_once_and_cold():
    cold = Comparison(
        "g(2)",
        (Baseline("python", Sample((10**9,)), steady=False), Baseline("graph", Sample((3_000,) * 5))),
        Phases(),
        Verdict(True, "equal", ""),
    )
    assert together([timed("f(1)", 9_000, 1_000), cold]) == ("As graphs, f(1) takes 1 us and g(2) 3 us, 3x as long.",)
