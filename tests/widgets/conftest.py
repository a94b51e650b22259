"""Payloads and reports that the tests of the widgets draw from."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.core.codegen.source_map import GeneratedCode, Mapping
from nbgraph.core.decisions import Decision, Promotion
from nbgraph.core.errors import StagingError
from nbgraph.core.graph.model import Aval, Edge, Graph, Node, Region
from nbgraph.core.report import Report
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from tests.widgets.window import Window, showing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.widgets.window import Show

DATA = Path(__file__).parents[1] / "data"
_COLLATZ = json.loads((DATA / "collatz_payload.json").read_text("utf-8"))
HOSTILE = [item["payload"] for item in json.loads((DATA / "payloads.json").read_text("utf-8"))]


@pytest.fixture
def collatz() -> dict[str, Any]:
    """What the explorer gets for `collatz(27)`; a copy to change at will."""
    return copy.deepcopy(_COLLATZ)


def of_300_nodes() -> dict[str, Any]:
    """The same, its graph a chain of 300 nodes of which each line owns some."""
    payload = copy.deepcopy(_COLLATZ)
    graph = payload["functions"][0]["graph"]
    row, spans = graph["nodes"][4], range(len(graph["spans"]))
    graph["nodes"] = [[i, *row[1:7], 0, spans[i % len(spans)], *row[9:]] for i in range(300)]
    graph["edges"] = [[i, i, i + 1, *graph["edges"][0][3:6], -1] for i in range(299)]
    graph["regions"] = graph["regions"][:1]
    places = [number for i in range(300) for number in (i, i % 20 * 90, i // 20 * 60, 80, 30)]
    graph["tiles"] = [[0, 1800, 900, places, [], []]]
    return payload


def swept(word: str = "n", **changes: Any) -> dict[str, Any]:
    """A sweep's data: a line that ends early, one that does not, two graphs, and a size where results differ."""
    sizes = [1, 10, 100, 1000]
    python = [[size, size * 1e-7, size * 0.9e-7, size * 1.2e-7, 40] for size in sizes[:3]]
    graph = [[size, 6e-6, 5e-6, 8e-6, 40] for size in sizes]
    series = [
        {"name": "python", "label": "plain Python", "points": python, "ended": "one call at 100 took 600 ms"},
        {"name": "graph", "label": "graph (jit)", "points": graph, "ended": ""},
    ]
    words = [f"The graph loses up to {word} = 10.", "Compiled twice."]
    first = [[1, 0.05], [1000, 0.06]]
    data = {"over": word, "log": True, "sizes": sizes, "series": series, "first": first, "different": [100]}
    return {**data, "sentences": words, **changes}


def changed(collatz: dict[str, Any], at: int | None = None) -> dict[str, Any]:
    """A difference in line 5 of the function, and in two nodes of its graph."""
    source = collatz["functions"][0]["source"]
    rows = [
        ["…", None, None, "2 lines as before", None],
        ["-", 5, None, "        if a % 3 == 0:", None],
        ["+", None, 5, source["lines"][5 - source["first"]], [5, 0, 5, 22]],
    ]
    nodes = [
        ["+", None, "n4", "a != 1 (ne) : bool[]", [4, 10, 4, 16]],
        ["-", "n5", None, "a % 3 (rem) : i32[]", None],
        ["~", "n3", "n3", "counter: i32[] → f32[]", [3, 4, 3, 11]],
    ]
    codes = [{"form": "source", "rows": rows}]
    return {"title": "collatz(27)", "at": at, "sentences": ["Both give 111."], "codes": codes, "nodes": nodes}


@pytest.fixture
def everything(collatz: dict[str, Any]) -> dict[str, Any]:
    """Two functions on one time axis; the second with a sweep, and with what changed since the first."""
    (function,) = collatz["functions"]
    second = {**function, "title": "collatz(28)", "sweep": swept(), "diff": changed(collatz, at=0)}
    together = ["As graphs, collatz(27) takes 7 us and collatz(28) 7.2 us, about as long."]
    return {**collatz, "functions": [function, second], "together": together}


@pytest.fixture(params=range(len(HOSTILE)), ids=lambda index: f"p{index + 1:02}")
def hostile(request: pytest.FixtureRequest) -> str:
    """Each string that would run as a script somewhere if it were taken as markup."""
    return HOSTILE[request.param]


def small_report(**parts: Any) -> Report:
    """A report of a function that stands in lines 2 and 3 of its cell."""
    source = SourceText("cell", ("# first", "def f(x):", "    return x + 1"))
    total = Span("cell", 3, 11, 3, 16)
    code = GeneratedCode(
        "converted code", "def f(x):\n    return x + 1\n", (Mapping(Span("converted code", 2, 11, 2, 16), total),)
    )
    graph = Graph(
        "f",
        nodes=(
            Node("n0", "input", "input", "x", Span("cell", 2, 6, 2, 7), avals=(Aval((), "int32"),), names=("x",)),
            Node("n1", "operation", "add", "x + 1", total, avals=(Aval((), "int32"),), names=("",)),
            Node("n2", "operation", "mul", "×", Span("helper.py", 9, 0, 9, 5), callers=(total,)),
        ),
        edges=(Edge("e0", "n0", "n1", "x", Aval((), "int32")),),
        regions=(Region("r0", "function", "f"),),
    )
    decision = Decision(total, "call", "python", "it is short", promotions=(Promotion("x", "int32", "float32"),))
    elsewhere = Decision(Span("helper.py", 9, 0, 9, 5), "if", "cond")
    error = StagingError("wrong here", span=total, remedy="do that")
    made: dict[str, Any] = {
        "converted_code": code,
        "graph": graph,
        "decisions": (decision, elsewhere),
        "value": 2,
        "python_value": 2,
        "errors": (error,),
    }
    return Report("f(1)", source, Span("cell", 2, 0, 3, 16), **{**made, **parts})


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[Window]:
    """The window of these tests."""
    window = Window(browser)
    yield window
    window.close()


@pytest.fixture
def page(window: Window) -> Iterator[Page]:
    """Its page, empty; the test fails if a script failed there, a dialog opened, or it asked any host for anything."""
    yield window.page
    window.clear()
    assert window.wrong() == []


@pytest.fixture
def show(page: Page, tmp_path: Path) -> Show:
    """Opens data as a page from disk."""
    return showing(page, tmp_path)
