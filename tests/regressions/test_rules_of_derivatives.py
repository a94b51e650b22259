"""A function with a derivative of its own, and its rule, are the user's code: converted, named and placed."""

from __future__ import annotations

import jax
import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.inspect import report


@jax.custom_vjp
def stable(x):
    if x > 0:
        return x + jnp.log1p(jnp.exp(-x))
    return jnp.log1p(jnp.exp(x))


def keep(x):
    return stable(x), x


def back(x, slope):
    if x > 0:
        return (slope / (1 + jnp.exp(-x)),)
    return (slope * jnp.exp(x) / (1 + jnp.exp(x)),)


stable.defvjp(keep, back)


@jax.custom_jvp
def doubled(x):
    return x + x


@doubled.defjvp
def rule(primals, tangents):
    (x,), (t,) = primals, tangents
    while x > 8:
        x = x - 1
    return doubled(x), 2 * t


def outer(x):
    return 3 * stable(x)


def test_a_rule_may_decide() -> None:
    for x in (100.0, -2.0):
        expected = 3 / (1 + jnp.exp(-x))
        assert jnp.allclose(ng.function(jax.grad(outer))(x), expected)
        assert jnp.allclose(ng.function(lambda x: jax.grad(outer)(x))(x), expected)
    assert ng.function(lambda x: jax.jvp(doubled, (x,), (10.0,))[1])(9.5) == 20.0


def test_the_graph_names_the_rule_and_its_lines() -> None:
    graph = ng.graph(jax.grad(outer), 100.0)
    regions = {region.id: region.label for region in graph.regions}
    assert {"keep: rule of stable", "back: rule of stable"} <= set(regions.values())
    made = {node.label: node.span.line for node in graph.nodes if node.span is not None}
    assert made["1 + jnp.exp(-x)"] == back.__code__.co_firstlineno + 2
    assert "rule: rule of doubled" in ng.graph(jax.grad(doubled), 1.0).to_text()


def test_one_gradient_of_a_rule_is_one_gradient() -> None:
    labels = [region.label for region in ng.graph(jax.grad(doubled), 1.0).regions]
    assert [label for label in labels if label.startswith(("forward", "backward"))] == [
        "forward of doubled",
        "backward of doubled",
    ]


def test_a_number_of_the_jax_package_is_written_as_a_number() -> None:
    run = report(jax.grad(doubled), 1.0, timing=False).recording
    assert run is not None
    assert "Typed" not in str(run.steps)


def test_a_conditional_under_vmap_is_a_select() -> None:
    def halved(x):
        if x > 1:
            return jnp.sin(x) / 2
        return x

    assert [each.shown for each in report(halved, 2.0, timing=False).decisions] == ["cond"]
    (decision,) = report(jax.vmap(halved), jnp.arange(3.0), timing=False).decisions
    assert decision.shown == "select"
    assert "both sides are computed" in decision.reason
