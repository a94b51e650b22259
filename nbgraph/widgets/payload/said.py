"""What is said about lines: decisions, findings, errors, the cause of a difference."""

from __future__ import annotations

import re
from typing import Any

from nbgraph.core.errors import NbgraphError, place
from nbgraph.core.lint.finding import Finding
from nbgraph.core.report import Report
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.timing.findings import Anomaly, Cause
from nbgraph.widgets.payload.places import Places

Data = dict[str, Any]

_JUMP = re.compile(r"(break|continue|return)\b")
_NOT = re.compile(r"^not\b|\b(?:not in|is not)\b")


def decision_data(decision: Decision, place: list[int], text: str) -> Data:
    """What became of one construct, and why."""
    construct, became, reason = decision.construct, decision.shown, decision.reason
    # Where the user wrote no `not`, it asks whether a jump was made.
    if construct == "not" and place[0] == place[2] and not _NOT.search(text[place[1] :]):
        jump = _JUMP.match(text[place[1] :])
        construct, became = (jump[0] if jump else "line"), "flag"
        reason = "whether it is reached is known at run time only"
    return {
        "span": place,
        "construct": construct,
        "became": became,
        "reason": reason,
        "carry": list(decision.carry),
        "outputs": list(decision.outputs),
        "promotions": [[item.variable, item.before, item.after] for item in decision.promotions],
        "trips": decision.trips,
    }


def cause_data(cause: Cause, places: Places) -> Data:
    """Where the graph's values first leave Python's."""
    return {**cause.to_json(), "span": places.of(cause.span)}


def anomaly_data(found: Anomaly, places: Places) -> Data:
    """An inf or nan, or an index out of range, where the user's code has it first."""
    marks = [
        {"value": mark.value, "operation": mark.operation, "message": mark.message, "span": span}
        for mark in found.marks
        if (span := places.of(mark.span))
    ]
    return {**found.to_json(), "span": places.of(found.span), **({"marks": marks} if marks else {})}


def unsaid(report: Report) -> list[Finding]:
    """The findings that no error says already."""
    said = {(error.id, error.span) for error in report.errors}
    return [finding for finding in report.findings if (finding.rule, finding.span) not in said]


def finding_data(finding: Finding, place: list[int]) -> Data:
    """What a graph will do otherwise than Python."""
    return {"rule": finding.rule, "span": place, "message": finding.message, "remedy": finding.remedy}


def error_data(error: NbgraphError, places: Places) -> Data:
    """One error; its place in words as well, since it may lie in another file."""
    return {
        "id": error.id,
        "message": error.message,
        "remedy": error.remedy,
        "variable": error.variable,
        "place": None if error.span is None else place(error.span),
        "span": places.of(error.span),
    }
