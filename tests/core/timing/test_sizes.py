"""What a sweep goes over, and the calls at its sizes."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core.errors import CallError
from nbgraph.core.sweep import call_at, parsed
from nbgraph.core.timing.sizes import Over, parse_over, sizes_of, spread


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("n=1:5", Over("n", (1, 2, 3, 4, 5))),
        ("n = 10:1000:3", Over("n", (10, 100, 1000))),
        ("x.size=4,2", Over("x", (2, 4), length=True, flat=True)),
        ("len(x)=[2, 4]", Over("x", (2, 4), length=True)),
        ("t=-1.0:1.0:3", Over("t", (-1.0, 0.0, 1.0))),
        ("n=0:1000:3", Over("n", (0, 500, 1000))),
    ],
)
def test_what_is_understood(text, over):
    assert parse_over(text) == over


@pytest.mark.parametrize("text", ["n", "n=", "n=5", "n=5:1", "n=1:", "=1:5", "n=1:9:1", "n='a':'b'", "n=1:5)", "n=()"])
def test_what_is_not(text):
    with pytest.raises(ValueError):
        parse_over(text)
    with pytest.raises(CallError, match="cannot be understood"):
        parsed(text)


def test_two_decades_are_spread_by_factors_and_less_in_steps():
    assert spread(1, 100) == (1, 2, 3, 5, 8, 13, 22, 36, 60, 100)
    assert spread(1, 91) == (1, 11, 21, 31, 41, 51, 61, 71, 81, 91)
    assert Over("n", (1, 100)).logarithmic
    assert not Over("n", (1, 99)).logarithmic
    assert not Over("n", (0, 1000)).logarithmic


def test_a_pair_takes_sizes_as_they_are():
    assert parsed(("n", np.array([3, 1]))).sizes == (1, 3)
    assert parsed(("len(x)", range(2, 5))).sizes == (2, 3, 4)
    with pytest.raises(CallError):
        parsed(("n", [1]))


def test_too_many_sizes_are_refused():
    with pytest.raises(ValueError, match="2 to 50"):
        sizes_of(range(51))


def f(n, x=None, *, k=1):
    return n, x, k


def test_values_keep_the_kind_that_was_given():
    assert call_at(f, (27,), {"k": 3}, Over("n", (1, 2)), 2) == ((2,), {"k": 3})
    (value,), _ = call_at(lambda n: n, (2.5,), {}, Over("n", (1, 2)), 2)
    assert isinstance(value, float)
    (value,), _ = call_at(lambda n: n, (np.int16(3),), {}, Over("n", (1, 2)), 2)
    assert value.dtype == np.int16


def test_lengths_repeat_the_items_along_the_first_axis():
    over = Over("x", (1, 5), length=True)
    matrix = np.arange(6).reshape(2, 3)
    (longer,), _ = call_at(lambda x: x, (matrix,), {}, over, 5)
    assert longer.tolist() == [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5], [0, 1, 2]]
    (longer,), _ = call_at(lambda x: x, (jnp.array([1.0, 2.0]),), {}, over, 3)
    assert longer.tolist() == [1.0, 2.0, 1.0]
    assert longer.dtype == jnp.float32
    (longer,), _ = call_at(lambda x: x, ((1, 2),), {}, over, 3)
    assert longer == (1, 2, 1)


@pytest.mark.parametrize(
    ("argument", "over", "message"),
    [
        (3, Over("x", (1, 2), length=True), "no length"),
        ([], Over("x", (1, 2), length=True), "empty"),
        (np.zeros((2, 2)), Over("x", (1, 2), length=True, flat=True), "2 axes"),
        (3, Over("y", (1, 2)), "no argument `y`"),
    ],
)
def test_what_does_not_fit_the_call(argument, over, message):
    with pytest.raises(CallError, match=message):
        call_at(lambda x: x, (argument,), {}, over, 2)
