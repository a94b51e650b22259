"""What `jax.grad`, `jax.vmap`, `jax.lax` hand to a function has an array's methods, in Python, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def cut(x):
    return x.astype(int) * x + x.sum()


def scanned(v):
    return jax.lax.scan(lambda c, x: (c + x.sum(), c.astype(int)), 0.0, v)[1]


def counted(n):
    return jax.lax.fori_loop(0, n, lambda i, c: c + i.astype(float), 0.0)


def chosen(x):
    return jax.lax.cond(x > 0, lambda v: v.astype(int), lambda v: v.sum().astype(int), x)


def graded(y):
    return jax.grad(cut)(y)


def mapped(v):
    return jax.vmap(cut)(v)


@pytest.mark.parametrize(
    ("made", "arguments"),
    (
        *((lambda: jax.grad(ng.convert(cut)), (2.0,)), (lambda: jax.vmap(ng.convert(cut)), (jnp.arange(3.0),))),
        *((lambda: jax.grad(ng.function(cut)), (2.0,)), (lambda: jax.vmap(ng.function(cut)), (jnp.arange(3.0),))),
        *((lambda: ng.function(graded), (2.0,)), (lambda: ng.function(mapped), (jnp.arange(3.0),))),
        *((lambda: ng.function(scanned), (jnp.arange(3.0),)), (lambda: ng.function(counted), (3,))),
        *((lambda: ng.function(chosen), (2.0,)), (lambda: jax.jit(ng.convert(cut)), (2.0,))),
    ),
)
def test_a_number_inside_of_a_transformation_is_an_array(made: Callable[[], Any], arguments: tuple[Any, ...]) -> None:
    made()(*arguments)


def test_a_number_of_python_has_no_method_of_an_array() -> None:
    with pytest.raises(AttributeError, match="'float' object has no attribute 'sum'"):
        ng.function(lambda x: x.sum())(2.0)
