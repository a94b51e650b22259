"""Derivatives and batches in the graph: regions that say of what, labels that say what the backward pass computes."""

from __future__ import annotations

import jax
import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.graph.model import Graph


def loss(w, x):  # type: ignore[no-untyped-def]
    return jnp.sum((w * x) ** 2)


def step(w, x):  # type: ignore[no-untyped-def]
    return w - jax.grad(loss)(w, x)


def bent(x):  # type: ignore[no-untyped-def]
    if x > 0:
        return jnp.sin(x)
    return x * x * x


def cube(x):  # type: ignore[no-untyped-def]
    return x**3


def history(w):  # type: ignore[no-untyped-def]
    for _ in range(30):
        w = jnp.sin(w)
    return w


def passes(graph: Graph) -> dict[str, str]:
    """The pass that each node lies in, by its id: "forward", "backward" or "function"."""
    regions = {region.id: region for region in graph.regions}
    found = {}
    for node in graph.nodes:
        at = node.region
        while regions[at].kind not in ("forward", "backward", "function"):
            at = regions[at].parent or "r0"
        found[node.id] = regions[at].kind
    return found


def test_the_two_passes_are_regions_with_the_name_of_the_function() -> None:
    graph = ng.graph(step, 2.0, jnp.ones(3))
    labels = [region.label for region in graph.regions if region.kind in ("forward", "backward")]
    assert labels == ["forward of loss", "backward of loss"]
    lies = passes(graph)
    forward = [node.label for node in graph.nodes if lies[node.id] == "forward"]
    backward = [node for node in graph.nodes if lies[node.id] == "backward"]
    assert "w * x" in forward
    assert not any("∂" in label for label in forward)
    assert any(node.label == "∂((w * x) ** 2)" for node in backward)
    assert not any(name for node in backward for name in node.names)  # a derivative is no value of the user's
    assert all(node.span is not None for node in backward if "∂" in node.label)  # and stands at its line


def test_what_a_branch_keeps_for_the_backward_pass_comes_from_where_it_is_made() -> None:
    graph = ng.graph(jax.grad(bent), 2.0)
    lies = passes(graph)
    labels = {node.id: node.label for node in graph.nodes}
    assert not any(node.operation.startswith("empty") for node in graph.nodes)
    kept = {
        labels[edge.source] for edge in graph.edges if (lies[edge.source], lies[edge.target]) == ("forward", "backward")
    }
    assert "x * x" in kept


def test_a_loops_backward_pass_carries_adjoints() -> None:
    graph = ng.graph(jax.grad(history), 2.0)
    lies = passes(graph)
    carried = {node.label for node in graph.nodes if node.role == "variable" and lies[node.id] == "backward"}
    assert carried == {"adjoint"}
    assert [node.label for node in graph.nodes if node.role == "stack"] == ["kept"]


def test_a_derivative_of_a_derivative_and_a_batch_say_of_what() -> None:
    twice = ng.graph(jax.grad(jax.grad(cube)), 2.0)
    labels = [region.label for region in twice.regions if region.kind in ("forward", "backward")]
    assert labels[:2] == ["forward of grad(cube)", "forward of cube"]
    assert "backward of grad(cube)" in labels
    batch = ng.graph(jax.vmap(cube), jnp.ones(3))
    assert [region.label for region in batch.regions if region.kind == "vmap"] == ["vmap(cube)"]
    chosen = ng.graph(jax.vmap(lambda x: bent(x)), jnp.ones(3))
    assert [node.label for node in chosen.nodes if node.operation == "select_n"]


def test_an_edge_never_ends_at_a_place_that_is_left_out() -> None:
    graph = ng.graph(jax.grad(jax.grad(bent)), 0.3)
    nodes = {node.id for node in graph.nodes}
    assert all(edge.source in nodes and edge.target in nodes for edge in graph.edges)


def cut(x):  # type: ignore[no-untyped-def]
    y = jnp.round(x) * x + x.astype(int) * x + jnp.sign(x)
    return y * jax.lax.stop_gradient(x) * jnp.where(x > 0, x, 1.0)


def test_what_lets_no_gradient_pass_says_so_in_a_derivative_alone() -> None:
    graph, said = ng.graph(jax.grad(cut), 2.0), ": no gradient passes"
    labels = [each.label for each in (*graph.nodes, *graph.regions)]
    marked = {label.removesuffix(said) for label in labels if label.endswith(said)}
    assert marked == {"jnp.round(x)", "x.astype(int)", "jnp.sign(x)", "stop gradient"}
    assert said not in str(ng.graph(cut, 2.0))


def chosen(x):  # type: ignore[no-untyped-def]
    return jnp.sum(jnp.where(x > 0, jnp.sqrt(x), 0.0))


@jax.checkpoint  # type: ignore[misc]
def block(x):  # type: ignore[no-untyped-def]
    return jnp.sin(jnp.cos(x))


def blocks(x):  # type: ignore[no-untyped-def]
    return block(x) * x


def steered(x):  # type: ignore[no-untyped-def]
    n = 0
    while x > 1:
        x = x / 2 if n % 2 == 0 else x * 0.9
        n += 1
    return x


@jax.custom_jvp  # type: ignore[misc]
def safe(x):  # type: ignore[no-untyped-def]
    return jnp.log(x)


@safe.defjvp  # type: ignore[misc]
def of_safe(primals, tangents):  # type: ignore[no-untyped-def]
    (x,), (dx,) = primals, tangents
    return safe(x), dx / x


def by_rule(x):  # type: ignore[no-untyped-def]
    return safe(x) * x


def in_backward(graph: Graph) -> list[str]:
    """The labels of what stands in a backward pass, of a helper's operations that of the helper."""
    lies, boxes = passes(graph), {each.id: each for each in graph.regions}
    own = [node for node in graph.nodes if lies[node.id] == "backward" and node.kind == "operation"]
    return [boxes[node.region].label if boxes[node.region].kind == "library" else node.label for node in own]


def test_a_call_of_a_library_in_the_backward_pass_is_a_derivative() -> None:
    assert set(in_backward(ng.graph(jax.grad(chosen), jnp.ones(2)))) == {
        "∂(jnp.sum(…))",
        "∂(jnp.where(…))",
        "∂(jnp.sqrt(x))",
    }


def test_what_the_backward_pass_computes_again_is_no_derivative() -> None:
    graph = ng.graph(jax.grad(blocks), 1.0)
    (again,) = (each for each in graph.regions if each.label == "computed again")
    inside = [node.label for node in graph.nodes if node.region == again.id]
    inside += [region.label for region in graph.regions if region.parent == again.id]
    assert inside == ["jnp.sin(jnp.cos(x))", "jnp.cos(x)"]
    assert {"n % 2 == 0", "n % 2"} < set(in_backward(ng.graph(jax.grad(steered), 9.0)))


def test_a_batch_of_derivatives_has_a_backward_pass() -> None:
    graph = ng.graph(jax.vmap(jax.grad(steered)), jnp.array([3.0, 9.0]))
    kinds = [(each.kind, each.label) for each in graph.regions if each.kind in ("vmap", "forward", "backward", "scope")]
    assert kinds == [
        ("vmap", "vmap(grad(steered))"),
        ("forward", "forward of steered"),
        ("backward", "backward of steered"),
    ]


def test_a_rule_stands_in_both_passes_once() -> None:
    regions = {each.id: each for each in ng.graph(jax.grad(by_rule), 2.0).regions}
    around = [regions[each.parent or ""].label for each in regions.values() if each.kind == "rule"]
    assert around == ["forward of by_rule", "backward of by_rule"]


def test_what_jax_asks_of_numpy_is_no_line_of_the_users() -> None:
    graph = ng.graph(jax.hessian(cube), 1.0)
    assert {each.span.file for each in (*graph.nodes, *graph.regions) if each.span} == {__file__}


def printed(x):  # type: ignore[no-untyped-def]
    y = x * x
    print("y is", y)
    return y * x


def test_a_print_is_not_on_the_way_of_the_gradient_and_cuts_nothing() -> None:
    labels = [node.label for node in ng.graph(jax.grad(printed), 2.0).nodes]
    assert any('print("y is", y)' in label for label in labels)
    assert not any("no gradient passes" in label for label in labels)
