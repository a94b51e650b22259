"""Numbers in a result have the digits of the type they were computed in, wherever they stand."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.inspect import report
from nbgraph.core.timing.cap import Deferred
from nbgraph.core.timing.shown import narrow, shown
from nbgraph.core.timing.verdict import judge
from nbgraph.core.value_text import LIMIT, shortest, value_text
from nbgraph.widgets.payload import payload
from nbgraph.widgets.text import to_text

NARROW = [np.float16, np.float32, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn]


@pytest.mark.parametrize("kind", NARROW)
@pytest.mark.parametrize("number", [0.1, 119.88, 1 / 3, 2.0**-6, -7.0, 1.0, float("inf"), float("nan")])
def test_the_text_says_which_number_of_its_type_it_is_with_the_fewest_digits(kind, number):
    value = kind(number)
    text = shortest(value)
    assert kind(float(text)) == value or value != value
    digits = text.lstrip("-0.").replace(".", "")
    for fewer in range(1, len(digits)):
        rounded = kind(float(f"{float(value):.{fewer}g}"))
        assert rounded != value or len(text) <= len(repr(float(f"{float(value):.{fewer}g}")))


def test_numbers_of_python_have_all_their_digits():
    assert value_text([0.1 + 0.2, 2.0**-30, float(np.float32(119.88))]) == (
        "[0.30000000000000004, 9.313225746154785e-10, 119.87999725341797]"
    )


def test_numbers_in_lists_tuples_and_dicts():
    value = [np.float32(119.88), (jnp.float32(0.1), {"k": jnp.bfloat16(1.1)}), np.array([0.1], np.float32)]
    assert value_text(value) == "[119.88, (0.1, {'k': 1.1}), [0.1]]"
    assert shown(value[:2]) == "[119.88, (0.1, {'k': 1.1})]"
    assert value_text(jnp.array([1.1, 2.2], jnp.bfloat16)) == "[1.1, 2.2]"


def test_items_of_an_array_are_not_padded_on_one_line():
    assert value_text(np.array([0.11000001, 0.23], np.float32)) == "[0.11000001, 0.23]"
    assert value_text(np.array([[1, 10], [100, 2]])) == "[[1, 10], [100, 2]]"
    assert value_text(np.array(["a ", " b"])) == "['a ', ' b']"


def test_a_long_list_is_looked_at_as_far_as_it_is_shown():
    class Counted(list):
        def __repr__(self):
            looked.append(1)
            return "[]"

    looked = []
    assert len(value_text([Counted() for _ in range(10_000)])) == LIMIT
    assert len(looked) < LIMIT


def test_what_a_graph_computed_in_64_bits_keeps_its_digits():
    assert type(narrow(0.10000000149011612)) is np.float32
    assert type(narrow(0.1)) is float  # no item of a list of float32
    with jax.enable_x64(True):
        assert type(narrow(0.10000000149011612)) is float


def test_a_verdict_shows_both_sides_with_their_own_digits():
    verdict = judge([1.0, 46.41], [1.0, float(np.float32(46.4))])
    (difference,) = verdict.differences
    assert (difference.expected, difference.actual) == ("46.41", "46.4")
    verdict = judge(1.5, float(np.float32(0.1)))
    assert verdict.differences[0].actual == "0.1"
    verdict = judge([0.1], [float(np.float32(0.1)), float(np.float32(0.2))])
    assert verdict.differences[0].actual == "[0.1, 0.2]"


def price(x):
    y = x * 1.0
    if y > 3:
        y = y * 1.5
    return y + 0.03


def growing(n):
    found, x = [], 0.1
    while n > 0:
        found.append(x)
        x = x * 1.1
        n = n - 1
    return found


def several(x):
    return {"a": x * 0.1, "b": (x + 0.7, [x * 0.1])}


def constant(x):
    return 2.0**-30


@pytest.mark.parametrize(
    "function, argument, text",
    [
        (price, 79.9, "119.880005"),
        (growing, 3, "[0.1, 0.11000001, 0.12100001]"),
        (several, 3.3, "{'a': 0.33, 'b': (4.0, [0.33])}"),
        (price, np.float16(79.9), "119.8"),
    ],
)
def test_the_page_shows_a_result_in_its_own_digits_and_hands_out_the_value(function, argument, text):
    found = report(function, argument, timing=False)
    data = payload([found])
    assert data["functions"][0]["value"] == text
    assert f" = {text}\n" in to_text(data)
    assert data["functions"][0]["pythonValue"] == value_text(found.python_value)
    graph = ng.function(function)(argument)
    assert jax.tree_util.tree_leaves(found.value) == [float(leaf) for leaf in jax.tree_util.tree_leaves(graph)]
    assert not any(isinstance(leaf, np.generic) for leaf in jax.tree_util.tree_leaves(found.value))


def test_what_python_alone_returns_keeps_its_digits():
    found = report(constant, "no array", timing=False)
    assert found.shown_value in ("9.313225746154785e-10", "9.313226e-10")
    assert value_text(found.python_value) == "9.313225746154785e-10"


class Slow:
    def __repr__(self):
        raise Deferred


def test_a_time_limit_that_ends_in_a_repr_is_no_text_of_the_value():
    with pytest.raises(Deferred):
        shown(Slow())
