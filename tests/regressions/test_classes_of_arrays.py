"""Whether an array was NumPy's or JAX's is refused, however it is asked: two arrays never seem to have one class."""
# ruff: noqa: E721  (classes are compared by `==` here, too)

from __future__ import annotations

import numbers
from collections.abc import Callable, Hashable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


def same_type(v, w):
    return 1 if type(v) is type(w) else 2


def other_type(v, w):
    return 1 if type(v) is not type(w) else 2


def equal_type(v, w):
    return 1 if type(v) == type(w) else 2


def same_class(v, w):
    return 1 if v.__class__ is w.__class__ else 2


def among_types(v, w):
    return 1 if type(v) in (int, type(w)) else 2


def number_of_types(v, w):
    return len({type(v), type(w)})


def known_type(v, w):
    return 1 if type(v) is type(np.ones(3)) else 2


def instance_of_the_other(v, w):
    return 1 if isinstance(v, type(w)) else 2


def subclass_of_the_other(v, w):
    return 1 if issubclass(type(v), type(w)) else 2


def numpys(v, w):
    return 1 if issubclass(type(v), np.ndarray) else 2


def jaxs(v, w):
    return 1 if issubclass(type(v), jax.Array) else 2


def an_instance_of_jaxs(v, w):
    return 1 if isinstance(v, jax.Array) else 2


def an_instance_of_numpys(v, w):
    return 1 if isinstance(v, (int, np.ndarray)) else 2


def an_instance_of_a_union(v, w):
    return 1 if isinstance(v, float | jax.Array) else 2


def has_an_attribute_of_jaxs(v, w):
    return 1 if hasattr(v, "at") else 2


REFUSED: tuple[Callable[..., Any], ...] = (
    same_type,
    other_type,
    equal_type,
    same_class,
    among_types,
    number_of_types,
    known_type,
    instance_of_the_other,
    subclass_of_the_other,
    numpys,
    jaxs,
    an_instance_of_jaxs,
    an_instance_of_numpys,
    an_instance_of_a_union,
    has_an_attribute_of_jaxs,
)


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_class_of_an_array_is_refused(function: Callable[..., Any]) -> None:
    pairs = (np.ones(3), np.ones(3)), (np.ones(3), jnp.ones(3)), (jnp.ones(3), np.ones(3)), (jnp.ones(3), jnp.ones(3))
    assert len({function(*pair) for pair in pairs}) == 2  # Python tells them apart
    for pair in pairs:
        with pytest.raises(StagingError, match="came from NumPy or from JAX") as caught:
            ng.function(function)(*pair)
        assert caught.value.span is not None
        assert caught.value.span.line == function.__code__.co_firstlineno + 1


def of_numbers(v, w):
    same = type(v) is type(w), type(v) is not type(w), type(v) == type(w), v.__class__ is w.__class__
    inherited = issubclass(type(v), int), issubclass(type(v), (float, object)), isinstance(v, type(w))
    return same, inherited, type([v]) is type([]), type([v]) is type((v,)), len({type(v), type(w), int})


@pytest.mark.parametrize("pair", [(1, 2), (1, 2.0), (2.0, 1), (True, 1), ([1], [2])], ids=str)
def test_classes_of_numbers_are_told_apart(pair: tuple[Any, Any]) -> None:
    assert ng.function(of_numbers)(*pair) == of_numbers(*pair)


def of_any_array(v, n):
    kinds = isinstance(v, object), isinstance(v, (np.ndarray, jax.Array)), type(v) is int, type(v) in (int, float)
    return n, kinds, type(v) == list, issubclass(type(v), object)


@pytest.mark.parametrize("array", [np.ones(3), jnp.ones(3)], ids=lambda array: type(array).__name__)
def test_what_all_arrays_have_in_common_is_answered(array: Any) -> None:
    assert ng.function(of_any_array)(array, 2) == of_any_array(array, 2)


def of_any_number(x):
    arrays = isinstance(x, jax.Array), isinstance(x, (np.ndarray, jax.Array)), isinstance(x, jnp.ndarray | str)
    return arrays, isinstance(x, (jax.Array, float)), isinstance(x, numbers.Number), isinstance(x, Hashable), x


@pytest.mark.parametrize("number", [3, 3.5, True], ids=str)
def test_a_number_of_pythons_is_no_array(number: Any) -> None:
    assert ng.function(of_any_number)(number) == of_any_number(number)


@pytest.mark.parametrize("question", [float, (float, np.floating), (float, jax.Array), numbers.Number], ids=str)
def test_the_class_of_a_number_of_an_array_is_refused_where_it_matters(question: Any) -> None:
    def asks(x):
        return isinstance(x, question)

    assert len({asks(number) for number in (1.5, np.float32(1.5), jnp.float32(1.5))}) == 2
    for number in (np.float32(1.5), jnp.float32(1.5)):
        with pytest.raises(StagingError, match="comes from an array"):
            ng.function(asks)(number)


def test_the_remedy_says_what_all_of_them_are() -> None:
    def asks(x):
        return isinstance(x, (float, np.floating, jax.Array)), isinstance(x, (int, str))

    for number in (1.5, np.float32(1.5), jnp.float32(1.5)):
        assert ng.function(asks)(number) == asks(number) == (True, False)
