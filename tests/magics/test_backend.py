"""The table of what the magic calls, with the real pages behind it."""

from __future__ import annotations

import subprocess
import sys

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
