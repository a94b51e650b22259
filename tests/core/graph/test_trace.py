"""What the reader makes of a jaxpr: exact operations, regions, names and positions."""

from __future__ import annotations

import ast
import linecache
from collections import Counter
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from nbgraph.core.decisions import Decision
from nbgraph.core.graph import trace
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.simplify import view
from nbgraph.core.spans import Span
from tests.core.lax_programs import COLLATZ, HEADER, HUBER, SCAN, by_label, graph_of, outline, wires


@pytest.fixture
def collatz() -> Graph:
    return graph_of(COLLATZ, "collatz", 27, arguments=("a",))


def test_collatz_has_its_regions_with_the_true_branch_first(collatz: Graph) -> None:
    assert outline(view(collatz)) == [
        "function collatz",
        "  while while",
        "    test test",
        "    body body",
        "      cond cond",
        "        branch True",
        "        branch False",
    ]


def test_the_complete_graph_counts_what_the_jaxpr_counts(collatz: Graph) -> None:
    counted = Counter(node.operation for node in collatz.nodes if node.kind == "operation" and not node.role)
    assert counted["mul"] == 1  # 3 * a
    assert counted["rem"] == 2  # in `remainder` and in `floor_divide`
    assert counted["select_n"] == 3  # `remainder`, and `_where` in each of the two helpers
    assert [node.kind for node in collatz.nodes].count("input") == 1


def test_library_helpers_are_regions_labelled_in_the_users_words(collatz: Graph) -> None:
    helpers = [(region.operation, region.label) for region in collatz.regions if region.kind == "library"]
    assert helpers == [("remainder", "a % 2"), ("_where", "where"), ("floor_divide", "a // 2"), ("_where", "where")]


def test_a_helpers_own_equations_stand_at_the_users_call(collatz: Graph) -> None:
    helper = next(region for region in collatz.regions if region.operation == "floor_divide")
    spans = {node.span for node in collatz.nodes if node.region == helper.id}
    assert spans == {Span("<program>", 10, 43, 10, 49)}


def test_collatz_is_wired_by_the_users_names(collatz: Graph) -> None:
    assert wires(view(collatz)) == [
        "a -a-> a",
        "0 --> counter",
        "a -a-> a != 1",
        "a -a-> a % 2",
        "a % 2 --> a % 2 == 0",
        "a -a-> a // 2",
        "a -a-> 3 * a",
        "3 * a --> 3 * a + 1",
        "a // 2 -a-> a",
        "3 * a + 1 -a-> a",
        "a % 2 == 0 -True?> a // 2",
        "a % 2 == 0 -False?> 3 * a",
        "counter -counter-> counter + 1",
        "a -a~> a",
        "counter + 1 -counter~> counter",
        "a != 1 -True?> a % 2",
        "counter -counter-> return counter",
    ]


def test_control_edges_end_at_the_border_of_what_they_steer(collatz: Graph) -> None:
    labels = {region.id: region.label for region in collatz.regions}
    steered = [(edge.name, labels[edge.into or ""]) for edge in collatz.edges if edge.kind == "control"]
    assert steered == [("True", "True"), ("False", "False"), ("True", "body")]


def test_every_line_of_collatz_that_computes_has_a_visible_node(collatz: Graph) -> None:
    lines = {node.span.line for node in view(collatz).nodes if node.span is not None}
    # def, counter = 0, a != 1, the cond, counter + 1, the loop, return
    assert lines == {3, 4, 7, 10, 11, 13, 14}


def test_spans_are_those_of_the_expression(collatz: Graph) -> None:
    assert by_label(collatz, "a % 2 == 0").span == Span("<program>", 10, 21, 10, 31)
    assert by_label(collatz, "return counter").span == Span("<program>", 14, 4, 14, 18)
    assert by_label(collatz, "0").span == Span("<program>", 4, 14, 4, 15)


def test_a_bool_cast_to_choose_a_branch_does_not_take_the_results_name() -> None:
    graph = graph_of(HUBER, "huber", 1.5, arguments=("a",))
    named = [(node.operation, node.names) for node in graph.nodes if node.names == ("result",)]
    assert named == [("div", ("result",)), ("mul", ("result",)), ("cond", ("result",)), ("output", ("result",))]


def test_huber_reads_as_written() -> None:
    graph = view(graph_of(HUBER, "huber", 1.5, arguments=("a",)))
    assert [node.label for node in graph.nodes] == [
        "a",
        "jnp.abs(a)",
        "jnp.abs(a) <= delta",
        "a ** 2",
        "a ** 2 / 2",
        "jnp.abs(a)",
        "jnp.abs(a) - delta / 2",
        "delta * …",
        "result",
        "return result",
    ]


def test_a_scan_walks_over_elements_and_collects() -> None:
    graph = view(graph_of(SCAN, "running", jnp.ones(5), 2.0, arguments=("xs", "w")))
    assert outline(graph) == ["function running", "  scan scan"]
    assert [(node.role, node.label, *map(str, node.avals)) for node in graph.nodes if node.role] == [
        ("variable", "total", "f32[]"),
        ("element", "x", "f32[]"),
        ("stack", "ys", "f32[5]"),
    ]
    assert wires(graph) == [
        "0.0 --> total",
        "xs -xs-> x",
        "x -x-> x * w",
        "w -w-> x * w",
        "total -total-> total + y",
        "x * w -y-> total + y",
        "total + y -total~> total",
        "x * w -y-> ys",
        "total -total-> return total",
        "ys -ys-> return ys",
    ]


def test_decisions_name_what_the_source_does_not() -> None:
    source = "def count(n):\n    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 2), (0, 1))[1]\n"
    line = source.splitlines()[1]
    span = Span("<program>", 4, line.index("lax"), 4, len(line) - len("[1]"))
    decision = Decision(span, "while", "while", carry=("i", "power"), outputs=("i", "power"))
    graph = graph_of(source, "count", 3, arguments=("n",), decisions=(decision,))
    assert by_label(graph, "i").role == by_label(graph, "power").role == "variable"
    assert "power -power-> return power" in wires(graph)
    assert " * 2 -power~> power" in "\n".join(wires(graph))


def test_a_for_carries_its_round_before_the_users_variables() -> None:
    """What a converted `for` looks like: JAX records the header, and the carry starts with round and limit."""
    source = "def count(n):\n    for i in range(n): pass\n    return i\n"
    span = Span("<program>", 4, 4, 4, 21)
    decision = Decision(span, "for", "fori", carry=("s",), outputs=("s",))
    tree = ast.parse(HEADER + source.replace("for i in range(n): pass", "i = lax.fori_loop(0, n, step, 0.5)"))
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call))
    call.end_col_offset = span.end_column
    call.col_offset = span.column
    namespace: dict[str, Any] = {"step": lambda k, s: s * 2 + k}
    linecache.cache["<program>"] = (1, None, (HEADER + source).splitlines(True), "<program>")
    exec(compile(tree, "<program>", "exec"), namespace)
    jaxpr = jax.make_jaxpr(namespace["count"])(5)
    graph, _ = trace.read_jaxpr(jaxpr, name="count", argument_names=("n",), decisions=(decision,))
    assert [node.names for node in graph.nodes if node.role == "variable"] == [("i",), ("",), ("s",)]
    assert next(region.label for region in graph.regions if region.kind == "while") == "for i in range(n)"


def test_a_region_without_a_header_is_called_by_its_construct() -> None:
    source = "def f(x):\n    return lax.cond(x > 0, lambda: x + 1, lambda: x * 2)\n"
    decision = Decision(Span("<program>", 4, 11, 4, 56), "and", "cond", outputs=("",))
    graph = graph_of(source, "f", 1.5, arguments=("x",), decisions=(decision,))
    assert outline(graph)[1] == "  cond and"
    assert outline(graph_of(source, "f", 1.5, arguments=("x",)))[1] == "  cond cond"


def test_a_state_that_the_body_takes_apart_has_its_names() -> None:
    """A training step showed `carry[0]['w']`, where the code says `p`."""
    source = """\
def descend(w, n):
    def step(state, _):
        p, k = state
        return ({"w": p["w"] * 0.5}, k + 1), p["w"]
    return lax.scan(step, ({"w": w}, 0), length=3)
"""
    graph = graph_of(source, "descend", 3.0, 2, arguments=("w", "n"))
    assert [node.label for node in graph.nodes if node.role == "variable"] == ["p['w']", "k"]


def test_a_decision_elsewhere_names_nothing() -> None:
    source = "def count(n):\n    return lax.while_loop(lambda s: s < n, lambda s: s + 1, 0)\n"
    decision = Decision(Span("<program>", 3, 0, 3, 5), "while", "while", carry=("wrong",), outputs=("wrong",))
    graph = graph_of(source, "count", 3, arguments=("n",), decisions=(decision,))
    assert [node.label for node in graph.nodes if node.role == "variable"] == ["s"]


def test_a_value_that_one_branch_hands_on_stands_in_that_branch() -> None:
    source = "def f(x):\n    y = lax.cond(x > 0, lambda x: x, lambda x: -x, x)\n    return y\n"
    graph = graph_of(source, "f", 1.5, arguments=("x",))
    handed_on = next(node for node in graph.nodes if node.role == "pass")
    assert next(region.label for region in graph.regions if region.id == handed_on.region) == "True"
    assert handed_on.label == "x"


def test_a_value_that_all_branches_hand_on_passes_by() -> None:
    source = "def f(x, z):\n    y, z = lax.cond(x > 0, lambda: (x + 1, z), lambda: (x - 1, z))\n    return y, z\n"
    graph = graph_of(source, "f", 1.5, 2.0, arguments=("x", "z"))
    assert [node.names for node in graph.nodes if node.role == "merge"] == [("",)]
    assert "z -z-> return z" in wires(graph)


def test_switch_branches_are_labelled_by_index() -> None:
    source = "def f(i, x):\n    return lax.switch(i, [lambda x: x + 1, lambda x: x + 2, lambda x: x + 3], x)\n"
    graph = graph_of(source, "f", 1, 2.0, arguments=("i", "x"))
    assert [region.label for region in graph.regions if region.kind == "branch"] == ["case 0", "case 1", "case 2"]


def test_names_follow_assignments_of_every_kind() -> None:
    source = (
        "def f(x, a):\n"
        "    y = x + 1\n"
        "    y += x\n"
        "    p, q = x * 2, y * 3\n"
        "    a = a.at[0].set(p)\n"
        "    return (w := q - 1) + a[0]\n"
    )
    graph = view(graph_of(source, "f", 1.0, jnp.ones(3), arguments=("x", "a")))
    named = {node.label: node.names for node in graph.nodes if node.kind == "operation"}
    assert named["x + 1"] == ("y",)
    assert named["y += x"] == ("y",)
    assert named["x * 2"] == ("p",)
    assert named["y * 3"] == ("q",)
    assert named["a.at[0].set(p)"] == ("a",)
    assert named["q - 1"] == ("w",)


def test_a_users_jit_is_a_call_and_named_scopes_are_scopes() -> None:
    source = (
        "@jax.jit\ndef square(v):\n    return v * v\n"
        "def f(x):\n"
        "    with jax.named_scope('outer'):\n"
        "        y = square(x)\n"
        "        with jax.named_scope('inner'):\n"
        "            y = y + 1\n"
        "    return y\n"
    )
    graph = graph_of(source, "f", 2.0, arguments=("x",))
    assert outline(graph) == ["function f", "  scope outer", "    call square", "    scope inner"]
    assert by_label(graph, "v * v").callers == (Span("<program>", 8, 12, 8, 21),)


def test_custom_derivatives_and_checkpoints_are_calls() -> None:
    source = (
        "@jax.custom_jvp\ndef soft(v):\n    return jnp.exp(v)\n"
        "soft.defjvp(lambda p, t: (soft(*p), t[0]))\n"
        "def f(x):\n    return jax.checkpoint(soft)(x)\n"
    )
    graph = graph_of(source, "f", 2.0, arguments=("x",))
    assert outline(graph) == ["function f", "  call soft", "    call soft"]


def test_unknown_primitives_with_bodies_are_drawn_with_them() -> None:
    source = "def f(x):\n    return lax.associative_scan(lambda a, b: a + b, x)\n"
    graph = graph_of(source, "f", jnp.ones(4), arguments=("x",))
    assert graph.nodes[-1].kind == "output"
    source = "def f(x):\n    return lax.custom_linear_solve(lambda v: 2 * v, x, lambda m, b: b / 2, symmetric=True)\n"
    graph = graph_of(source, "f", jnp.ones(4), arguments=("x",))
    solve = by_label(graph, "custom linear solve")
    bodies = [region for region in graph.regions if region.kind == "body"]
    assert len(bodies) > 1
    assert {region.parent for region in bodies} == {solve.region}


def test_a_scatter_is_one_operation_though_its_parameters_hold_a_jaxpr() -> None:
    graph = graph_of("def f(x):\n    return x.at[0].add(1.0)\n", "f", jnp.ones(3), arguments=("x",))
    assert [node.label for node in view(graph).nodes] == ["x", "x.at[0].add(1.0)", "return"]


def test_an_unrolled_line_keeps_one_node_for_each_repetition() -> None:
    source = "def f(x):\n    for _ in range(3):\n        x = x * 1.5\n    return x\n"
    graph = view(graph_of(source, "f", 2.0, arguments=("x",)))
    assert [node.label for node in graph.nodes] == ["x", "x * 1.5", "x * 1.5", "x * 1.5", "return x"]


def test_backward_operations_do_not_pose_as_the_users_expressions() -> None:
    source = "def f(x):\n    return jax.grad(lambda x: jnp.sin(x) * x)(x)\n"
    graph = view(graph_of(source, "f", 2.0, arguments=("x",)))
    labels = [node.label for node in graph.nodes if node.kind == "operation"]
    assert labels.count("jnp.sin(x)") == 1
    assert labels.count("jnp.sin(x) * x") == 1
    assert [label.startswith("∂(") for label in labels] == [False, False, True, True, True]


def test_vmapped_programs_keep_names_and_shapes() -> None:
    source = "def f(xs):\n    ys = jax.vmap(lambda x: x * 2.0)(xs)\n    return ys\n"
    graph = graph_of(source, "f", jnp.ones((4, 2)), arguments=("xs",))
    assert [str(aval) for aval in by_label(graph, "x * 2.0").avals] == ["f32[4,2]"]


@pytest.mark.parametrize(("size", "label"), [(9, "array"), (3, "[0.0, 1.0, 2.0]")])
def test_array_constants_are_nodes_and_few_numbers_show_their_value(size: int, label: str) -> None:
    source = (
        f"import numpy as np\nTABLE = np.arange({size}.0, dtype='float32')\n"
        "def f(x):\n    return x + jnp.asarray(TABLE)\n"
    )
    graph = graph_of(source, "f", jnp.ones(size), arguments=("x",))
    assert [node.label for node in graph.nodes if node.kind == "constant"] == [label]


def test_columns_count_characters_not_bytes() -> None:
    graph = graph_of("def f(é):\n    ü = é * é; return ü + 1\n", "f", 2.0, arguments=("é",))
    assert by_label(graph, "ü + 1").span == Span("<program>", 4, 22, 4, 27)


def test_costs_follow_shapes() -> None:
    source = "def f(a, b):\n    return jnp.dot(a, b)\n"
    graph = graph_of(source, "f", jnp.ones((2, 3)), jnp.ones((3, 5)), arguments=("a", "b"))
    dot = next(node for node in graph.nodes if node.operation == "dot_general")
    assert dot.cost is not None
    assert (dot.cost.flops, dot.cost.bytes) == (2 * 2 * 3 * 5, 4 * (6 + 15 + 10))


def test_a_program_without_source_still_has_a_graph() -> None:
    namespace: dict[str, object] = {}
    exec(compile("def f(x):\n    return x + 1\n", "<gone>", "exec"), namespace)
    made, _ = trace.read_jaxpr(jax.make_jaxpr(namespace["f"])(1.0), name="f")
    assert [node.label for node in made.nodes] == ["argument 0", "· + 1.0", "return"]


def test_calls_that_double_are_not_written_out_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "CAP_NODES", 50)
    levels = "".join(f"@jax.jit\ndef g{n}(x):\n    return g{n - 1}(x) + g{n - 1}(x)\n" for n in range(1, 16))
    graph = graph_of(f"def g0(x):\n    return x * 2\n{levels}", "g15", 1.0, arguments=("x",))
    assert len(graph.nodes) < 200


def test_the_same_program_gives_the_same_graph(collatz: Graph) -> None:
    assert graph_of(COLLATZ, "collatz", 27, arguments=("a",)) == collatz
