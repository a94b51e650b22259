"""`jax.grad(model.loss)` and `jax.vmap(model)`: what belongs to an object is converted, and named, as a function is."""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

import nbgraph as ng


class Model:
    """A model with a choice in its loss."""

    def __init__(self, scale):
        self.scale = scale

    def loss(self, w):
        return w * w * self.scale if w > 1 else w

    def __call__(self, w):
        return self.loss(w)

    def fit(self, w):
        return w - jax.grad(self.loss)(w), jax.value_and_grad(self)(w)


model = Model(3.0)


def each(ws):
    return jax.vmap(model)(ws), jax.vmap(jax.grad(model.loss))(ws), jax.vmap(partial(model.loss))(ws)


def trained(w, k):
    def loss(w, k):
        return w * k * w

    return jax.grad(loss)(w, k)


def passes(function, *arguments):
    return [each.label for each in ng.graph(function, *arguments).regions if each.kind in ("forward", "backward")]


def test_a_method_is_converted() -> None:
    for w in (2.0, 0.5):
        jax.tree.map(np.testing.assert_allclose, ng.convert(model.fit)(w), model.fit(w))


def test_an_object_is_converted() -> None:
    for transformed in (jax.grad(model), jax.grad(model.loss)):
        assert [ng.convert(transformed)(w) for w in (2.0, 0.5)] == [transformed(w) for w in (2.0, 0.5)]
    one, slope, other = ng.convert(each)(jnp.array([2.0, 0.5]))
    assert (one.tolist(), slope.tolist(), other.tolist()) == ([12.0, 0.5], [12.0, 1.0], [12.0, 0.5])


def test_the_two_passes_have_the_name() -> None:
    assert passes(trained, 2.0, 1.0) == passes(model.fit, 2.0)[:2] == ["forward of loss", "backward of loss"]
