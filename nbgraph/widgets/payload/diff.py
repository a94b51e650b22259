"""Turn the changes since the version before into plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.diff.graphs import Change, GraphDiff, graph_diff
from nbgraph.core.diff.sentences import (
    Row,
    graph_sentence,
    helpers_sentence,
    line_diff,
    source_sentence,
    speed_sentence,
)
from nbgraph.core.graph.model import Node
from nbgraph.core.report import Report
from nbgraph.widgets.payload.private import hidden_in, sayable
from nbgraph.widgets.payload.spans import Places

Data = dict[str, Any]


def diff_data(before: Report, report: Report, places: Places, at: int | None = None) -> Data:
    """Return the difference of two reports; positions are in the new one's source.

    Rows are sign, old line, new line, text, position. Nodes are sign, id in the old and in the new graph, text,
    position.

    Args:
        places: the positions in the new version's source.
        at: the index of the old version among the functions that are shown, or None.
    """
    old_lines = before.source.lines[before.span.line - 1 : before.span.end_line]
    firsts = {"first_old": before.span.line, "first_new": report.span.line}
    new_lines = report.source.lines[report.span.line - 1 : report.span.end_line]
    source = line_diff(old_lines, new_lines, **firsts)
    found = None if before.graph is None or report.graph is None else graph_diff(before.graph, report.graph)
    sentences = [
        _value_sentence(before, report),
        source_sentence(source),
        helpers_sentence(_changed_helpers(before, report)),
        "" if found is None else graph_sentence(found, is_same_program=_program(before) == _program(report)),
        speed_sentence(before.comparison, report.comparison),
        *before.notes,
        *(f"The version before: {error.message}." for error in before.errors[:1]),
    ]
    return {
        "title": before.title,
        "at": at,
        "sentences": hidden_in([sentence for sentence in sentences if sentence], sayable(before)),
        "codes": [
            {"form": "source", "rows": [_source_row(row) for row in source]},
            *_code_rows(before, report, places),
        ],
        "nodes": [] if found is None else _nodes(found, places),
    }


def _changed_helpers(before: Report, report: Report) -> list[str]:
    old, new = ({each.name: each.source.segment(each.span) for each in one.helpers} for one in (before, report))
    return [name for name, text in new.items() if old.get(name) != text]


def _program(report: Report) -> str:
    return report.forms.codes[0].text if report.forms and report.forms.codes else ""


def _value_sentence(before: Report, report: Report) -> str:
    old, new = (each.shown_python_value if each.value is None else each.shown_value for each in (before, report))
    if old is None or new is None:
        return ""
    return f"Both give {new}." if old == new else f"The result was {old} and is {new}."


def _source_row(row: Row) -> list[Any]:
    place = None if row.new is None else [row.new, 0, row.new, len(row.text)]
    return [row.sign, row.old, row.new, row.text, place]


def _code_rows(before: Report, report: Report, places: Places) -> list[Data]:
    """Return the changed pure JAX code when both have it, else the changed converted code."""
    pairs = ((before.pure_jax, report.pure_jax), (before.converted_code, report.converted_code))
    for old, new in pairs:
        if old is not None and new is not None:
            rows = line_diff(old.text.splitlines(), new.text.splitlines())
            return [{"form": new.form, "rows": _linked(rows, new, places)}]
    return []


def _linked(rows: Sequence[Row], code: GeneratedCode, places: Places) -> list[list[Any]]:
    """Return rows with the source span of the widest link in their line."""
    widest: dict[int, tuple[int, list[int]]] = {}
    for link in code.mappings:
        place = places.of(link.source, *link.callers)
        width = link.generated.end_column - link.generated.column
        if place is not None and width > widest.get(link.generated.line, (-1, []))[0]:
            widest[link.generated.line] = (width, place)
    found = {line: place for line, (_, place) in widest.items()}
    return [[row.sign, row.old, row.new, row.text, found.get(row.new or 0)] for row in rows]


def _nodes(diff: GraphDiff, places: Places) -> list[list[Any]]:
    changed = [
        ["~", change.old.id, change.new.id, _changed(change), _place(change.new, places)] for change in diff.changed
    ]
    added = [["+", None, node.id, _text(node), _place(node, places)] for node in diff.added]
    return [*added, *(["-", node.id, None, _text(node), None] for node in diff.removed), *changed]


def _changed(change: Change) -> str:
    return change.what if change.old.label != change.new.label else f"{change.new.label}: {change.what}"


def _place(node: Node, places: Places) -> list[int] | None:
    return places.of(node.span, *node.callers)


def _text(node: Node) -> str:
    operation = f" ({node.operation})" if node.operation not in (node.label, "input", "output", "constant") else ""
    types = f" : {', '.join(map(str, node.avals))}" if node.avals else ""
    return f"{node.label}{operation}{types}"
