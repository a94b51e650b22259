"""Turn reports into plain data: everything that the front end draws, ready to be drawn.

The shape is versioned and described field by field in `static/payload.d.ts`. Spans are `[line, column, end line, end
column]` as in `core.spans` (columns count characters, not UTF-16 units) and always lie in what the page shows: the
function and the helpers it reaches, each line with one number (`payload.spans`). A location elsewhere is kept as text,
never as a span. Texts are the user's own; the front end shows them as text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from nbgraph.core.depth import deep
from nbgraph.core.paths import shortening
from nbgraph.core.report import Report
from nbgraph.core.timing.together import together
from nbgraph.widgets.payload.code import calls_data, code_data, file_label, source_data
from nbgraph.widgets.payload.diff import diff_data
from nbgraph.widgets.payload.graph import graph_data
from nbgraph.widgets.payload.line_messages import (
    anomaly_data,
    cause_data,
    decision_data,
    error_data,
    finding_data,
    is_added,
    line_data,
    unsaid,
)
from nbgraph.widgets.payload.private import Hide, hidden_in, hiding, sayable, showing
from nbgraph.widgets.payload.recording import recording_data, traces_data
from nbgraph.widgets.payload.spans import Places

VERSION = 1

Data = dict[str, Any]


@deep
def payload(reports: Sequence[Report]) -> Data:
    """Return what the explorer shows for these reports, as JSON-able data.

    >>> payload([])
    {'version': 1, 'functions': []}
    """
    timed = [report.comparison for report in reports if report.comparison is not None]
    data = {"version": VERSION, "functions": [_without_paths(_function(report, reports), report) for report in reports]}
    return data if len(timed) < 2 else {**data, "together": list(together(timed))}


def _without_paths(data: Data, report: Report) -> Data:
    """Return a function's data without paths of this machine, except those that the user's source shows."""
    shown = report.text
    kept = {"source": data["source"], "codes": hidden_in(data["codes"], shortening(shown, aligned=True))}
    return {**hidden_in({**data, **dict.fromkeys(kept)}, shortening(shown)), **kept}


def _function(report: Report, reports: Sequence[Report]) -> Data:
    places = Places.of_report(report)
    hide, say = hiding(report.private), sayable(report)
    codes = (report.converted_code, report.pure_jax, *(report.forms.codes if report.forms else ()))
    before = next((index for index, other in enumerate(reports) if other is report.before), None)
    source = source_data(places)
    words = {word for line in source["lines"] for word in re.findall(r"\w+", line)}
    return {
        "title": report.title,
        "file": file_label(report.source.file),
        "value": report.shown_value,
        "pythonValue": report.shown_python_value,
        **{name: True for name in ("predict", "beside") if getattr(report, name)},
        **({"lang": report.lang} if report.lang else {}),
        "source": source,
        "made": line_data(report, places),
        **calls_data(report.graph, places),
        "codes": [code_data(code, places, report.private, report.lang) for code in codes if code is not None],
        "graph": None if report.graph is None else hidden_in(graph_data(report.graph, places), hide),
        "verdict": None if report.verdict is None else hidden_in(report.verdict.to_json(), say),
        "cause": None if report.cause is None else hidden_in(cause_data(report.cause, places), say),
        **({} if report.anomaly is None else {"anomaly": hidden_in(anomaly_data(report.anomaly, places), say)}),
        "findings": [finding_data(finding, span) for finding in unsaid(report) if (span := places.of(finding.span))],
        "timing": None if report.comparison is None else hidden_in(report.comparison.to_json(), say),
        **({} if report.before is None else {"diff": diff_data(report.before, report, places, before)}),
        **({} if report.recording is None else {"recording": _recorded(report, places, hide, say)}),
        **({} if report.history is None else {"history": hidden_in(report.history.to_json(), hide)}),
        **({} if report.sweep is None else {"sweep": report.sweep.to_json()}),
        "decisions": [
            hidden_in(decision_data(decision, place, places.text(place[0]), words), hide)
            for decision in report.decisions
            if (place := places.of(decision.span)) and not is_added(decision, place, places.text(place[0]))
        ],
        "errors": [hidden_in(error_data(error, places), say) for error in report.errors],
        **({"notes": hidden_in(report.notes, say)} if report.notes else {}),
        **({} if report.used is None else {"traces": hidden_in(traces_data(report.used, report.recording), hide)}),
    }


def _recorded(report: Report, places: Places, hide: Hide, say: Hide) -> Data:
    """Return the record of the run, private strings hidden except in its output, which the user has seen."""
    assert report.recording is not None
    data = recording_data(report.recording, report.graph, places)
    if report.private:
        only_shown = showing(f"{report.text} {report.title} {report.shown_value} {report.shown_python_value}")
        data = {**data, "texts": hidden_in(data["texts"], only_shown)}
    return {**hidden_in(data, hide), "printed": data["printed"], "notes": hidden_in(data["notes"], say)}
