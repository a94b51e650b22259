"""Every line that made equations of the graph is linked in every form of the code, and in the graph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import pytest

from nbgraph.core.examine.reporting import report_call
from nbgraph.core.report import Report
from nbgraph.widgets.payload import payload
from tests.programs.pool import RIGHT, load_all

PROGRAMS = {name: program for name, program in load_all().items() if program.expect == RIGHT}
SAMPLE = [name for name in PROGRAMS if name.startswith("classics.")][::6] + list(PROGRAMS)[::150]


@pytest.fixture(autouse=True)
def no_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing has tests of its own and takes a process each time."""
    monkeypatch.setattr("nbgraph.core.graph.model.Graph.to_picture", lambda graph: None)


def linked_lines(report: Report) -> Iterator[tuple[str, set[int]]]:
    """For each pane of the code, and for the graph, the source lines that something in it is linked to."""
    (data,) = payload([report])["functions"]
    for code in data["codes"]:
        if code["links"] or not code["lines"][0].startswith("#"):  # else it is the reason why there is none
            starts = accumulate(link[4] for link in code["links"])
            rows = zip(starts, code["links"], strict=True)
            yield code["form"], {line for start, link in rows for line in range(start, start + link[6] + 1)}
    assert report.graph is not None
    parts = [*report.graph.nodes, *report.graph.regions]
    spans = [span for part in parts for span in (part.span, *getattr(part, "callers", ())) if span is not None]
    yield (
        "graph",
        {line for span in spans if span.file == report.source.file for line in range(span.line, span.end_line + 1)},
    )


@pytest.mark.parametrize("name", SAMPLE)
def test_each_line_that_owns_an_equation_is_linked_in_all_panes(name: str) -> None:
    program = PROGRAMS[name]
    report = report_call(program.function, program.arguments[0], timing=False, call=True)
    assert report.forms is not None
    owners = {line for line, _ in report.forms.operations}
    missing = {pane: owners - lines for pane, lines in linked_lines(report)}
    assert not any(missing.values()), missing
