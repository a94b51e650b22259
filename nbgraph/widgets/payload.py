"""From reports to plain data: everything the front end draws from, and nothing that it has to work out.

The shape is versioned and described field by field in `static/types.d.ts`. Spans are `[line, column, end line, end
column]` as in `core.spans` (columns count characters, not UTF-16 units) and always lie in the function's own source:
a place in another file is kept as words, never as a span. Texts are the user's own; the front end shows them as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.errors import NbgraphError, place
from nbgraph.core.graph.model import Edge, Graph, Node, Region
from nbgraph.core.lint.finding import Finding
from nbgraph.core.report import Report
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.timing.cause import Cause
from nbgraph.widgets.highlight import line_tokens
from nbgraph.widgets.places import Places, numbers
from nbgraph.widgets.values import value_text

VERSION = 1

Data = dict[str, Any]


def payload(reports: Sequence[Report]) -> Data:
    """What the explorer shows for these reports, as JSON-able data.

    >>> payload([])
    {'version': 1, 'functions': []}
    """
    return {"version": VERSION, "functions": [_function(report) for report in reports]}


def _function(report: Report) -> Data:
    lines = report.source.lines[report.span.line - 1 : report.span.end_line]
    places = Places(report.span, lines)
    codes = (report.general, report.specialised)
    return {
        "title": report.title,
        "file": report.source.file,
        "value": _value(report.value),
        "pythonValue": _value(report.python_value),
        "source": {"first": report.span.line, "lines": list(lines), "tokens": line_tokens(lines)},
        "codes": [_code(code, places) for code in codes if code is not None],
        "graph": None if report.graph is None else _graph(report.graph, places),
        "verdict": None if report.verdict is None else dict(report.verdict.to_json()),
        "cause": None if report.cause is None else _cause(report.cause, places),
        "findings": [_finding(finding, span) for finding in _unsaid(report) if (span := places.of(finding.span))],
        "timing": None if report.comparison is None else dict(report.comparison.to_json()),
        "decisions": [
            _decision(decision, place) for decision in report.decisions if (place := places.of(decision.span))
        ],
        "errors": [_error(error, places) for error in report.errors],
        **({"notes": list(report.notes)} if report.notes else {}),
    }


def _value(value: object) -> str | None:
    return None if value is None else value_text(value)


def _code(code: GeneratedCode, places: Places) -> Data:
    lines = code.text.splitlines()
    links = [
        numbers(link.generated, lines) + place
        for link in code.mappings
        if (place := places.of(link.source)) is not None
    ]
    return {"form": code.form, "lines": lines, "tokens": line_tokens(lines), "links": links}


def _graph(graph: Graph, places: Places) -> Data:
    svg, view = _picture(graph)
    return {
        "svg": svg,
        "text": graph.to_text(),
        "nodes": [_node(node, places) for node in view.nodes],
        "edges": [_edge(edge) for edge in view.edges],
        "regions": [_region(region, places) for region in view.regions],
    }


def _picture(graph: Graph) -> tuple[str | None, Graph]:
    """The drawing and the view it shows; a graph that cannot be laid out is shown as its text tree."""
    picture = graph.to_picture()
    return (None, graph.view()) if picture is None else (picture.svg, picture.graph)


def _node(node: Node, places: Places) -> Data:
    return {
        "id": node.id,
        "kind": node.kind,
        "role": node.role,
        "operation": node.operation,
        "label": node.label,
        "names": [name for name in node.names if name],
        "avals": [str(aval) for aval in node.avals],
        "folded": node.folded,
        "span": places.of(node.span, *node.callers),
    }


def _edge(edge: Edge) -> Data:
    return {
        "id": edge.id,
        "source": edge.source,
        "target": edge.target,
        "name": edge.name,
        "kind": edge.kind,
        "aval": None if edge.aval is None else str(edge.aval),
    }


def _region(region: Region, places: Places) -> Data:
    return {
        "id": region.id,
        "kind": region.kind,
        "label": region.label,
        "span": places.of(region.span),
    }


def _decision(decision: Decision, place: list[int]) -> Data:
    return {
        "span": place,
        "construct": decision.construct,
        "became": decision.became,
        "reason": decision.reason,
        "carry": list(decision.carry),
        "outputs": list(decision.outputs),
        "promotions": [[item.variable, item.before, item.after] for item in decision.promotions],
        "trips": decision.trips,
    }


def _cause(cause: Cause, places: Places) -> Data:
    return {**cause.to_json(), "span": places.of(cause.span)}


def _unsaid(report: Report) -> list[Finding]:
    """The findings that no error says already."""
    said = {(error.id, error.span) for error in report.errors}
    return [finding for finding in report.findings if (finding.rule, finding.span) not in said]


def _finding(finding: Finding, place: list[int]) -> Data:
    return {"rule": finding.rule, "span": place, "message": finding.message, "remedy": finding.remedy}


def _error(error: NbgraphError, places: Places) -> Data:
    return {
        "id": error.id,
        "message": error.message,
        "remedy": error.remedy,
        "variable": error.variable,
        "place": None if error.span is None else place(error.span),
        "span": places.of(error.span),
    }
