"""Operations that leave the graph, those that stretch both operands, and sizes that stay open."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def total(a, b):
    return jnp.sum(a + b)


def called(x):
    print("x", x)
    return jax.pure_callback(lambda v: v, jax.ShapeDtypeStruct((), "float32"), x) + 1


def test_a_sum_of_a_column_and_a_row_is_marked_and_a_bias_is_not() -> None:
    square = ng.graph(total, jnp.ones((2, 1)), jnp.ones(2))
    assert [node.label for node in square.nodes if node.role == "stretches"] == ["a + b"]
    assert "stretches a + b : f32[2,2]" in square.to_text()
    assert not [node for node in ng.graph(total, jnp.ones((2, 3)), jnp.ones(3)).nodes if node.role]


def test_callbacks_leave_the_graph() -> None:
    graph = ng.graph(called, 1.0)
    assert [node.label for node in graph.nodes if node.role == "leaves"] == ['① print("x", x)', "jax.pure_callback(…)"]
    assert 'shape="cds"' in graph.to_dot()


def test_a_size_that_stays_open_has_its_name() -> None:
    size, width = jax.export.symbolic_shape("n, m")
    graph = ng.graph(total, jax.ShapeDtypeStruct((size, width), "float32"), jax.ShapeDtypeStruct((width,), "float32"))
    assert "a + b : f32[n,m]" in graph.to_text()
    assert not [node for node in graph.nodes if node.role]


def test_the_code_for_an_open_size_is_printed() -> None:
    (size,) = jax.export.symbolic_shape("n")
    arrays = (jax.ShapeDtypeStruct((size, 3), "float32"), jax.ShapeDtypeStruct((3,), "float32"))
    assert "    return jnp.sum(a + b)\n" in ng.to_code(total, *arrays)


def test_a_function_on_each_device_says_on_how_many_and_stretches_nothing() -> None:
    mesh = jax.sharding.Mesh(jax.devices()[:1], ("part",))

    def added(x, y):
        return x + y

    def run(x, y):
        spec = jax.sharding.PartitionSpec("part")
        return jax.shard_map(added, mesh=mesh, in_specs=spec, out_specs=spec)(x, y)

    graph = ng.graph(run, jnp.ones(16), jnp.ones(16))
    assert [region.label for region in graph.regions if region.kind == "call"] == ["added × 1 (part)"]
    assert not [node for node in graph.nodes if node.role]
    text = graph.to_text()
    assert "← n0 x (f32[16] → 1 × f32[16])" in text
    assert "return ← n2 (1 × f32[16] → f32[16])" in text


def test_what_devices_tell_each_other_has_a_shape_of_its_own() -> None:
    mesh = jax.sharding.Mesh(jax.devices()[:1], ("part",))

    def total(x):
        return jax.lax.pmean(x, "part")  # two operations in one box

    spec = jax.sharding.PartitionSpec
    run = jax.shard_map(total, mesh=mesh, in_specs=spec("part"), out_specs=spec())
    graph = ng.graph(lambda x: run(x), jnp.ones(16))
    assert "between devices" in graph.to_text()
    assert 'shape="octagon"' in graph.to_dot()


TABLE = jnp.arange(3.0)


def test_an_array_from_outside_has_its_name_also_in_a_loop() -> None:
    def summed(n):
        total = 0.0
        for i in range(n):
            total = total + TABLE[i]
        return total

    nodes = ng.graph(summed, 3).nodes
    assert [node.label for node in nodes if node.kind == "constant" and node.avals[0].shape] == ["TABLE"]


def halved(x):
    count = 0
    while x > 1.5:
        x = x / 2
        count = count + 1
    return x, count


@pytest.mark.parametrize("transformation", [jax.vmap, jax.pmap])
def test_a_loop_under_a_transformation_is_that_of_the_user(transformation) -> None:
    """It was the box of a library's function, for nbgraph had given it rules of its own."""
    graph = ng.graph(transformation(halved), jnp.array([8.0]))
    loop = next(region for region in graph.regions if region.kind == "while")
    assert (loop.label, loop.span.line, loop.span.file) == (
        "while x > 1.5",
        halved.__code__.co_firstlineno + 2,
        __file__,
    )
    assert not [region for region in graph.regions if region.kind == "library" and "while" in region.label]
    assert "[while x > 1.5]" in graph.to_text()


def test_what_may_differ_between_devices_says_so() -> None:
    mesh = jax.sharding.Mesh(jax.devices()[:1], ("part",))

    def counts(x):
        start = jax.lax.pcast(1.0, "part", to="varying")
        return jax.lax.psum(halved(x[0] + start)[1], "part")

    spec = jax.sharding.PartitionSpec
    run = jax.shard_map(counts, mesh=mesh, in_specs=spec("part"), out_specs=spec())
    text = ng.graph(lambda x: run(x), jnp.ones(1)).to_text()
    assert "jax.lax.pcast(…): may differ by device → start" in text
    assert "0: may differ by device : i32[]" in text  # the count, which the loop makes differ


def test_the_place_of_what_another_branch_keeps_is_called_nothing() -> None:
    def bent(x):
        return x**2 if x > 0 else 3 * x

    labels = {node.label for node in ng.graph(jax.vmap(jax.grad(bent)), jnp.array([1.0, -2.0])).nodes}
    assert "nothing" in labels and "empty2" not in labels
