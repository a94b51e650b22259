"""Everything there is to show about one call: what the explorer, the magic and the command line all draw from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.errors import NbgraphError
from nbgraph.core.forms.model import Forms
from nbgraph.core.graph.model import Graph
from nbgraph.core.lint.finding import Finding
from nbgraph.core.recording.model import Recording
from nbgraph.core.source.definition import Definition
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.timing.anomaly import Anomaly
from nbgraph.core.timing.cause import Cause
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import Verdict
from nbgraph.core.timing.sweep import Sweep
from nbgraph.core.value_text import value_text


@dataclass(frozen=True)
class Report:
    """One function, one call, and all that was learned about it. Parts that failed are None; `errors` says why.

    Attributes:
        title: the call as the user wrote it, e.g. "collatz(27)", or the function's name when there was no call.
        source: the file or cell the function stands in.
        span: the function's own lines in `source`.
        helpers: the user's other functions that the call reaches; of those in one file none is inside another.
        general: the generated code that dispatches on traced or not.
        specialised: pure JAX code with the decisions of this call made; None without a call.
        forms: what JAX and XLA make of the call's program; None without a call.
        decisions: what became of each construct, in source order.
        graph: the traced program.
        comparison: timings and the equality verdict.
        verdict: whether the graph's result is Python's, also without timings.
        cause: where and why the two differ, when they do and it was found.
        anomaly: the first inf or nan, or index out of range, of the call, where the cause does not say it.
        findings: what a graph will do otherwise than Python, found without running it.
        value: what the graph returned; None when it did not run.
        value_text: the same as text, with no more digits than the type has that it was computed in.
        python_value: what plain Python returned; None when it did not run.
        recording: the graph's run, step by step; None without a call, or where it could not be recorded.
        errors: located errors, in the order they arose.
        sweep: times against the size of an argument, where they were asked for.
        before: the same call of another version of the function, to show what changed.
        notes: sentences a reader must know about how the report was made.
        private: strings within reach of the call that the page must not show; see `examine.outside`.
        changed: the names of all that a later call would find changed in Python, and does not find so here.
        acts: whether plain Python acted outside of its process when it ran; it must not run again then.
    """

    title: str
    source: SourceText
    span: Span
    general: GeneratedCode | None = None
    specialised: GeneratedCode | None = None
    forms: Forms | None = None
    decisions: tuple[Decision, ...] = ()
    graph: Graph | None = None
    comparison: Comparison | None = None
    verdict: Verdict | None = None
    cause: Cause | None = None
    anomaly: Anomaly | None = None
    findings: tuple[Finding, ...] = ()
    value: Any = None
    value_text: str = ""
    python_value: Any = None
    recording: Recording | None = None
    errors: tuple[NbgraphError, ...] = ()
    sweep: Sweep | None = None
    before: Report | None = None
    notes: tuple[str, ...] = ()
    helpers: tuple[Definition, ...] = ()
    changed: tuple[str, ...] = ()
    acts: bool = False
    private: frozenset[str] = frozenset()

    @property
    def shown_value(self) -> str | None:
        """The graph's result for a reader; None when there is none."""
        return None if self.value is None else self.value_text or value_text(self.value)
