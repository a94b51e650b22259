"""A traced call with what recording needs."""

from __future__ import annotations

from collections.abc import Sequence

from nbgraph.core.checked.explain import Program
from nbgraph.core.decisions import Decision
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.trace import Part
from nbgraph.core.recording.summary import Texts
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.function import ParsedFunction
from nbgraph.core.staging.trace import EventLog


@dataclass(frozen=True)
class Traced:
    """A traced call, ready to be recorded."""

    title: str  # the call as the user wrote it
    program: Program  # what was traced, with the call's arguments
    graph: Graph  # its complete graph
    part: Part  # the node of each of its values
    parsed: ParsedFunction  # the function
    decisions: Sequence[Decision]  # what became of its constructs
    texts: Texts = field(default_factory=dict)  # the texts that it chooses at run time
    events: EventLog = field(default_factory=EventLog)  # what happened while it was traced
    is_refused: bool = False  # whether there is no trace, since making one has raised
