"""A sweep in words and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from nbgraph.core.timing.sample import Sample
from nbgraph.core.timing.sizes import Size, shown_size
from nbgraph.core.units import duration, ratio

if TYPE_CHECKING:
    from nbgraph.core.timing.sweep import Series, Sweep

_AS_FAST = 1.05  # as in `core.timing.text`
_NAMED = 3  # sizes listed one by one at most


def table(sweep: Sweep) -> list[str]:
    """A line for each size, a column of medians for each way of running, and what the first call of a graph took."""
    rows = [[sweep.over.label, *(series.label for series in sweep.series), "first call"]]
    for size in sweep.sizes:
        cells = [_cell(series, size) for series in sweep.series]
        first = sweep.first_calls.get(size)
        rows.append([shown_size(size), *cells, "-" if first is None else duration(first)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _cell(series: Series, size: Size) -> str:
    sample = series.samples.get(size)
    return "failed" if size in series.failed else "-" if sample is None else duration(sample.median)


def sentences(sweep: Sweep) -> Iterator[str]:
    """Who is faster where; where results differ; what a new size costs; what was left out, and why."""
    label = sweep.over.label
    if sweep.different:
        where = _listed(label, list(sweep.different))
        yield f"The results differ at {where}: those times are of different computations."
    reference = next((series for series in sweep.series if series.name != "graph" and series.samples), None)
    graph = sweep.of("graph")
    if reference is not None and graph is not None:
        yield from _race(label, reference, graph, sweep.different)
    yield from _compiling(sweep)
    for series in sweep.series:
        if series.ended:
            yield f"{_capital(series.label)} was not run at larger sizes: {series.ended}."
        if series.failed:
            size, error = next(iter(series.failed.items()))
            more = f" (and at {len(series.failed) - 1} more)" if len(series.failed) > 1 else ""
            yield f"{_capital(series.label)} failed at {label} = {shown_size(size)}{more}: {error}."
    if sweep.done < len(sweep.over.sizes):
        why = "Stopped" if sweep.interrupted else f"The {sweep.budget_s:g} s for a sweep are over"
        yield f"{why}: {sweep.done} of {len(sweep.over.sizes)} sizes were measured."


def _race(label: str, reference: Series, graph: Series, different: Mapping[Size, str]) -> Iterator[str]:
    """Where the graph loses, and where it wins."""
    shared = [size for size in reference.samples if size in graph.samples and size not in different]
    if not shared:
        return
    gains = {size: _gain(reference.samples[size], graph.samples[size]) for size in shared}
    lost = [size for size in shared if gains[size] < 1 / _AS_FAST]
    won = [size for size in shared if gains[size] > _AS_FAST]
    last, who = shared[-1], reference.label
    end = f"at {label} = {shown_size(last)} {_faster(gains[last], who)}"
    if len(lost) == len(shared):
        yield f"The graph loses at every size measured: {end}."
    elif len(won) == len(shared):
        gain = f"{ratio(gains[last])} at {label} = {shown_size(last)}"
        yield f"The graph is faster than {who} at every size measured, {gain}."
    elif not lost:
        yield f"The graph is never slower than {who} here: {end}."
    elif won and max(lost) < min(won):
        here, there = (f"{label} = {shown_size(size)}" for size in (max(lost), min(won)))
        yield f"The graph loses up to {here} and wins from {there} on: {end}."
    elif won and max(won) < min(lost):
        here, there = (f"{label} = {shown_size(size)}" for size in (min(lost), max(won)))
        yield f"The graph loses from {here} on, and wins up to {there}: {end}."
    else:
        yield f"The graph loses at {_listed(label, lost)}: {end}."


def _gain(reference: Sample, graph: Sample) -> float:
    """How many times faster the graph is; 1.0 where the middle halves of the runs overlap, which decides nothing."""
    (low, high), (first, third) = reference.quartiles, graph.quartiles
    if first <= high and low <= third and (low < high or first < third):
        return 1.0
    return max(reference.median, 1e-12) / max(graph.median, 1e-12)


def _faster(gain: float, who: str) -> str:
    if gain > _AS_FAST:
        return f"it is {ratio(gain)} faster than {who}"
    if gain < 1 / _AS_FAST:
        return f"{who} is {ratio(1 / gain)} faster"
    return f"it is as fast as {who}"


def _compiling(sweep: Sweep) -> Iterator[str]:
    times = list(sweep.first_calls.values())
    if len(times) == 1:
        yield f"Compiled once: the first call took {duration(times[0])}, and no other size needed a graph of its own."
    elif len(times) == sweep.done > 1:
        span = f"{duration(min(times))} to {duration(max(times))}"
        yield f"Each size needs a graph of its own: its first call takes {span}."
    elif times:
        yield f"{len(times)} sizes needed a graph of their own: a first call takes up to {duration(max(times))}."


def _listed(label: str, sizes: Sequence[Size]) -> str:
    if len(sizes) > _NAMED:
        return f"{len(sizes)} sizes, {label} = {shown_size(sizes[0])} the first of them"
    return f"{label} = {', '.join(f'{shown_size(size)}' for size in sizes)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
