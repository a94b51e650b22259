"""Which trace of its function each call of a cell uses: calls of one cell and of later ones count together."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbgraph.core.report import Report
    from nbgraph.magics.evaluate import BoundCall


def with_used_trace(report: Report, bound: BoundCall, cell: Sequence[BoundCall]) -> Report:
    """A report with the trace that its call uses; as it is where the call was not traced or is the only one.

    Arguments may be objects that raise where they are compared: then nothing is said of a trace.

    Args:
        report: what was found out about the call.
        bound: the call.
        cell: all calls of the cell.
    """
    try:
        return _with_used_trace(report, bound, cell)
    except Exception:
        return report


def _with_used_trace(report: Report, bound: BoundCall, cell: Sequence[BoundCall]) -> Report:
    from nbgraph.core.examine.call import Call  # late: loading imports little
    from nbgraph.core.executor.function import GraphFunction

    function, named = bound.function, _named(bound.call.node)
    if report.graph is None or named is None or not isinstance(function, GraphFunction):
        return report
    call = Call.of(function, bound.args, dict(bound.kwargs))
    phases = report.comparison.phases.to_json() if report.comparison is not None else {}
    seconds = {stage: found for stage in ("trace", "lower", "compile") if (found := phases.get(stage)) is not None}
    used = function.looked_at.enter(
        bound.call.text,
        call.function.typed_function,
        call.arguments,
        call.keywords,
        named=named,
        static=(*call.function.static_argnames, *report.static),
        seconds=seconds,
    )
    alone = sum(each.function is function for each in cell) < 2 and sum(len(row.calls) for row in used.rows) < 2
    return report if alone else replace(report, used=used)


def _named(node: ast.expr) -> frozenset[str] | None:
    """The arguments that a call gives by name; None where its text does not say."""
    keywords = node.keywords if isinstance(node, ast.Call) else []
    names = [each.arg for each in keywords if each.arg is not None]
    return frozenset(names) if len(names) == len(keywords) else None
