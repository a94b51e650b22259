"""The records and their text and JSON forms, on numbers chosen by hand."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from nbgraph.core.timing.model import Baseline, Comparison, Difference, Phases, Sample, Verdict, break_even

EQUAL = Verdict(True, "equal", "Same result as plain Python: 111.")
PHASES = Phases(0.012, 0.003, 0.020, 0.0001)


def collatz(python=(5_210, 5_300, 5_100), graph=(70_200, 71_000), verdict=EQUAL, **changes):
    baselines = (
        Baseline("python", Sample(python)),
        Baseline("eager", Sample((22_100_000,)), note="the first run only, warm-up included"),
        Baseline("graph", Sample(graph, loops=10)),
    )
    return Comparison("collatz(27)", baselines, PHASES, verdict, **changes)


def test_text_when_the_graph_loses():
    assert (
        str(collatz(break_even="never"))
        == """\
collatz(27)
Same result as plain Python: 111.
                       median     IQR      min  runs
plain Python          5.21 us  100 ns   5.1 us  3
eager JAX (op by op)  22.1 ms       -  22.1 ms  1  (the first run only, warm-up included)
graph (jit)           7.06 us   40 ns  7.02 us  2 x 10
once, before: trace 12 ms, lower 3 ms, compile 20 ms, first call 100 us
The graph loses at this input: plain Python is 1.4x faster. Compiling never pays off at this input."""
    )


def test_text_when_the_graph_wins():
    won = collatz(python=(50_000,), break_even=819)
    assert won.sentences == (
        "For this input the graph is 7.1x faster than plain Python.",
        "Compiling pays off after about 820 calls.",
    )


def test_no_winner_within_five_percent():
    assert collatz(python=(7_200,)).sentences == ("For this input the graph is as fast as plain Python.",)


def test_no_speed_is_claimed_for_a_wrong_result():
    difference = Difference("result", "247", "120", "different values")
    verdict = Verdict(False, "value", "Not the same result as plain Python: result differs.", (difference,))
    text = str(collatz(verdict=verdict, break_even=3))
    assert "result: expected 247, graph gave 120" in text
    assert "two different computations" in text
    assert "faster" not in text
    assert "pays off" not in text


def test_no_speed_is_claimed_from_a_warm_up():
    baselines = (Baseline("python", Sample((5_000,))), Baseline("graph", Sample((400_000,)), steady=False))
    (sentence,) = Comparison("f(1)", baselines, PHASES, EQUAL).sentences
    assert sentence == (
        "Which is faster was not settled: in one run of the graph, warm-up included, plain Python took 5 us, "
        "the graph 400 us."
    )


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
    data = json.loads(json.dumps(collatz(break_even="never", notes=("note",)).to_json(), allow_nan=False))
    assert list(data) == [
        "title", "text", "sentences", "baselines", "phases", "verdict", "cause", "break_even", "notes", "interrupted",
    ]  # fmt: skip
    python, eager, _ = data["baselines"]
    assert python["label"] == "plain Python"
    assert python["sample"]["runs"] == pytest.approx([5.21e-6, 5.3e-6, 5.1e-6])
    assert eager["note"] == "the first run only, warm-up included"
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
