"""The records and their text and JSON forms, on numbers chosen by hand."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from nbgraph.core.timing.model import Baseline, Comparison, Difference, Phases, Sample, Verdict, break_even

EQUAL = Verdict(True, "equal", "Same result as plain Python: 111.")
PHASES = Phases(0.012, 0.003, 0.020, 0.0001)


def collatz(
    python=(5_100, 5_210, 5_210, 5_300, 5_310), graph=(70_200, 70_400, 70_600, 70_800, 71_000), verdict=EQUAL, **changes
):
    baselines = (
        Baseline("python", Sample(python)),
        Baseline("eager", Sample((22_100_000,)), note="one run, cold: warm-up included", steady=False),
        Baseline("graph", Sample(graph, loops=10)),
    )
    return Comparison("collatz(27)", baselines, PHASES, verdict, **changes)


def test_text_when_the_graph_loses():
    assert (
        str(collatz())
        == """\
collatz(27)
Same result as plain Python: 111.
                       median    IQR      min  runs
plain Python          5.21 us  90 ns   5.1 us  5
Python on JAX arrays  22.1 ms      -  22.1 ms  1  (one run, cold: warm-up included)
graph (jit)           7.06 us  40 ns  7.02 us  5 x 10
once, before: trace 12 ms, lower 3 ms, compile 20 ms, first call 100 us
The graph loses at this input: plain Python is 1.4x faster. Compiling never pays off at this input."""
    )


def test_text_when_the_graph_wins():
    won = collatz(python=(50_000,) * 5)
    assert won.break_even == 818
    assert won.sentences == (
        "For this input the graph is 7.1x faster than plain Python.",
        "Compiling pays off after about 820 calls.",
    )


def test_no_winner_and_no_break_even_where_the_middle_halves_overlap():
    equal = collatz(python=(6_000, 7_050, 7_100, 7_200, 9_000))
    assert equal.break_even is None
    assert equal.sentences == ("About equal at this input: plain Python takes 7.1 us; the graph takes 7.06 us.",)
    wide = collatz(python=(7_000, 7_050, 30_000, 31_000, 32_000))
    assert wide.break_even is None
    assert wide.sentences == ("Which is faster was not settled: plain Python takes 30 us; the graph takes 7.06 us.",)


def test_no_winner_where_the_fastest_runs_do_not_say_the_same():
    """What only a busy machine has done to one of the two: Mandelbrot was 3.4 times slower in one of eight runs."""
    hit = collatz(python=(7_000, 29_000, 29_500, 30_000, 30_500))
    assert hit.break_even is None
    assert hit.sentences[0].startswith("Which is faster was not settled: plain Python takes 29.5 us")


def test_two_estimates_of_a_factor_that_are_apart_are_both_given():
    uneven = collatz(python=(14_040, 40_000, 50_000, 60_000, 70_000))
    assert uneven.sentences[0] == "For this input the graph is 2x to 7.1x faster than plain Python."
    assert uneven.sentences[1] == "Compiling pays off after about 820 to 5,000 calls."


def test_no_winner_within_fifteen_percent():
    assert collatz(python=(8_000,) * 9).sentences[0].startswith("About equal at this input: ")
    assert collatz(python=(8_300,) * 9).sentences[0] == "For this input the graph is 1.2x faster than plain Python."


@pytest.mark.parametrize("cold", ["python", "graph"])
def test_no_factor_and_no_break_even_from_a_single_cold_run(cold):
    """A first run of 3.6 s, most of it compiling operations, was called 360,000 times as slow as the graph."""
    sample = {"python": Sample((3_600_000_000,)), "graph": Sample((10_000,) * 9)}
    found = Comparison(
        "f(1)", tuple(Baseline(name, sample[name], steady=name != cold) for name in sample), PHASES, EQUAL
    )
    (sentence,) = found.sentences
    assert sentence.startswith("Which is faster was not settled: ")
    assert "cold" in sentence
    assert found.break_even is None
    assert not any(word in str(found) for word in ("faster than", "loses", "pays off"))


def test_one_warm_run_gives_a_factor_only_where_it_cannot_be_chance_and_is_named():
    far = Comparison(
        "f(1)", (Baseline("python", Sample((3 * 10**9,))), Baseline("graph", Sample((10**7,) * 9))), PHASES, EQUAL
    )
    assert far.sentences == (
        "For this input the graph is 300x faster than plain Python (one warm run of plain Python).",
        "Compiling pays off with the first call.",  # 3 s of Python, 35 ms for the graph
    )
    near = Comparison(
        "f(1)", (Baseline("python", Sample((14 * 10**6,))), Baseline("graph", Sample((10**7,) * 9))), PHASES, EQUAL
    )
    assert near.break_even is None
    assert near.sentences == (
        "Which is faster was not settled: plain Python took 14 ms in one warm run; the graph takes 10 ms.",
    )


def test_a_break_even_that_the_spread_makes_uncertain_says_so():
    close = collatz(python=(8_100, 8_150, 9_000, 9_800, 9_900))
    assert close.sentences[1] == "Compiling pays off after about 18,000 to 33,000 calls."


def test_no_speed_is_claimed_for_a_wrong_result():
    difference = Difference("result", "247", "120", "different values")
    verdict = Verdict(False, "value", "Not the same result as plain Python: result differs.", (difference,))
    text = str(collatz(python=(90_000,) * 5, verdict=verdict))
    assert "result: expected 247, graph gave 120" in text
    assert "two different computations" in text
    assert "faster" not in text
    assert "pays off" not in text


def test_text_without_anything_measured():
    baselines = (Baseline("graph", error="ValueError: no"),)
    assert str(Comparison("f(1)", baselines, Phases(), EQUAL)).splitlines()[-1] == "graph (jit)  failed: ValueError: no"


def test_ipython_prints_the_text_form():
    class Printer:
        written = ""

        def text(self, text):
            self.written += text

    printer = Printer()
    collatz()._repr_pretty_(printer, cycle=False)
    assert printer.written == str(collatz())


def test_json_is_plain_and_complete():
    data = json.loads(json.dumps(collatz(notes=("note",)).to_json(), allow_nan=False))
    assert list(data) == [
        "title", "text", "sentences", "baselines", "phases", "verdict", "cause", "anomaly", "break_even", "notes",
        "interrupted",
    ]  # fmt: skip
    python, eager, _ = data["baselines"]
    assert python["label"] == "plain Python"
    assert python["sample"]["runs"] == pytest.approx([5.1e-6, 5.21e-6, 5.21e-6, 5.3e-6, 5.31e-6])
    assert (eager["note"], eager["steady"]) == ("one run, cold: warm-up included", False)
    assert data["phases"] == pytest.approx(
        {"trace": 0.012, "lower": 0.003, "compile": 0.02, "first_call": 0.0001, "total": 0.0351}
    )
    assert (data["verdict"]["equal"], data["break_even"]) == (True, "never")


def test_json_caps_the_runs_and_says_so():
    times = (*range(1000, 1999), 1)  # the minimum is the last run, which thinning leaves out
    data = Sample(times).to_json()
    assert (data["n"], len(data["runs"]), data["runs_left_out"]) == (1000, 200, 800)
    assert data["minimum"] == pytest.approx(1e-9)
    assert min(data["runs"]) == pytest.approx(1e-6)


def test_quartiles_agree_with_the_standard_library():
    from statistics import quantiles

    times = (12, 7, 3, 9, 30, 31, 4)
    first, middle, third = quantiles(times, n=4, method="inclusive")
    sample = Sample(times)
    assert (sample.median * 1e9, sample.iqr * 1e9) == pytest.approx((middle, third - first))


@pytest.mark.parametrize("times, loops", [((), 1), ((1,), 0)])
def test_a_sample_without_runs_is_refused(times, loops):
    with pytest.raises(ValueError, match="at least one run"):
        Sample(times, loops)


@pytest.mark.parametrize("python, steady", [(1.0, 0.5), (3.0, 0.25), (100.0, 0.5), (0.75, 0.5)])
def test_break_even_is_the_smallest_count_that_pays(python, steady):
    phases = Phases(1.0, 2.0, 4.0, 1.0)
    count = break_even(python, steady, phases)

    def pays(calls):
        return calls * python > phases.total + (calls - 1) * steady

    assert pays(count)
    assert count == 1 or not pays(count - 1)


def test_break_even_never_and_unknown():
    assert break_even(1.0, 1.0, Phases()) == "never"
    assert break_even(1.0, 0.5, Phases(trace=1.0)) is None


def test_the_model_imports_neither_jax_nor_numpy():
    code = "import sys, nbgraph.core.timing.model; sys.exit(any(m in sys.modules for m in ('jax', 'numpy', 'IPython')))"
    assert subprocess.run([sys.executable, "-c", code], timeout=60, cwd=_root()).returncode == 0


def _root():
    from pathlib import Path

    return Path(__file__).parents[3]
