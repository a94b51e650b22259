"""What a sweep found, frozen: the time of one call against the size of an argument."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nbgraph.core.records import dataclass, field
from nbgraph.core.timing.parts import LABELS, BaselineName
from nbgraph.core.timing.race import Race, race
from nbgraph.core.timing.sample import Sample
from nbgraph.core.timing.sizes import Over, Size, shown_size
from nbgraph.core.units import duration


@dataclass(frozen=True)
class Series:
    """One baseline, at each size it was run with."""

    name: BaselineName  # which way
    samples: Mapping[Size, Sample]  # its runs by size, ascending
    ended: str = ""  # why it was not run at larger sizes; empty when it was
    failed: Mapping[Size, str] = field(default_factory=dict)  # what it raised, by size

    @property
    def label(self) -> str:
        return LABELS[self.name]


@dataclass(frozen=True)
class Sweep:
    """One call at several sizes of one argument."""

    title: str  # the call as the user wrote it
    over: Over  # what changes, and the sizes that were asked for
    series: tuple[Series, ...]  # plain Python, eager JAX and the graph, as far as they were asked for
    # seconds of the graph's first call, tracing and compiling included, at each size that needed a graph of its
    # own
    first_calls: Mapping[Size, float]
    different: Mapping[Size, str]  # sizes at which the graph's result is not Python's, with what differs
    done: int  # how many sizes were measured
    interrupted: bool  # whether Stop ended it
    budget_s: float  # seconds after which no further size is begun
    spent: bool = False  # whether `budget_s` was used up

    def of(self, name: BaselineName) -> Series | None:
        return next((series for series in self.series if series.name == name), None)

    @property
    def sizes(self) -> tuple[Size, ...]:
        return self.over.sizes[: self.done]

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(sentences(self))

    def __str__(self) -> str:
        head = f"{self.title}, time of one call against {self.over.label}"
        return "\n".join((head, *table(self), *self.sentences))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(f"<Sweep: {self.title}>" if cycle else str(self))

    def to_json(self) -> dict[str, Any]:
        """Plain data, durations in seconds.

        Keys: `over`, `log` (whether sizes want a logarithmic scale), `sizes` (all that were asked for), `series` (each
        with `name`, `label`, `points`: size, median, first and third quartile, runs; `ended`), `first` (size,
        seconds), `different` (sizes), `sentences`.
        """
        return {
            "over": self.over.label,
            "log": self.over.logarithmic,
            "sizes": list(self.over.sizes),
            "series": [
                {
                    "name": series.name,
                    "label": series.label,
                    "points": [[n, *map(_short, (s.median, *s.quartiles)), s.n] for n, s in series.samples.items()],
                    "ended": series.ended,
                }
                for series in self.series
            ],
            "first": [[size, _short(seconds)] for size, seconds in self.first_calls.items()],
            "different": list(self.different),
            "sentences": list(self.sentences),
        }


def _short(seconds: float) -> float:
    """Return four digits: more than a clock can tell, and a third of the bytes."""
    return float(f"{seconds:.4g}")


# A sweep as text and as a table.


_NAMED = 3  # sizes listed one by one at most


def table(sweep: Sweep) -> list[str]:
    """Return a line for each size: a column of medians for each baseline, and the time of the graph's first call."""
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
    """Yield sentences: who is faster where, where results differ, what a new size costs, what was left out and why."""
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
    """Yield where the graph loses, and where it wins, without sizes where results differ or runs are too few."""
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
    end = f"at {label} = {shown_size(max(found))} {_result(found[max(found)], who)}"
    everywhere = "at every size measured" if len(found) == sweep.done else "at every size where that was settled"
    if len(lost) == len(found):
        yield f"The graph loses {everywhere}: {end}."
    elif len(won) == len(found):
        yield f"The graph is faster than {who} {everywhere}: {end}."
    elif not lost and not won:
        yield f"The graph and {who} are about equal {everywhere}."
    elif not lost:
        yield f"The graph is never slower than {who} here: {end}."
    elif won and max(set(found) - set(won)) < min(won):
        here, there = (f"{label} = {shown_size(size)}" for size in (max(lost), min(won)))
        yield f"The graph loses up to {here} and wins from {there} on: {end}."
    elif won and max(set(found) - set(lost)) < min(lost):
        here, there = (f"{label} = {shown_size(size)}" for size in (min(lost), max(won)))
        yield f"The graph loses from {here} on, and wins up to {there}: {end}."
    elif max(lost) < min(set(found) - set(lost)):
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
        alone = ", and no other size needed a graph of its own" if sweep.done > 1 else ""
        yield f"Compiled once: the first call took {duration(times[0])}{alone}."
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
