"""`functools.singledispatch` on a list ran its function as it is, and a text of JAX's tracers was the result."""

import string
from functools import singledispatch

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


@singledispatch
def spoken(x):
    return f"other {x}"


@spoken.register
def _(x: int):
    return f"int {x}"


@spoken.register(list)
def _(x):
    return [spoken(y) for y in x]


@spoken.register(tuple)
def _(x):
    total = 0
    for y in x:
        if y > 1:
            total += y
    return total


def say(x):
    return spoken(x)


@pytest.mark.parametrize("value", [3, [1, 2], [1, "b"], (1, 2, 5)])
def test_the_chosen_function_is_converted(value) -> None:
    assert ng.function(say)(value) == say(value)


class Angled(string.Formatter):
    def get_value(self, key, args, kwargs):
        return f"<{args[key]}>"


def formatted(x):
    return Angled().format("{0}", x)


def test_a_text_of_a_tracer_is_no_result() -> None:
    with pytest.raises(StagingError, match="a string made of values that are only known at run time"):
        ng.function(formatted)(3)
