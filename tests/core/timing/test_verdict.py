"""Equality: what is the same, what is not, and what the verdict says about it."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core.staging.values.undefined import UndefinedNameError
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.assemble import assemble
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.run import REAL
from nbgraph.core.timing.session import First, Session
from nbgraph.core.timing.verdict import judge, judge_errors

NAN = float("nan")
Point = namedtuple("Point", "x y")


@dataclass
class Body:
    mass: Any


class Plain:
    def __init__(self, x):
        self.x = x


class Hostile:
    def __eq__(self, other):
        raise RuntimeError("not comparable")

    def __repr__(self):
        raise RuntimeError("not printable")

    __hash__ = None


@pytest.mark.parametrize(
    "expected, actual",
    [
        (3, jnp.int32(3)),
        (True, jnp.bool_(True)),
        (0.1, jnp.float32(0.1)),
        (1 / 3, jnp.bfloat16(1 / 3)),
        (0.1, float(np.float32(0.1))),
        ([46.4], [46.400001525878906]),
        (0.1 + 2j, complex(np.complex64(0.1 + 2j))),
        (1 / 3, np.float64(1 / 3)),
        (1 + 2j, jnp.complex64(1 + 2j)),
        (NAN, jnp.float32(NAN)),
        (float("inf"), jnp.float32(float("inf"))),
        (1e-8, jnp.float32(0.0)),
        (np.array([1, 2]), jnp.array([1, 2])),
        (np.zeros((0, 3)), jnp.zeros((0, 3))),
        (None, None),
        ("text", "text"),
        (np.array(["a", "b"]), np.array(["a", "b"])),
        ((1, [2.5, {"k": None}]), (jnp.int32(1), [jnp.float32(2.5), {"k": None}])),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Point(1, 2), Point(jnp.int32(1), jnp.int32(2))),
        (Body(np.arange(3)), Body(jnp.arange(3))),
        (Plain(1), Plain(jnp.int32(1))),
        ((), ()),
        (2**70, 2**70),
    ],
)
def test_same(expected, actual):
    verdict = judge(expected, actual)
    assert (verdict.equal, verdict.kind, verdict.differences) == (True, "equal", ())


@pytest.mark.parametrize(
    "expected, actual, kind, path, reason",
    [
        (1, jnp.float32(1), "kind", "result", "int against float"),
        (True, jnp.int32(1), "kind", "result", "bool against int"),
        (1.0, jnp.int32(1), "kind", "result", "float against int"),
        (247, jnp.int32(120), "value", "result", "different values"),
        (2**40, jnp.int32(0), "value", "result", "outside int32, where the graph wraps around"),
        (3 * 10**9, jnp.int32(2**31 - 1), "value", "result", "outside int32"),  # `int(3e9)`, which wraps nothing
        ([2**40], [0], "value", "result[0]", "outside int32, where the graph wraps around"),
        (1e300, jnp.float32("inf"), "value", "result", "1e+300 is outside float32"),
        (1.0, 1.0001, "value", "result", "different values"),
        (1.0, jnp.float32(1.0001), "value", "result", "different values"),
        (1.0, np.float64(1.0 + 1e-6), "value", "result", "different values"),
        (NAN, jnp.float32(0), "value", "result", "different values"),
        (np.zeros(3), jnp.zeros((3, 1)), "shape", "result", "shape (3,) against (3, 1)"),
        (2.0, jnp.zeros(1), "shape", "result", "shape () against (1,)"),
        (np.arange(4).reshape(2, 2), jnp.array([[0, 1], [5, 6]]), "value", "result[1, 0]", "2 of 4 elements differ"),
        ([1, 2], (1, 2), "structure", "result", "list against tuple"),
        ([1, 2], [1], "structure", "result", "length 2 against 1"),
        ({"a": 1}, {"b": 1}, "structure", "result", "keys ['a'] against ['b']"),
        (None, jnp.int32(0), "structure", "result", "NoneType against ArrayImpl"),
        ("a", "b", "value", "result", "different values"),
        ({"k": [1, Point(1, 2)]}, {"k": [1, Point(1, 3)]}, "value", "result['k'][1].y", "different values"),
        (Body(1), Body(2), "value", "result.mass", "different values"),
        (Plain(1), Plain(2), "value", "result.x", "different values"),
    ],
)
def test_different(expected, actual, kind, path, reason):
    verdict = judge(expected, actual)
    assert (verdict.equal, verdict.kind) == (False, kind)
    assert (verdict.differences[0].path, verdict.differences[0].reason) == (path, reason)


def test_a_difference_shows_both_values_as_a_reader_writes_them():
    (difference,) = judge([0, 0.1], [0, jnp.float32(0.2)]).differences
    assert (difference.expected, difference.actual) == ("0.1", "0.2")


def test_at_most_five_differences_are_listed():
    assert len(judge(list(range(9)), list(range(1, 10))).differences) == 5


def test_the_tolerance_is_stated_and_is_that_of_the_coarsest_dtype():
    assert judge(1, 1).tolerance == ""
    assert judge(0.5, jnp.float32(0.5)).tolerance == "floating point within 1e-05 relative plus 1e-06 absolute"
    mixed = (jnp.float32(0.5), jnp.float16(0.5))
    assert judge((0.5, 0.5), mixed).tolerance == "floating point within 0.01 relative plus 0.001 absolute"


def test_with_64_bits_the_items_of_lists_are_held_to_their_digits():
    with jax.enable_x64(True):
        assert judge([46.4], [46.400001525878906]).equal is False
        assert judge([0.1 + 0.2], [0.3]).equal is True


def test_the_message_gives_a_short_result_and_leaves_out_a_long_one():
    assert judge(111, jnp.int32(111)).message == "Same result as plain Python: 111."
    assert judge([46.4], [46.400001525878906]).message == "Same result as plain Python: [46.4]."
    assert judge(list(range(99)), list(range(99))).message == "Same result as plain Python."
    assert judge(1, 2, reference="eager").message == (
        "Not the same result as Python on JAX arrays: result differs (different values)."
    )


@pytest.mark.parametrize(
    "expected, actual, where",
    [
        (2.2e-16, jnp.float32(1.1e-07), "result is 2.2e-16 there, and 1.1e-07"),
        (2.2e-16, jnp.float32(2.1e-16), "result is 2.2e-16 there, and 2.1e-16"),
        (np.array([1.0, 1e-9]), jnp.array([1.0, 0.0]), "result[1] is 1e-09 there, and 0.0"),
        ((1.5, {"h": [1e-9]}), (1.5, {"h": [0.0]}), "result[1]['h'][0] is 1e-09 there, and 0.0"),
    ],
)
def test_numbers_near_zero_are_not_called_the_same_without_a_word(expected, actual, where):
    verdict = judge(expected, actual)
    assert verdict.equal is True
    assert verdict.message == f"Same result as plain Python to within 1e-06: {where} in the graph."


@pytest.mark.parametrize(
    "expected, actual",
    [
        (2.220446049250313e-16, jnp.float32(1.1920929e-07)),
        (1e-43, 0.0),
        (0.0, 3e-8),
        (-1e-9, 1e-9),
        ((3, [1e-9, 2e-9]), (3, [1e-9, 0.0])),
        (np.array([1e-9, 2e-9]), jnp.array([1e-9, -2e-9])),
    ],
)
def test_small_numbers_without_a_digit_alike_are_different(expected, actual):
    assert judge(expected, actual).equal is True  # a reader's solution of an exercise may round otherwise
    verdict = judge(expected, actual, small_apart=True)
    assert (verdict.equal, verdict.kind) == (False, "value")
    assert verdict.differences[0].reason == "no digit is the same: both are near zero"


def test_small_numbers_of_the_same_precision_differ_by_rounding():
    assert judge(jnp.float32(1e-8), jnp.float32(-2e-8), small_apart=True).equal is True


@pytest.mark.parametrize("value", [1e-30, 6.62607e-34, -0.0, NAN, float("inf"), np.array([1e-30, NAN, 2.0])])
def test_small_numbers_that_are_alike_are_the_same(value):
    assert "within" not in judge(value, jnp.asarray(value, jnp.float32)).message


def test_a_value_that_cannot_be_compared_gives_no_verdict():
    verdict = judge(Hostile(), Hostile())
    assert (verdict.equal, verdict.kind) == (None, "unknown")
    assert verdict.message == "The results could not be compared: RuntimeError: not comparable"


def test_a_result_that_contains_itself_gives_no_verdict():
    loop: list[Any] = []
    loop.append(loop)
    other: list[Any] = []
    other.append(other)
    assert judge(loop, other).equal is None


def test_dtypes_differ_by_their_names():
    (difference,) = judge(np.dtype("float64"), np.dtype("float32")).differences
    assert difference.reason == "float64 against float32"


def test_random_keys_compare():
    assert judge(jax.random.key(1), jax.random.key(1)).equal is True
    assert judge(jax.random.key(1), jax.random.key(2)).equal is False


@pytest.mark.parametrize(
    "expected, actual, equal",
    [
        (AssertionError("n < 0"), AssertionError("cell, line 3: n < 0"), True),
        (AssertionError("n < 0"), AssertionError("other"), False),
        (UnboundLocalError("variable 'y'"), UndefinedNameError("`y` has no value", variable="y"), True),
        (UnboundLocalError("variable 'z'"), UndefinedNameError("`y` has no value", variable="y"), False),
        (ValueError("x"), TypeError("x"), False),
        (ZeroDivisionError("x"), None, False),
        (None, ValueError("x"), False),
    ],
)
def test_errors(expected, actual, equal):
    verdict = judge_errors(expected, actual, reference="python")
    assert (verdict.equal, verdict.kind) == (equal, "equal" if equal else "error")


def test_what_was_tried_in_pythons_place_says_how_it_ended() -> None:
    """It said that nothing else was run, on a machine so busy that the converted code took too long."""
    session = Session(REAL)
    session.firsts["python"] = First(error=TypeError("JAX arrays are immutable. Instead of x[i] = y ..."))
    session.firsts["converted"] = First(error=TimeLimitError("the converted code (op by op) did not end within 10 s"))
    session.firsts["graph"] = First(value=1.0)
    session.outcomes = {name: first.outcome for name, first in session.firsts.items()}
    message = assemble("f(x)", ("python", "graph"), session, Arguments(())).verdict.message
    assert "nothing else was run" not in message
    assert message.endswith("the converted code (op by op) did not end within 10 s.")


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)

    __hash__ = None


def test_numbers_in_an_object_with_an_equality_of_its_own_are_equal_to_a_tolerance():
    assert judge(Vector(0.1 + 0.2, 1), Vector(np.float32(0.3), np.int32(1))).equal
    found = judge(Vector(0.1, 1), Vector(np.float32(0.1), np.int32(2)))
    assert [each.path for each in found.differences] == ["result.y"]


class Series:
    def __init__(self, items):
        self.items = np.asarray(items)

    def __eq__(self, other):
        return self.items == other.items

    __hash__ = None


def test_an_equality_item_by_item_is_one_and_numbers_are_equal_to_a_tolerance():
    assert judge(Series([1, 2]), Series([1, 2])).equal
    assert judge(Series([0.1, 0.2]), Series(np.float32([0.1, 0.2]))).equal
    assert judge(Series([1, 2]), Series([1, 3])).equal is False
