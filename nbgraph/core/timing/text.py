"""Write the text form of a comparison: a short aligned table, then sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Literal

from nbgraph.core.timing.parts import Baseline, Phases, Verdict
from nbgraph.core.timing.race import apart, race
from nbgraph.core.timing.sample import Sample
from nbgraph.core.units import duration, rounded_count

_EQUAL = "About equal at this input"
_NOT_SETTLED = "Which is faster was not settled"
_PHASE_NAMES = ("trace", "lower", "compile", "first call")


def table(baselines: Sequence[Baseline]) -> list[str]:
    """Return one line for each baseline, columns aligned.

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
    """Return the phases in one line, without those not reached.

    >>> phase_line(Phases(0.012, 0.003))
    'once, before: trace 12 ms, lower 3 ms'
    """
    parts = zip(_PHASE_NAMES, astuple(phases), strict=True)
    known = [f"{name} {duration(seconds)}" for name, seconds in parts if seconds is not None]
    return f"once, before: {', '.join(known)}" if known else ""


def verdict_lines(verdict: Verdict) -> list[str]:
    """Return the verdict's sentence, then the first difference if there is one."""
    lines = [verdict.message]
    for difference in verdict.differences[:1]:
        lines.append(f"  {difference.path}: expected {difference.expected}, graph gave {difference.actual}")
    return lines


def speed_sentence(reference: Baseline | None, graph: Baseline | None) -> str:
    """Return who is faster once both are warm, as `race` decides it; "" when one of them gave no result.

    >>> python, graph = Baseline("python", Sample((5_000,) * 9)), Baseline("graph", Sample((7_000,) * 9))
    >>> speed_sentence(python, graph)
    'The graph loses at this input: plain Python is 1.4x faster.'
    >>> speed_sentence(Baseline("python", Sample((5_000,)), steady=False), graph)
    'Which is faster was not settled: plain Python took 5 us in one run, cold; the graph takes 7 us.'
    """
    if reference is None or graph is None or reference.sample is None or graph.sample is None:
        return ""
    who, found = reference.label, race(graph.warm, reference.warm)
    if found.outcome in ("equal", "open"):
        head = _NOT_SETTLED if found.outcome == "open" or apart(1.0, found.factor) else _EQUAL
        return f"{head}: {_took(who, reference, reference.sample)}; {_took('the graph', graph, graph.sample)}."
    runs = {who: reference.sample.n, "the graph": graph.sample.n}
    once = " and ".join(name for name, count in runs.items() if count == 1)
    counted = f" (one warm run of {once})" if once else ""
    if found.outcome == "slower":
        return f"The graph loses at this input: {who} is {found.times} faster{counted}."
    return f"For this input the graph is {found.times} faster than {who}{counted}."


def _took(who: str, baseline: Baseline, sample: Sample) -> str:
    if baseline.steady and sample.n > 1:
        return f"{who} takes {duration(sample.median)}"
    return f"{who} took {duration(sample.median)} in one {'warm run' if baseline.steady else 'run, cold'}"


def break_even_sentence(fewest: int | Literal["never"] | None, most: int | None = None) -> str:
    """Return after how many calls compiling has paid off; "" when it is not known.

    Args:
        fewest: the count; where several are possible, the smallest.

    >>> break_even_sentence(12_345), break_even_sentence("never")
    ('Compiling pays off after about 12,000 calls.', 'Compiling never pays off at this input.')
    >>> break_even_sentence(300, 900)
    'Compiling pays off after about 300 to 900 calls.'
    """
    if fewest is None:
        return ""
    if fewest == "never":
        return "Compiling never pays off at this input."
    most = fewest if most is None else most
    if most == 1:
        return "Compiling pays off with the first call."
    upper = f" to {rounded_count(most)}" if apart(fewest, most) else ""
    return f"Compiling pays off after about {rounded_count(fewest)}{upper} calls."
