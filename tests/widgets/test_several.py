"""Several functions in one explorer, and two versions of one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import nbgraph as ng
from nbgraph.core.graph.model import Aval
from nbgraph.core.timing.model import Baseline, Comparison, Phases, Sample, Verdict
from nbgraph.widgets.payload import payload
from nbgraph.widgets.show import calls_of, with_difference
from nbgraph.widgets.text import to_text
from tests.widgets.conftest import small_report


@pytest.fixture(autouse=True)
def no_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing has tests of its own and takes a process each time."""
    monkeypatch.setattr("nbgraph.widgets.payload.graph.lay_out", lambda *tiles, **more: None)


def timed(title: str) -> Comparison:
    baselines = (Baseline("python", Sample((1000,))), Baseline("graph", Sample((3000,))))
    return Comparison(title, baselines, Phases(), Verdict(True, "equal", ""))


def test_two_timed_calls_are_held_against_each_other() -> None:
    reports = [small_report(comparison=timed("f(1)")), small_report(comparison=timed("g(2)"))]
    assert "The graph loses against plain Python for f(1) and g(2)." in payload(reports)["together"]
    assert "together" not in payload(reports[:1])
    assert "together" not in payload([reports[0], small_report()])


def edited(**changes: object) -> ng.core.report.Report:
    before = small_report()
    source = replace(before.source, lines=("# first", "def f(x):", "    return x + 2"))
    return replace(small_report(**changes), source=source, before=before)


def test_the_difference_of_two_versions_is_plain_data_with_places_in_the_new_source() -> None:
    report = edited(value=3, python_value=3)
    (function,) = payload([report])["functions"]
    diff = function["diff"]
    assert json.loads(json.dumps(diff)) == diff
    assert (diff["title"], diff["at"]) == ("f(1)", None)
    assert diff["sentences"][0] == "The result was 2 and is 3."
    assert diff["codes"][0]["rows"] == [
        [" ", 2, 2, "def f(x):", [2, 0, 2, 9]],
        ["-", 3, None, "    return x + 1", None],
        ["+", None, 3, "    return x + 2", [3, 0, 3, 16]],
    ]
    assert diff["codes"][1] == {"form": "converted code", "rows": []}
    assert diff["nodes"] == []


def test_nodes_are_told_with_the_line_of_the_new_source() -> None:
    report = edited()
    graph = report.graph
    nodes = (graph.nodes[0], replace(graph.nodes[1], operation="sub", label="x - 1"), *graph.nodes[2:])
    extra = replace(graph.nodes[1], id="n9", operation="neg", label="-x", avals=(Aval((3,), "float32"),))
    (function,) = payload([replace(report, graph=replace(graph, nodes=(*nodes, extra)))])["functions"]
    assert function["diff"]["nodes"] == [
        ["+", None, "n9", "-x (neg) : f32[3]", [3, 11, 3, 16]],
        ["~", "n1", "n1", "x + 1 → x - 1, add → sub", [3, 11, 3, 16]],
    ]


def test_the_version_before_is_found_among_those_shown() -> None:
    report = edited()
    data = payload([report.before, report])
    assert data["functions"][1]["diff"]["at"] == 0
    text = to_text(data)
    assert "changed since f(1)" in text
    assert "- " + "    return x + 1" in text


def f(x):
    return x + 1


def g(x):
    return x * 2


def test_which_calls_are_meant() -> None:
    assert calls_of((f, 3)) is None
    assert calls_of((f, (1, 2))) is None
    assert calls_of((f, g)) == [(f, ()), (g, ())]
    assert calls_of(((f, 1), (g, 2))) == [(f, (1,)), (g, (2,))]
    assert calls_of(((f, g),)) == [(f, (g,))]


def test_showing_several() -> None:
    shown = ng.show((f, 3), (g, 4))
    assert [report.title for report in shown.reports] == ["f(3)", "g(4)"]
    assert shown.report is shown.reports[-1]
    assert "together" in shown._payload
    assert all(report.before is None for report in shown.reports)
    assert "f(3) = 4" in repr(shown)


def test_showing_code_of_several_and_their_difference() -> None:
    shown = ng.show(f, g, diff=True)
    assert shown.report.before is shown.reports[0]
    assert "+     return x * 2" in repr(shown)


def test_two_of_one_name_are_versions() -> None:
    def version(text: str) -> ng.core.report.Report:
        report = small_report()
        return replace(report, title=text)

    def other(x):
        return x

    other.__name__ = "f"
    reports = [version("f(1)"), version("f(2)")]
    assert with_difference(reports, [f, other], None)[1].before is reports[0]
    assert with_difference(reports, [f, f], None)[1].before is None
    assert with_difference(reports, [f, g], None)[1].before is None
    assert with_difference(reports, [f, other], False)[1].before is None


def test_what_cannot_be_shown_together() -> None:
    with pytest.raises(ValueError, match="two functions"):
        ng.show(f, g, f, diff=True)
    with pytest.raises(TypeError, match="by position"):
        ng.show((f, 1), (g, 2), k=3)
