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
from nbgraph.core.report import Report
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision
from nbgraph.widgets.highlight import line_tokens
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
    codes = (report.general, report.specialised)
    return {
        "title": report.title,
        "file": report.source.file,
        "value": _value(report.value),
        "pythonValue": _value(report.python_value),
        "source": _source(report),
        "codes": [_code(code, report.source.file) for code in codes if code is not None],
        "graph": None if report.graph is None else _graph(report.graph, report.span),
        "timing": None if report.comparison is None else dict(report.comparison.to_json()),
        "decisions": [_decision(decision) for decision in report.decisions if _inside(decision.span, report.span)],
        "errors": [_error(error, report.span) for error in report.errors],
    }


def _value(value: object) -> str | None:
    return None if value is None else value_text(value)


def _source(report: Report) -> Data:
    lines = list(report.source.lines[report.span.line - 1 : report.span.end_line])
    return {"first": report.span.line, "lines": lines, "tokens": line_tokens(lines)}


def _code(code: GeneratedCode, file: str) -> Data:
    lines = code.text.splitlines()
    links = [_place(link.generated) + _place(link.source) for link in code.mappings if link.source.file == file]
    return {"form": code.form, "lines": lines, "tokens": line_tokens(lines), "links": links}


def _graph(graph: Graph, function: Span) -> Data:
    svg, view = _picture(graph)
    return {
        "svg": svg,
        "text": graph.to_text(),
        "nodes": [_node(node, function) for node in view.nodes],
        "edges": [_edge(edge) for edge in view.edges],
        "regions": [_region(region, function) for region in view.regions],
    }


def _picture(graph: Graph) -> tuple[str | None, Graph]:
    """The drawing and the view it shows; a graph that cannot be laid out is shown as its text tree."""
    picture = graph.to_picture()
    return (None, graph.view()) if picture is None else (picture.svg, picture.graph)


def _node(node: Node, function: Span) -> Data:
    return {
        "id": node.id,
        "kind": node.kind,
        "role": node.role,
        "operation": node.operation,
        "label": node.label,
        "names": [name for name in node.names if name],
        "avals": [str(aval) for aval in node.avals],
        "folded": node.folded,
        "span": _span((node.span, *node.callers), function),
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


def _region(region: Region, function: Span) -> Data:
    return {
        "id": region.id,
        "kind": region.kind,
        "label": region.label,
        "span": _span((region.span,), function),
    }


def _decision(decision: Decision) -> Data:
    return {
        "span": _place(decision.span),
        "construct": decision.construct,
        "became": decision.became,
        "reason": decision.reason,
        "carry": list(decision.carry),
        "outputs": list(decision.outputs),
        "promotions": [[item.variable, item.before, item.after] for item in decision.promotions],
        "trips": decision.trips,
    }


def _error(error: NbgraphError, function: Span) -> Data:
    return {
        "id": error.id,
        "message": error.message,
        "remedy": error.remedy,
        "variable": error.variable,
        "place": None if error.span is None else place(error.span),
        "span": _span((error.span,), function),
    }


def _span(places: Sequence[Span | None], function: Span) -> list[int] | None:
    """The first place in the function's own lines: what a helper did is shown where the user called the helper."""
    return next((_place(span) for span in places if span is not None and _inside(span, function)), None)


def _inside(span: Span, function: Span) -> bool:
    return span.file == function.file and function.line <= span.line and span.end_line <= function.end_line


def _place(span: Span) -> list[int]:
    return [span.line, span.column, span.end_line, span.end_column]
