"""Reports become plain data."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import jax
import pytest

import nbgraph as ng
from nbgraph.core.codegen.source_map import GeneratedCode, Mapping
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import SourceError, StagingError
from nbgraph.core.inspect import report
from nbgraph.core.lint.finding import Finding
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.timing.findings import Anomaly, Cause, Mark
from nbgraph.core.timing.parts import Difference, Verdict
from nbgraph.widgets.payload import VERSION, payload
from nbgraph.widgets.text import to_text
from tests.widgets.conftest import small_report


@pytest.fixture(autouse=True)
def no_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing has tests of its own and takes a process each time; a graph that one of them has drawn is kept."""
    monkeypatch.setattr("nbgraph.widgets.payload.graph._DRAWN", {})
    monkeypatch.setattr("nbgraph.widgets.payload.graph.lay_out", lambda *tiles, **more: None)


def test_it_is_plain_versioned_data() -> None:
    data = payload([small_report(), small_report()])
    assert data["version"] == VERSION
    assert len(data["functions"]) == 2
    assert json.loads(json.dumps(data)) == data


def test_source_is_the_functions_own_lines_with_their_numbers() -> None:
    (function,) = payload([small_report()])["functions"]
    assert function["source"]["first"] == 2
    assert function["source"]["lines"] == ["def f(x):", "    return x + 1"]
    assert function["source"]["tokens"][1] == [4, 6, 0, 5, 1, 2]


def test_links_are_generated_then_source() -> None:
    (function,) = payload([small_report()])["functions"]
    assert function["codes"][0]["links"] == [[2, 11, 0, 5, 3, 11, 0, 5]]


def test_a_compound_statement_is_its_header() -> None:
    whole = Span("cell", 2, 0, 3, 16)
    code = GeneratedCode(
        "converted code", "def f(x):\n    return x + 1\n", (Mapping(Span("converted code", 1, 0, 2, 16), whole),)
    )
    (function,) = payload([small_report(converted_code=code)])["functions"]
    assert function["codes"][0]["links"] == [[1, 0, 0, 8, 2, 0, 0, 8]]


def test_what_a_helper_did_stands_where_the_user_called_it() -> None:
    (function,) = payload([small_report()])["functions"]
    graph = function["graph"]
    places = [graph["spans"][row[8]] for row in graph["nodes"]]
    assert places == [[2, 6, 2, 7], [3, 11, 3, 16], [3, 11, 3, 16]]


def test_decisions_in_other_files_have_no_line_here() -> None:
    (function,) = payload([small_report()])["functions"]
    assert [decision["became"] for decision in function["decisions"]] == ["python"]
    assert function["decisions"][0]["promotions"] == [["x", "int32", "float32"]]


def test_the_flag_of_a_jump_is_not_told_as_a_word_that_nobody_wrote() -> None:
    source = SourceText("cell", ("def f(x):", "    while x > 0:", "        break", "    return not x"))
    jump, written = Span("cell", 3, 8, 3, 13), Span("cell", 4, 11, 4, 16)
    made = tuple(Decision(span, "not", "logical", "its operand is traced") for span in (jump, written))
    report = replace(small_report(), source=source, span=Span("cell", 1, 0, 4, 16), decisions=made)
    decisions = payload([report])["functions"][0]["decisions"]
    assert [(each["construct"], each["became"]) for each in decisions] == [("break", "flag"), ("not", "logical")]


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
    parts = dict.fromkeys(("converted_code", "pure_jax", "graph", "comparison", "value", "python_value"))
    (function,) = payload([small_report(**parts, decisions=(), errors=())])["functions"]
    assert function["codes"] == [] and function["graph"] is None and function["timing"] is None
    assert function["value"] is None
    assert function["source"]["lines"]


def test_without_a_layout_there_is_the_text_tree() -> None:
    (function,) = payload([small_report()])["functions"]
    assert function["graph"]["tiles"] == []
    assert "x + 1" in function["graph"]["text"]


def test_neither_jax_nor_a_widget_is_imported() -> None:
    code = (
        "import sys, nbgraph.widgets.payload, nbgraph.widgets.page;"
        "print(sorted({'jax', 'numpy', 'ipywidgets', 'anywidget', 'IPython'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


CAUSE = Cause(
    "overflow", "`y` wraps around.", "x64", Span("cell", 3, 4, 3, 16), "y", "return x + 1", "3", "-3", "It is narrow.",
    iterations=((2, 7),),
)  # fmt: skip
DIFFERS = Verdict(False, "value", "Not the same.", (Difference("result", "3", "-3", "different values"),))


def test_the_cause_of_a_difference_has_its_place_and_is_told_without_timings() -> None:
    (function,) = payload([small_report(verdict=DIFFERS, cause=CAUSE)])["functions"]
    assert function["timing"] is None
    assert function["verdict"]["equal"] is False
    assert (function["cause"]["span"], function["cause"]["iterations"]) == ([3, 4, 3, 16], [[2, 7]])
    text = to_text(payload([small_report(verdict=DIFFERS, cause=CAUSE)]))
    cause = "cause: overflow, cell, line 3, in iteration 7 of the loop in line 2"
    order = ["Not the same.", cause, "`y` wraps around.", "Write instead: x64", "def f(x):"]
    assert sorted(order, key=text.index) == order


ODD = Anomaly("nan", "The result is nan, which is first made by `x + 1` in line 3.", True, Span("cell", 3, 11, 3, 16))
SAME = Verdict(True, "equal", "Same result as plain Python: nan.")


def test_an_inf_or_nan_is_told_beside_the_same_result_and_has_its_place() -> None:
    shown = payload([small_report(verdict=SAME, anomaly=ODD)])
    (function,) = shown["functions"]
    assert function["anomaly"] == {"value": "nan", "message": ODD.message, "inResult": True, "span": [3, 11, 3, 16]}
    order = [SAME.message, ODD.message, "def f(x):"]
    assert sorted(order, key=to_text(shown).index) == order


def test_the_places_on_the_way_to_a_nan_are_marks_and_those_elsewhere_are_not() -> None:
    here = Mark("nan", "add", "nan is made by `x + 1` in line 3.", Span("cell", 3, 11, 3, 16))
    marks = (replace(here, span=Span("helper.py", 9, 0, 9, 5)), here)
    (function,) = payload([small_report(verdict=SAME, anomaly=replace(ODD, marks=marks))])["functions"]
    mark = {"value": "nan", "operation": "add", "message": here.message, "span": [3, 11, 3, 16]}
    assert function["anomaly"]["marks"] == [mark]


def test_findings_have_their_place_and_say_nothing_an_error_says() -> None:
    finding = Finding("asked-once", Span("cell", 3, 4, 3, 16), "read once", "pass it")
    elsewhere = replace(finding, span=Span("helper.py", 9, 0, 9, 5))
    (function,) = payload([small_report(findings=(finding, elsewhere))])["functions"]
    assert [(each["rule"], each["span"]) for each in function["findings"]] == [("asked-once", [3, 4, 3, 16])]
    assert "note [asked-once]: line 3: read once" in to_text(payload([small_report(findings=(finding,))]))
    error = StagingError("read once", id="asked-once", span=finding.span)
    assert payload([small_report(findings=(finding,), errors=(error,))])["functions"][0]["findings"] == []


def cube_root(y: float) -> float:
    def cube(x: float) -> float:
        return x * x * x

    low = 0.0
    error = cube(low) - y
    nothing = low
    below = cube(y)
    return error + nothing + below


def test_a_line_that_only_calls_a_function_inside_has_the_operations_of_the_call() -> None:
    found = report(cube_root, 2.0, timing=False)
    (function,) = payload([found])["functions"]
    made = {function["source"]["lines"][line - found.span.line].strip(): text for line, text in function["made"]}
    assert made["return x * x * x"] == made["below = cube(y)"] == "mul ×2"
    assert made["error = cube(low) - y"] == "sub"
    assert made["low = 0.0"] == made["nothing = low"] == ""


def constant_sum() -> float:
    total = 0.0
    for part in (1.0, 2.0):
        total += part
    return total


def test_each_line_of_a_function_that_leaves_nothing_to_compute_has_its_word() -> None:
    (function,) = payload([report(constant_sum, timing=False)])["functions"]
    assert sorted(text for _, text in function["made"]) == ["", "", "return"]


def sized(x: float, mode: str = "sum") -> float:
    """What a mode gives:
    return the larger one.
    """
    if mode == "sum":
        made = [x, 1.0]
        return x + len(made)
    made = [0.0]
    return made[0]


def test_nothing_is_said_of_a_line_that_python_did_not_come_to() -> None:
    (function,) = payload([report(sized, 2.0, timing=False)])["functions"]
    assert [text for _, text in function["made"]] == ["add", "", "add"]


def root(a: float) -> float:
    x = a * 1.5
    while x * x - a > 0.001:
        ng.loop_options(max_iterations=20)
        half = a / x
        x = (x + half) / 2
    return x


def test_a_line_of_a_differentiated_loop_is_no_line_of_python_s_alone() -> None:
    found = report(jax.grad(root), 2.0, timing=False)
    (function,) = payload([found])["functions"]
    made = {function["source"]["lines"][line - found.span.line].strip(): text for line, text in function["made"]}
    assert "div" in made["half = a / x"] and "add" in made["x = (x + half) / 2"]
    assert not any("callback" in text for text in made.values()), made  # what would tell of too many iterations
