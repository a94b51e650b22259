"""The gradient of a `while`: no graph (an IndexError), and a record that called its first test false."""

from __future__ import annotations

import jax
import pytest

import nbgraph as ng


def grow(x):
    y = x
    while y < 10:
        y = y * x
    return y


@pytest.fixture(scope="module")
def slope():
    return jax.grad(grow)


def test_it_has_a_graph_whose_check_stands_apart(slope):
    drawn = str(ng.graph(slope, 1.5))
    assert "pure callback" not in drawn
    assert drawn.count("y < 10 : bool[]") == 1  # the loop's own test, and not that of the check behind it


def test_no_test_is_false_that_python_has_true(slope):
    tests = [step.test for step in ng.trace_values(slope, 1.5).steps if step.test is not None]
    assert False not in tests[:-1]
