"""A sweep in words and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nbgraph.core.timing.race import Race, race
from nbgraph.core.timing.sizes import Size, shown_size
from nbgraph.core.units import duration

if TYPE_CHECKING:
    from nbgraph.core.timing.sweep import Series, Sweep

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
        yield from _race(sweep, reference, graph)
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


def _race(sweep: Sweep, reference: Series, graph: Series) -> Iterator[str]:
    """Where the graph loses, and where it wins; sizes where the results differ, or too little ran, take no part."""
    label, who = sweep.over.label, reference.label
    shared = [size for size in reference.samples if size in graph.samples and size not in sweep.different]
    races = {size: race(graph.samples[size], reference.samples[size]) for size in shared}
    found = {size: each for size, each in races.items() if each.outcome != "open"}
    if not found:
        if races:
            yield f"Whether the graph or {who} is faster was not settled: there are too few runs of some."
        return
    lost = [size for size, each in found.items() if each.outcome == "slower"]
    won = [size for size, each in found.items() if each.outcome == "faster"]
    last = max(found)
    end = f"at {label} = {shown_size(last)} {_result(found[last], who)}"
    everywhere = "at every size measured" if len(found) == sweep.done else "at every size where that was settled"
    if len(lost) == len(found):
        yield f"The graph loses {everywhere}: {end}."
    elif len(won) == len(found):
        yield f"The graph is faster than {who} {everywhere}: {end}."
    elif not lost and not won:
        yield f"The graph and {who} are about equal {everywhere}."
    elif not lost:
        yield f"The graph is never slower than {who} here: {end}."
    elif won and max(lost) < min(won):
        here, there = (f"{label} = {shown_size(size)}" for size in (max(lost), min(won)))
        yield f"The graph loses up to {here} and wins from {there} on: {end}."
    elif won and max(won) < min(lost):
        here, there = (f"{label} = {shown_size(size)}" for size in (min(lost), max(won)))
        yield f"The graph loses from {here} on, and wins up to {there}: {end}."
    elif not won and max(lost) < min(set(found) - set(lost)):
        yield f"The graph loses up to {label} = {shown_size(max(lost))}: {end}."
    else:
        yield f"The graph loses at {_listed(label, lost)}: {end}."


def _result(found: Race, who: str) -> str:
    once = " (one warm run)" if found.runs == 1 else ""
    if found.outcome == "faster":
        return f"it is {found.times} faster than {who}{once}"
    return f"{who} is {found.times} faster{once}" if found.outcome == "slower" else f"{who} is about as fast"


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
