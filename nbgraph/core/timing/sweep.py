"""What a sweep found, frozen: the time of one call against the size of an argument."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from nbgraph.core.timing import sweep_text
from nbgraph.core.timing.parts import LABELS, BaselineName
from nbgraph.core.timing.sample import Sample
from nbgraph.core.timing.sizes import Over, Size


class _Printer(Protocol):
    def text(self, text: str) -> None: ...


@dataclass(frozen=True)
class Series:
    """One way of running, at each size it was run with."""

    name: BaselineName  # which way
    samples: Mapping[Size, Sample]  # its runs by size, ascending
    ended: str = ""  # why it was not run at larger sizes; empty when it was
    failed: Mapping[Size, str] = field(default_factory=dict)  # what it raised, by size

    @property
    def label(self) -> str:
        """What a student reads."""
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
    spent: bool = False  # whether that was the case

    def of(self, name: BaselineName) -> Series | None:
        """The series of that name, or None when it was not asked for."""
        return next((series for series in self.series if series.name == name), None)

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The sizes that were measured."""
        return self.over.sizes[: self.done]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What a reader should take away, first where the graph loses."""
        return tuple(sweep_text.sentences(self))

    def __str__(self) -> str:
        head = f"{self.title}, time of one call against {self.over.label}"
        return "\n".join((head, *sweep_text.table(self), *self.sentences))

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        """IPython's text form."""
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
                    "points": [[size, *_summary(sample)] for size, sample in series.samples.items()],
                    "ended": series.ended,
                }
                for series in self.series
            ],
            "first": [[size, _short(seconds)] for size, seconds in self.first_calls.items()],
            "different": list(self.different),
            "sentences": list(self.sentences),
        }


def _summary(sample: Sample) -> list[float]:
    return [_short(sample.median), *map(_short, sample.quartiles), sample.n]


def _short(seconds: float) -> float:
    """Four digits: more than a clock can tell, and a third of the bytes."""
    return float(f"{seconds:.4g}")
