"""What wraps a converted function is another function, although wrappers copy the attributes of what they wrap.

Such a wrapper was taken for the converted function itself: a decorator's work, a gradient or a custom derivative rule
was dropped without a word, inside other converted functions and by `ng.convert` and `ng.function` of the wrapper.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng

KINDS = pytest.mark.parametrize("kind", [ng.convert, ng.function])


def square_or_cube(x):
    return x * x if x > 1 else x * x * x


def tenfold(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(x):
        return function(x) * 10

    return wrapper


def ways(wrapper: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The wrapper converted, compiled, and called by a function that is."""
    return [make(given) for make in (ng.convert, ng.function) for given in (wrapper, lambda x: wrapper(x))]


@KINDS
def test_decorator_around_a_converted_function_is_kept(kind):
    for function in ways(tenfold(kind(square_or_cube))):
        assert function(3.0) == 90.0


@KINDS
def test_transformed_function_is_kept(kind):
    for function in ways(jax.grad(kind(square_or_cube))):
        assert function(3.0) == 6.0
    for function in ways(jax.vmap(kind(square_or_cube))):
        assert function(jnp.array([0.5, 3.0])).tolist() == [0.125, 9.0]


@KINDS
def test_rule_of_a_converted_function_is_kept(kind):
    forward = jax.custom_jvp(kind(square_or_cube))
    forward.defjvp(lambda given, tangents: (forward(*given), 5 * tangents[0]))
    backward = jax.custom_vjp(kind(square_or_cube))
    backward.defvjp(lambda x: (backward(x), x), lambda _, cotangent: (5 * cotangent,))
    for rule in (forward, backward):
        for function in ways(rule):
            assert jax.grad(function)(3.0) == 5.0


@KINDS
def test_compiled_function_of_a_converted_one_is_converted(kind):
    for function in ways(jax.jit(kind(square_or_cube))):
        assert function(3.0) == 9.0


class Scale:
    def __init__(self, factor):
        self.factor = factor

    @ng.convert
    def converted(self, x):
        return x * self.factor if x > 0 else -x

    @ng.function(static_argnames="self")
    def compiled(self, x):
        return x * self.factor if x > 0 else -x


def test_converted_method_keeps_its_object():
    scale = Scale(5)
    for method in (scale.converted, scale.compiled):
        for function in ways(method):
            assert function(3) == 15


def test_attributes_of_a_function_take_no_place_of_ours():
    def doubled(x):
        return 2 * x

    doubled.python_function = doubled._programs = doubled.max_iterations = None
    assert ng.function(doubled)(3) == 6
