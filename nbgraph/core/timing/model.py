"""The result of a comparison, frozen: text, page and widget draw the timing panel from it.

Importing this module imports neither JAX nor NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from nbgraph.core.records import dataclass, field
from nbgraph.core.timing import text
from nbgraph.core.timing.findings import Anomaly, Cause, together
from nbgraph.core.timing.guards import GuardCost
from nbgraph.core.timing.parts import Baseline, BaselineName, Difference, Phases, Verdict
from nbgraph.core.timing.race import race, span
from nbgraph.core.timing.sample import Sample

__all__ = ["Baseline", "BreakEven", "Cause", "Comparison", "Difference", "Phases", "Sample", "Verdict", "break_even"]

BreakEven = int | Literal["never"] | None
_NO_RACE = "The results differ, so these are times of two different computations."
_NO_RESULT = "Where a result is missing, there is no race."


def break_even(python: float, steady: float, phases: Phases) -> BreakEven:
    """How many calls it takes until the graph, compiling included, has taken less time than plain Python.

    The smallest n >= 1 with  n * python > trace + lower + compile + first_call + (n - 1) * steady.

    Args:
        python: seconds of one plain Python call.
        steady: seconds of one graph call in steady state.

    Returns:
        The count; "never" when the graph's steady state is not faster; None when a phase was not measured.

    >>> break_even(1.0, 0.5, Phases(1.0, 1.0, 1.0, 1.0))
    8
    >>> break_even(1.0, 1.0, Phases(1.0, 1.0, 1.0, 1.0))
    'never'
    """
    if python <= steady:
        return "never"
    if phases.total is None:
        return None
    return max(1, int((phases.total - steady) // (python - steady)) + 1)


@dataclass(frozen=True)
class Comparison:
    """One call run in several ways: is it the same, and is it faster?"""

    title: str  # the call as the user wrote it
    # what was asked for, in the order python, eager, graph; each with a sample, an error or a note
    baselines: tuple[Baseline, ...]
    phases: Phases  # what the graph costs once
    verdict: Verdict  # whether the graph's result is the reference's
    notes: tuple[str, ...] = ()  # sentences a reader must know, e.g. that the measurement was interrupted
    interrupted: bool = False  # whether a KeyboardInterrupt ended the measuring
    cause: Cause | None = None  # where and why the results part, when they do and a checked run has found it
    not_finite: Anomaly | None = None  # the first inf or nan of the call, where the cause does not say it
    # the first item that was asked for and is not there, where Python has the same result
    out_of_range: Anomaly | None = None
    digits_lost: Anomaly | None = None  # where digits are lost until the result has none that is right
    guards: GuardCost | None = None  # what the guards cost the graph; None for no guards, or no measurement
    acted: str = ""  # what plain Python did outside of its process, in words; then it was not run again
    changes: str = ""  # what plain Python changed that outlives the call, in a sentence; put back by now
    changed: tuple[str, ...] = ()  # the names of all that a later call would find changed in Python
    moved: tuple[str, ...] = ()  # those of these that nothing can put back
    effects: bool = False  # whether plain Python printed or acted, seen while it ran
    # what follows is not part of `to_json`: what the graph and plain Python returned, None where they did not; what
    # the graph was held against; what tracing, compiling or running it raised, for the caller to locate; what plain
    # Python raised
    value: Any = field(default=None, repr=False, compare=False)
    python_value: Any = field(default=None, repr=False, compare=False)
    expected: Any = field(default=None, repr=False, compare=False)
    graph_error: Exception | None = field(default=None, repr=False, compare=False)
    python_error: Exception | None = field(default=None, repr=False, compare=False)

    def baseline(self, name: BaselineName) -> Baseline | None:
        return next((baseline for baseline in self.baselines if baseline.name == name), None)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return sentences on speed: which baseline is faster, and when compiling pays off."""
        if self.verdict.equal is False:
            return (_NO_RESULT if self.verdict.kind == "error" else _NO_RACE, *self.notes)
        graph = self.baseline("graph")
        names: tuple[BaselineName, ...] = ("python", "copies", "examples", "converted", "eager")
        speeds = (text.speed_sentence(self.baseline(name), graph) for name in names)
        guards = "" if self.guards is None else self.guards.sentence
        return tuple(filter(None, (next(filter(None, speeds), ""), self._pays_off(), guards, *self.notes)))

    @property
    def break_even(self) -> BreakEven:
        """Return the break-even count; None where no winner is known, or a phase was not measured."""
        python, graph = self.warm("python"), self.warm("graph")
        found = race(graph, python).outcome
        if found == "faster" and python is not None and graph is not None:
            return break_even(python.median, graph.median, self.phases)
        return "never" if found == "slower" else None

    def _pays_off(self) -> str:
        count, python, graph = self.break_even, self.warm("python"), self.warm("graph")
        if not isinstance(count, int) or python is None or graph is None:
            return text.break_even_sentence(count)
        others = (span(python)[0], span(graph)[1]), (python.minimum, graph.minimum)
        counts = [count, *(each for pair in others if isinstance(each := break_even(*pair, self.phases), int))]
        return text.break_even_sentence(min(counts), max(counts))

    @property
    def anomaly(self) -> Anomaly | None:
        """Return the merged anomalies of the call, whether the reference has them or not; None for none."""
        return together(self.not_finite, self.out_of_range, self.digits_lost)

    def warm(self, name: BaselineName) -> Sample | None:
        found = self.baseline(name)
        return None if found is None else found.warm

    def __str__(self) -> str:
        why = [] if self.cause is None else self.cause.lines()
        odd = [] if self.anomaly is None else [self.anomaly.message]
        lines = [self.title, *text.verdict_lines(self.verdict), *odd, *why, *text.table(self.baselines)]
        closing = (text.phase_line(self.phases), " ".join(self.sentences), self.acted, self.changes)
        return "\n".join(filter(None, (*lines, *closing)))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """IPython's text form, as for `TimeitResult`."""
        printer.text(f"<Comparison: {self.title}>" if cycle else str(self))

    def to_json(self) -> Mapping[str, Any]:
        """Plain data for the front end, durations in seconds.

        Keys: `title`, `text` (the text form), `sentences`, `baselines` (`Baseline.to_json`), `phases`
        (`Phases.to_json`), `verdict` (`Verdict.to_json`), `cause` (`Cause.to_json` or null), `anomaly`
        (`Anomaly.to_json` or null; of several the first, with the sentences of all), `break_even` (a count, "never"
        or null), `notes`, `interrupted`.
        """
        anomaly = self.anomaly
        return {
            "title": self.title,
            "text": str(self),
            "sentences": list(self.sentences),
            "baselines": [baseline.to_json() for baseline in self.baselines],
            "phases": self.phases.to_json(),
            "verdict": self.verdict.to_json(),
            "cause": None if self.cause is None else self.cause.to_json(),
            "anomaly": None if anomaly is None else anomaly.to_json(),
            "break_even": self.break_even,
            "notes": list(self.notes),
            "interrupted": self.interrupted,
        }
