"""The text tree, the plain data and DOT of whole programs."""

from __future__ import annotations

import json
import re

import pytest

from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.graph.model import Edge, Graph, Node, Region
from nbgraph.core.graph.simplify import view
from tests.core.lax_programs import COLLATZ, HUBER, graph_of


@pytest.fixture
def collatz() -> Graph:
    return graph_of(COLLATZ, "collatz", 27, arguments=("a",))


def test_collatz_as_text(collatz: Graph) -> None:
    assert (
        collatz.to_text()
        == str(collatz)
        == """\
collatz
├─ n0 input a : i32[]  (line 3)
├─ [while]  (line 13)
│  ├─ n1 loop variable a : i32[] ← n0 a, ↺ n30 a  (line 13)
│  ├─ n3 loop variable counter : i32[] ← n2, ↺ n31 counter  (line 13)
│  ├─ [test]
│  │  └─ n4 a != 1 : bool[] ← n1 a  (line 7)
│  └─ [body]
│     ├─ n5 a % 2 (10 operations) : i32[] ← n1 a, if n4 True  (line 10)
│     ├─ n15 a % 2 == 0 : bool[] ← n5  (line 10)
│     ├─ [cond]  (line 10)
│     │  ├─ [True]
│     │  │  └─ n17 a // 2 (9 operations) → a : i32[] ← n1 a, if n15 True  (line 10)
│     │  ├─ [False]
│     │  │  ├─ n28 3 * a : i32[] ← n1 a, if n15 False  (line 10)
│     │  │  └─ n29 3 * a + 1 → a : i32[] ← n28  (line 10)
│     │  └─ n30 merge a : i32[] ← n17 a, n29 a  (line 10)
│     └─ n31 counter + 1 → counter : i32[] ← n3 counter  (line 11)
├─ n2 constant 0 : i32[]  (line 4)
└─ n32 return counter ← n3 counter  (line 14)
"""
    )


def test_plain_data_is_json_and_complete(collatz: Graph) -> None:
    data = json.loads(json.dumps(collatz.to_json()))
    assert (len(data["nodes"]), len(data["edges"]), len(data["regions"])) == (33, 45, 11)
    assert data["nodes"][15] == {
        "id": "n15",
        "kind": "operation",
        "operation": "eq",
        "label": "a % 2 == 0",
        "span": ["<program>", 10, 21, 10, 31],
        "callers": [["<program>", 13, 17, 13, 57]],
        "avals": ["bool[]"],
        "names": [""],
        "region": "r3",
        "cost": {"flops": 1, "bytes": 9},
        "role": "",
        "folded": 0,
        "folds": None,
    }


def test_dot_clusters_are_the_regions(collatz: Graph) -> None:
    clusters = re.findall(r"subgraph (\w+)", collatz.to_dot())
    assert clusters == ["cluster_r1", "cluster_r2", "cluster_r3", "cluster_r6", "cluster_r7", "cluster_r10"]


def test_feedback_is_drawn_from_its_head_down(collatz: Graph) -> None:
    (line,) = [line for line in collatz.to_dot().splitlines() if 'id="e42"' in line]
    feedback = next(edge for edge in collatz.edges if edge.id == "e42")
    assert line.strip().startswith(f"{feedback.target} -> {feedback.source} ")
    assert 'dir="back"' in line


def test_what_follows_a_loop_is_drawn_below_it(collatz: Graph) -> None:
    (line,) = [line for line in collatz.to_dot().splitlines() if 'id="e44"' in line]
    # test, then `a % 2`, `a % 2 == 0`, `3 * a`, `3 * a + 1`, merge lie between the variable and what follows
    assert 'minlen="7"' in line


def test_names_stand_on_edges_unless_a_box_says_them() -> None:
    source = "def f(x):\n    y = x + 1\n    return y * 2\n"
    edges = [line for line in graph_of(source, "f", 1.0, arguments=("x",)).to_dot().splitlines() if "->" in line]
    assert ['label="y"' in line for line in edges] == [False, True, False]


def test_kinds_are_told_apart_by_shape_and_not_by_colour_alone(collatz: Graph) -> None:
    shapes: dict[str, set[str]] = {}
    for line in dot_text(view(collatz)).splitlines():
        if line.strip().startswith("n") and "->" not in line and "label=" in line:
            kind = line.partition('class="')[2].partition('"')[0]
            shapes.setdefault(kind, set()).add(line.partition('shape="')[2].partition('"')[0])
    assert shapes == {
        "input": {"ellipse"},
        "constant": {"ellipse"},  # dashed
        "output": {"ellipse"},  # with a double line
        "operation variable": {"house"},
        "operation test": {"hexagon"},
        "operation": {""},
        "operation merge": {"invtrapezium"},
    }


def test_a_folded_loop_says_how_much_it_folds(collatz: Graph) -> None:
    (line,) = [line for line in collatz.to_dot(budget=4).splitlines() if "box3d" in line]
    assert 'label="while\\n24 operations"' in line


def test_swapped_variables_feed_each_other() -> None:
    source = (
        "def fib(n):\n"
        "    def body(i, s):\n        a, b = s\n        return b, a + b\n"
        "    a, b = lax.fori_loop(0, n, body, (0, 1))\n    return a\n"
    )
    graph = graph_of(source, "fib", 5, arguments=("n",))
    variables = {node.id for node in graph.nodes if node.role == "variable"}
    swapped = [edge for edge in graph.edges if {edge.source, edge.target} <= variables]
    assert [edge.kind for edge in swapped] == ["feedback"]
    assert isinstance(swapped[0], Edge)
    (line,) = [line for line in graph.to_dot().splitlines() if f'id="{swapped[0].id}"' in line]
    assert 'constraint="false"' in line


def test_methods_of_the_graph_share_one_budget() -> None:
    graph = graph_of(HUBER, "huber", 1.5, arguments=("a",))
    assert graph.to_dot(budget=4) == dot_text(graph.view(budget=4))
    picture = graph.to_picture(budget=4)
    assert picture is not None
    assert picture.graph == graph.view(budget=4)
    assert graph.to_svg(budget=4) == picture.svg


def test_a_border_does_not_repeat_its_test() -> None:
    nodes = (
        Node("n0", "operation", "gt", "a > 0"),
        Node("n1", "operation", "neg", "-a", region="r2"),
        Node("n2", "operation", "add", "b + 1", region="r3"),
    )
    regions = (
        Region("r0", "function", "f"),
        Region("r1", "cond", "if a > 0", "r0"),
        Region("r2", "branch", "True", "r1"),
        Region("r3", "cond", "if b > 0", "r0"),
    )
    text = dot_text(Graph("f", nodes, (Edge("e0", "n0", "n1", "True", kind="control", into="r2"),), regions))
    labels = [line.partition("label=")[2].partition(",")[0] for line in text.splitlines() if "graph [label" in line]
    assert labels == ['"if"', '"True"', '"if b > 0"']
