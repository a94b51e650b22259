"""Payloads and reports that the tests of the widgets draw from."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from nbgraph.core.codegen.source_map import GeneratedCode, Mapping
from nbgraph.core.errors import StagingError
from nbgraph.core.graph.model import Aval, Edge, Graph, Node, Region
from nbgraph.core.report import Report
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision, Promotion

DATA = Path(__file__).parents[1] / "data"
_COLLATZ = json.loads((DATA / "collatz_payload.json").read_text("utf-8"))
HOSTILE = [item["payload"] for item in json.loads((DATA / "payloads.json").read_text("utf-8"))]


@pytest.fixture
def collatz() -> dict[str, Any]:
    """What the explorer gets for `collatz(27)`; a copy to change at will."""
    return copy.deepcopy(_COLLATZ)


@pytest.fixture(params=range(len(HOSTILE)), ids=lambda index: f"p{index + 1:02}")
def hostile(request: pytest.FixtureRequest) -> str:
    """Each string that would run as a script somewhere if it were taken as markup."""
    return HOSTILE[request.param]


def small_report(**parts: Any) -> Report:
    """A report of a function that stands in lines 2 and 3 of its cell."""
    source = SourceText("cell", ("# first", "def f(x):", "    return x + 1"))
    total = Span("cell", 3, 11, 3, 16)
    code = GeneratedCode("general", "def f(x):\n    return x + 1\n", (Mapping(Span("general", 2, 11, 2, 16), total),))
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
        "general": code,
        "graph": graph,
        "decisions": (decision, elsewhere),
        "value": 2,
        "python_value": 2,
        "errors": (error,),
    }
    return Report("f(1)", source, Span("cell", 2, 0, 3, 16), **{**made, **parts})
