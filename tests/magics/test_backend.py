"""The table of what the magic calls, with the real pages behind it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.report import Report
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.magics.backend import Backend
from nbgraph.widgets.bundle import restrict

REPORT = Report("f(3)", SourceText("cell", ("def f(x):", "    return x")), Span("cell", 1, 0, 2, 12), value=3)


def test_a_report_becomes_a_page_and_a_text():
    bundle = Backend().bundle([REPORT], ())
    assert set(bundle) == {"text/html", "text/plain"}
    assert bundle["text/plain"].startswith("f(3) = 3\n")
    assert "def f(x):" in bundle["text/html"]


@ng.function
def doubled(x: Any) -> Any:
    return x + x


def test_a_call_alone_is_drawn_where_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = Backend()
    report = backend.report(doubled, (3,), {}, title="doubled(3)", alone=True)
    other = backend.report(doubled, (4,), {}, title="doubled(4)", alone=True)
    asked = []
    monkeypatch.setattr("nbgraph.core.worker.calls.call", lambda job: asked.append(job))
    assert "doubled(4) = 8" in backend.bundle([other], ())["text/plain"]
    assert asked == []
    with pytest.raises(TypeError):  # this one has to be drawn: what the worker answers here is no page
        backend.bundle([report], ())
    assert len(asked) == 1


def test_panes_that_are_not_wanted_are_left_out():
    function = {"title": "f", "codes": [1], "graph": {}, "timing": {}}
    assert restrict({"version": 1, "functions": [function]}, ("source", "graph")) == {
        "version": 1,
        "functions": [{"title": "f", "codes": [], "graph": {}, "timing": None}],
    }
    assert restrict({"functions": [function]}, ()) == {"functions": [function]}


def test_the_table_imports_nothing_until_it_is_used():
    code = "import sys; from nbgraph.magics.backend import Backend; Backend(); print('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
