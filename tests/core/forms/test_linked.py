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
# All programs of the pool in which a line owns equations, and no line of StableHLO: JAX leaves out what nobody needs,
# and a copy of a value is that value. With each line, what would stand there.
NOT_IN_STABLEHLO = {
    "array_aliases.buffer_of_a_loop": {"now = v.copy()": ("copy",), "new = now.copy()": ("copy",)},
    "arrays.copy_first": {"w = v.copy()": ("copy",)},
    "blocks.try_return_finally_modify": {"x = x * 2": ("multiply",)},
    "ordinary.floyd": {"d = g.copy()": ("copy",)},
    "while_loops.only_a_break": {"if n < 100: break": ("compare", "not", "while")},
    "while_loops.unused_state": {"while n > 0: n -= 1": ("compare", "subtract", "while")},
}
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


@pytest.mark.parametrize("name", [*SAMPLE, *NOT_IN_STABLEHLO])
def test_each_line_that_owns_an_equation_is_linked_in_all_panes(name: str) -> None:
    program = PROGRAMS[name]
    report = report_call(program.function, program.arguments[0], timing=False, call=True)
    assert report.forms is not None
    owners = {line for line, _ in report.forms.operations}
    missing = {pane: owners - lines for pane, lines in linked_lines(report)}
    gone = {report.source.lines[line - 1].strip() for line in missing.pop("StableHLO", ())}
    assert gone == set(NOT_IN_STABLEHLO.get(name, {}))
    assert not any(missing.values()), missing
    _, stablehlo, *_ = report.forms.codes
    would_be = [f"stablehlo.{word}" for words in NOT_IN_STABLEHLO.get(name, {}).values() for word in words]
    assert not [operation for operation in would_be if operation in stablehlo.text]
