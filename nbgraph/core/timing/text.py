"""The text form of a comparison: a short aligned table, then sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Literal

from nbgraph.core.timing.parts import Baseline, Phases, Verdict
from nbgraph.core.timing.sample import Sample
from nbgraph.core.units import duration, ratio, rounded_count

_AS_FAST = 1.05  # medians closer than this differ by less than two sittings of the same program do
_PHASE_NAMES = ("trace", "lower", "compile", "first call")


def table(baselines: Sequence[Baseline]) -> list[str]:
    """One line for each baseline, columns aligned.

    >>> print("\\n".join(table([Baseline("python", Sample((5000, 7000), loops=10)), Baseline("graph", error="no")])))
                  median     IQR     min  runs
    plain Python  600 ns  100 ns  500 ns  2 x 10
    graph (jit)   failed: no
    """
    label_width = max((len(baseline.label) for baseline in baselines), default=0)
    cells = {baseline.name: _cells(baseline.sample) for baseline in baselines if baseline.sample is not None}
    header = ("median", "IQR", "min", "runs")
    widths = [max(len(row[column]) for row in (header, *cells.values())) for column in range(3)]

    def line(label: str, row: Sequence[str]) -> str:
        numbers = (cell.rjust(width) for cell, width in zip(row, widths, strict=False))
        return "  ".join((label.ljust(label_width), *numbers, row[3]))

    lines = [line("", header)] if cells else []
    for baseline in baselines:
        if baseline.name in cells:
            note = f"  ({baseline.note})" if baseline.note else ""
            lines.append(line(baseline.label, cells[baseline.name]) + note)
        else:
            lines.append(f"{baseline.label.ljust(label_width)}  {_absence(baseline)}")
    return lines


def _cells(sample: Sample) -> tuple[str, str, str, str]:
    runs = str(sample.n) if sample.loops == 1 else f"{sample.n} x {sample.loops:,}"
    spread = duration(sample.iqr) if sample.n > 1 else "-"
    return duration(sample.median), spread, duration(sample.minimum), runs


def _absence(baseline: Baseline) -> str:
    if baseline.error is not None:
        return f"failed: {baseline.error}"
    return baseline.note or "not measured"


def phase_line(phases: Phases) -> str:
    """The phases in one line, leaving out those not reached.

    >>> phase_line(Phases(0.012, 0.003))
    'once, before: trace 12 ms, lower 3 ms'
    """
    parts = zip(_PHASE_NAMES, astuple(phases), strict=True)
    known = [f"{name} {duration(seconds)}" for name, seconds in parts if seconds is not None]
    return f"once, before: {', '.join(known)}" if known else ""


def verdict_lines(verdict: Verdict) -> list[str]:
    """The verdict's sentence, then the first difference when there is one."""
    lines = [verdict.message]
    for difference in verdict.differences[:1]:
        lines.append(f"  {difference.path}: expected {difference.expected}, graph gave {difference.actual}")
    return lines


def speed_sentence(reference: Baseline | None, graph: Baseline | None) -> str:
    """Who is faster in steady state, by the medians; empty when the steady state of one was not measured.

    >>> python, graph = Baseline("python", Sample((5_000,))), Baseline("graph", Sample((7_000,)))
    >>> speed_sentence(python, graph)
    'The graph loses at this input: plain Python is 1.4x faster.'
    """
    if reference is None or graph is None or reference.sample is None or graph.sample is None:
        return ""
    if not (reference.steady and graph.steady):
        return ""
    theirs, ours = max(reference.sample.median, 1e-12), max(graph.sample.median, 1e-12)
    if max(theirs, ours) / min(theirs, ours) < _AS_FAST:
        return f"For this input the graph is as fast as {reference.label}."
    if theirs < ours:
        return f"The graph loses at this input: {reference.label} is {ratio(ours / theirs)} faster."
    return f"For this input the graph is {ratio(theirs / ours)} faster than {reference.label}."


def unsettled_sentence(reference: Baseline | None, graph: Baseline | None) -> str:
    """What is known of speed where a way has run only once; empty where it ran often, or not at all.

    >>> python = Baseline("python", Sample((5_000,)), steady=False)
    >>> graph = Baseline("graph", Sample((7_000,)), steady=False)
    >>> unsettled_sentence(python, graph)
    'Which is faster was not settled: in one run each, warm-up included, plain Python took 5 us, the graph 7 us.'
    """
    if reference is None or graph is None or reference.sample is None or graph.sample is None:
        return ""
    if reference.steady and graph.steady:
        return ""
    theirs, ours = duration(reference.sample.median), duration(graph.sample.median)
    who = "each" if not (reference.steady or graph.steady) else f"of {reference.label if graph.steady else 'the graph'}"
    times = f"{reference.label} took {theirs}, the graph {ours}"
    return f"Which is faster was not settled: in one run {who}, warm-up included, {times}."


def break_even_sentence(break_even: int | Literal["never"] | None) -> str:
    """After how many calls compiling has paid off; empty when it is not known.

    >>> break_even_sentence(12_345), break_even_sentence("never")
    ('Compiling pays off after about 12,000 calls.', 'Compiling never pays off at this input.')
    """
    if break_even is None:
        return ""
    if break_even == "never":
        return "Compiling never pays off at this input."
    if break_even == 1:
        return "Compiling pays off with the first call."
    return f"Compiling pays off after about {rounded_count(break_even)} calls."
