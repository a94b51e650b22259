"""The picture as a value of the package `graphviz`."""

from __future__ import annotations

import graphviz
import pytest

from nbgraph.core.drawing import files
from nbgraph.core.drawing.engines import dot_program
from nbgraph.core.graph.model import Aval, Edge, Graph, Node, Region

VALUE = Aval((), "int32")
GRAPH = Graph(
    'f <"quoted">',
    (
        Node("n0", "input", "input", "x", avals=(VALUE,)),
        Node("n1", "operation", "neg", "neg", avals=(VALUE,)),
        Node("n2", "output", "output", "result"),
    ),
    (Edge("e0", "n0", "n1", "x", VALUE), Edge("e1", "n1", "n2", "", VALUE)),
    (Region("r0", "function", "f"),),
)


def test_the_source_is_that_of_to_dot() -> None:
    source = GRAPH.to_graphviz()
    assert isinstance(source, graphviz.Source)
    assert source.source == GRAPH.to_dot()
    assert GRAPH.to_graphviz(budget=2).source == GRAPH.to_dot(budget=2)


@pytest.mark.skipif(dot_program() is None, reason="the package `graphviz` runs `dot`")
def test_graphviz_draws_it() -> None:
    drawn = GRAPH.to_graphviz().pipe(format="svg", encoding="utf-8")
    assert all(f">{label}</text>" in drawn for label in ("x", "neg", "result"))


def test_what_was_not_laid_out_in_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "draw", lambda graph, budget: None)
    with pytest.raises(RuntimeError, match="in time"):
        GRAPH.to_svg()
