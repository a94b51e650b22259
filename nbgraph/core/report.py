"""Hold everything there is to show about one call, for the explorer, the magic and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.used_trace import UsedTrace
from nbgraph.core.forms.lines import Forms
from nbgraph.core.graph.model import Graph
from nbgraph.core.lint.finding import Finding
from nbgraph.core.recording.model import Recording
from nbgraph.core.records import dataclass, replace
from nbgraph.core.source.text import Definition, SourceText
from nbgraph.core.spans import Span
from nbgraph.core.timing.findings import Anomaly, Cause
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import Verdict
from nbgraph.core.timing.sweep import Sweep
from nbgraph.core.value_text import value_text

if TYPE_CHECKING:
    from nbgraph.core.history.model import History  # it imports NumPy, which a report without one does not need


@dataclass(frozen=True)
class Report:
    """One function, one call, and all that was found about it. Parts that failed are None; `errors` says why."""

    title: str  # the call as the user wrote it, e.g. "collatz(27)", or the function's name when there was no call.
    source: SourceText  # the file or cell of the function
    span: Span  # the function's own lines in `source`
    converted_code: GeneratedCode | None = None  # the generated code that dispatches on traced or not
    pure_jax: GeneratedCode | None = None  # the program of this call as pure JAX code; None without a call
    forms: Forms | None = None  # what JAX and XLA make of the call's program; None without a call
    decisions: tuple[Decision, ...] = ()  # what became of each construct, in source order
    graph: Graph | None = None  # the traced program
    comparison: Comparison | None = None  # timings and the equality verdict
    verdict: Verdict | None = None  # whether the graph's result is Python's, also without timings
    cause: Cause | None = None  # where and why the two differ, when they do and it was found
    # the first inf or nan, or index out of range, of the call, where the cause does not say it
    anomaly: Anomaly | None = None
    findings: tuple[Finding, ...] = ()  # what a graph will do otherwise than Python, found without running it
    value: Any = None  # what the graph returned; None when it did not run
    value_text: str = ""  # the same as text, with no more digits than the type has that it was computed in
    python_value: Any = None  # what plain Python returned; None when it did not run
    python_text: str = ""  # the same as text, where the value itself could not be sent here
    # the graph's run, step by step; None without a call, or where it could not be recorded
    recording: Recording | None = None
    errors: tuple[NbgraphError, ...] = ()  # located errors, in the order they arose
    history: History | None = None  # what its loops carry, iteration by iteration, where that was asked for
    sweep: Sweep | None = None  # times against the size of an argument, where they were asked for
    before: Report | None = None  # the same call of another version of the function, to show what changed
    notes: tuple[str, ...] = ()  # notes for the reader on how the report was made
    used: UsedTrace | None = None  # the trace that the call uses, where several calls of the function were looked at
    # arguments that are static because a graph of a run-time value was refused; a note says why
    static: tuple[str, ...] = ()
    # the user's other functions that the call reaches; of those in one file none is inside another
    helpers: tuple[Definition, ...] = ()
    # the names of what a call changes in Python, but did not change here
    changed: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()  # those of these that were not restored in the call's process
    predict: bool = False  # whether readers guess the call's result before they see it
    lang: str = ""  # the language of the page; "" for English
    beside: bool = False  # whether it is shown beside other reports, linked with them
    acts: bool = False  # whether plain Python acted outside of its process when it ran; it must not run again then
    # strings within reach of the call that the page must not show; see `examine.outside`
    private: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """Return everything the user has written of it: the call, and the cells and files of its functions."""
        sources = dict.fromkeys((self.source, *(helper.source for helper in self.helpers)))
        return "\n".join((self.title, *(source.text for source in sources)))

    @property
    def shown_value(self) -> str | None:
        """Return the graph's result as shown; None when there is none."""
        return None if self.value is None else self.value_text or value_text(self.value)

    @property
    def shown_python_value(self) -> str | None:
        """Return plain Python's result as shown; None when there is none."""
        return self.python_text or (None if self.python_value is None else value_text(self.python_value))


def placed_beside(reports: Sequence[Report]) -> tuple[Report, ...]:
    """Return the reports for display side by side, an earlier version before the new one; one alone is unchanged."""
    placed = dict[int, Report]()  # by their inputs
    for report in reports:
        before = report.before
        if before is not None and id(before) not in placed:
            placed[id(before)] = replace(before, beside=True)
        placed[id(report)] = replace(report, before=before and placed[id(before)], beside=True)
    return tuple(placed.values()) if len(placed) > 1 else tuple(reports)
