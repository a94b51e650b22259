"""Calls of one cell and of later cells count together: each says which trace of its function it uses."""

from __future__ import annotations

from dataclasses import replace

import nbgraph as ng
from nbgraph.core.inspect import report
from nbgraph.core.report import Report
from nbgraph.magics.calls import parse_calls
from nbgraph.magics.evaluate import bind
from nbgraph.magics.line import MagicLine
from nbgraph.magics.versions import with_used_trace
from nbgraph.widgets.payload.recording import ran, traces_data
from nbgraph.widgets.text import to_text
from tests.widgets.conftest import small_report


def doubled(x):
    n = 2
    for _ in range(n):
        x = x * n
    return x


def run_cell(text: str, found: Report, **names) -> list[Report]:
    line = MagicLine(text)
    bound = [bind(call, line, names) for call in parse_calls(line)]
    return [with_used_trace(found, each, bound) for each in bound]


def said(reports: list[Report]) -> list[str | None]:
    return [None if each.used is None else each.used.sentence for each in reports]


def test_calls_of_one_cell_and_of_later_ones_count_together() -> None:
    found, names = report(doubled, 1, timing=False), {"f": ng.function(doubled), "plain": doubled}
    assert said(run_cell("f(1)", found, **names)) == [None], "one call alone has nothing to tell"
    one, two = run_cell("f(2); f(2.5)", found, **names)
    assert said([one, two]) == [
        "Reused trace 1 of `doubled`: the arguments have the same types.",
        "Traced again, as trace 2 of `doubled`, because argument `x`: int32[] → float32[].",
    ]
    (named,) = run_cell("f(x=3)", found, **names)
    assert said([named]) == ["Traced again, as trace 3 of `doubled`, because argument `x`: by name this time."]
    assert [row.calls for row in named.used.rows] == [("f(1)", "f(2)"), ("f(2.5)",), ("f(x=3)",)]
    assert said(run_cell("plain(1); plain(2)", found, **names)) == [None, None], "it has no cache"
    assert said(run_cell("f('a')", small_report(graph=None), **names)) == [None], "it was not traced"

    data = traces_data(two.used, two.recording)
    assert [row[0::3] for row in data["rows"]] == [["x: int32[]", "f(1), f(2)"], ["x: float32[]", "f(2.5)"]]
    own = doubled.__code__.co_firstlineno
    runs = f"Python alone ran lines {own + 1} and {own + 2}, once, while it was traced; the graph runs lines"
    assert ran(two.recording) == f"{runs} {own + 3} and {own + 4} in this call."
    function = {"title": "f(2.5)", "value": "10.0", "pythonValue": None, "verdict": None, "cause": None, "errors": []}
    shown = {**function, "findings": [], "source": {"first": 1, "lines": []}, "decisions": [], "graph": None}
    text = to_text({"version": 1, "functions": [{**shown, "codes": [], "traces": data}]})
    assert "  trace 2 (x: float32[]): f(2.5); because argument `x`: int32[] → float32[]\n" in text


def test_calls_without_the_magic_count_too() -> None:
    found, function = report(doubled, 1, timing=False), ng.function(doubled)
    function(2.5), function(3)
    (one,) = run_cell("f(4)", found, f=function)
    assert said([one]) == ["Reused trace 2 of `doubled`: the arguments have the same types."]
    function(5), function(x=6)
    (two,) = run_cell("f(7.5)", found, f=function)
    rows = [row[0::3] for row in traces_data(two.used, None)["rows"]]
    assert rows == [
        ["x: float32[]", "calls without the magic, f(7.5)"],
        ["x: int32[]", "calls without the magic, f(4)"],
        ["x: int32[]", "calls without the magic"],
    ]
    assert two.used.rows[2].reason == "argument `x`: by name this time"


def known(shape):
    if shape == "square":
        return 4
    return 0


def inside(x):
    def added(y):
        return y + k

    k = 2
    return added(x)


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def test_what_is_static_by_itself_is_not_said_to_be_named_in_static_argnames() -> None:
    _, two = run_cell("f(3); f(4)", report(factorial, 3, timing=False), f=ng.function(factorial))
    assert said([two]) == ["Traced again, as trace 2 of `factorial`, because argument `n`: Python value 3 → 4."]


def test_what_python_alone_ran_is_said_without_heads_and_with_functions_inside() -> None:
    first = known.__code__.co_firstlineno
    words = f"Python alone ran lines {first + 1} and {first + 2}, once, while it was traced; the graph runs no line"
    assert ran(report(known, "square", timing=False).recording) == f"{words} in this call."
    first = inside.__code__.co_firstlineno
    words = f"Python alone ran lines {first + 1} and {first + 4}, once, while it was traced; the graph runs lines"
    recording = report(inside, 1, timing=False).recording
    assert ran(recording) == f"{words} {first + 2} and {first + 5} in this call."
    cut = replace(recording, steps=(*recording.steps[:-1], replace(recording.steps[-1], is_traced=None)))
    assert not ran(cut), "nobody knows what is behind the end of a record"


class Hostile:
    def __eq__(self, other: object) -> bool:
        raise ValueError("no comparison")

    __hash__ = object.__hash__


def test_an_argument_that_cannot_be_compared_costs_the_sentence_alone() -> None:
    names = {"f": ng.function(doubled, static_argnames="x"), "one": Hostile(), "two": Hostile()}
    assert len(run_cell("f(one); f(two); f(one)", small_report(), **names)) == 3
