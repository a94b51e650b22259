"""Reports become plain data."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from nbgraph.core.codegen.source_map import GeneratedCode, Mapping
from nbgraph.core.errors import SourceError
from nbgraph.core.graph.model import Graph
from nbgraph.core.spans import Span
from nbgraph.widgets.payload import VERSION, payload
from tests.widgets.conftest import small_report


@pytest.fixture(autouse=True)
def no_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing has tests of its own and takes a process each time."""
    monkeypatch.setattr(Graph, "to_picture", lambda graph: None)


def test_it_is_plain_versioned_data() -> None:
    data = payload([small_report(), small_report()])
    assert data["version"] == VERSION
    assert len(data["functions"]) == 2
    assert json.loads(json.dumps(data)) == data


def test_source_is_the_functions_own_lines_with_their_numbers() -> None:
    (function,) = payload([small_report()])["functions"]
    assert function["source"]["first"] == 2
    assert function["source"]["lines"] == ["def f(x):", "    return x + 1"]
    assert function["source"]["tokens"][1] == [4, 6, 0, 15, 1, 2]


def test_links_are_generated_then_source() -> None:
    (function,) = payload([small_report()])["functions"]
    assert function["codes"][0]["links"] == [[2, 11, 2, 16, 3, 11, 3, 16]]


def test_a_compound_statement_is_its_header() -> None:
    whole = Span("cell", 2, 0, 3, 16)
    code = GeneratedCode("general", "def f(x):\n    return x + 1\n", (Mapping(Span("general", 1, 0, 2, 16), whole),))
    (function,) = payload([small_report(general=code)])["functions"]
    assert function["codes"][0]["links"] == [[1, 0, 1, 8, 2, 0, 2, 8]]


def test_what_a_helper_did_stands_where_the_user_called_it() -> None:
    (function,) = payload([small_report()])["functions"]
    assert [node["span"] for node in function["graph"]["nodes"]] == [[2, 6, 2, 7], [3, 11, 3, 16], [3, 11, 3, 16]]


def test_decisions_in_other_files_have_no_line_here() -> None:
    (function,) = payload([small_report()])["functions"]
    assert [decision["became"] for decision in function["decisions"]] == ["python"]
    assert function["decisions"][0]["promotions"] == [["x", "int32", "float32"]]


def test_errors_carry_message_remedy_and_place() -> None:
    (function,) = payload([small_report()])["functions"]
    (error,) = function["errors"]
    assert (error["id"], error["message"], error["remedy"]) == ("not-stageable", "wrong here", "do that")
    assert error["span"] == [3, 11, 3, 16]


def test_an_error_in_another_file_is_placed_in_words() -> None:
    report = small_report(errors=(SourceError("gone", span=Span("/home/me/helper.py", 9, 0, 9, 5)),))
    (error,) = payload([report])["functions"][0]["errors"]
    assert (error["span"], error["place"]) == (None, "helper.py, line 9")


def test_any_part_may_be_missing() -> None:
    parts = dict.fromkeys(("general", "specialised", "graph", "comparison", "value", "python_value"))
    (function,) = payload([small_report(**parts, decisions=(), errors=())])["functions"]
    assert function["codes"] == [] and function["graph"] is None and function["timing"] is None
    assert function["value"] is None
    assert function["source"]["lines"]


def test_without_a_layout_there_is_the_text_tree() -> None:
    (function,) = payload([small_report()])["functions"]
    assert function["graph"]["svg"] is None
    assert "x + 1" in function["graph"]["text"]


def test_neither_jax_nor_a_widget_is_imported() -> None:
    code = (
        "import sys, nbgraph.widgets.payload, nbgraph.widgets.page;"
        "print(sorted({'jax', 'numpy', 'ipywidgets', 'anywidget', 'IPython'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
