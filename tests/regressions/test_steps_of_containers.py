"""The steps show containers of tuples, dicts, objects and arrays in each iteration as Python has them then.

A list of tuples that grew stayed `[]` in the graph's column, and parameters held in a dict were not shown at all.
"""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.recording.calls import recorded

State = namedtuple("State", "w step")


@dataclass
class Point:
    x: Any
    y: Any


def pairs(n: Any) -> Any:
    found = []
    for i in range(n):
        if i % 2 == 0:
            found.append((i, i * 0.5))
    return found


def thirds(n: Any) -> Any:
    found = []
    for i in range(n):
        if i % 2 == 0:
            found.append((i, i / 3))
    return found


def dicts(n: Any) -> Any:
    found = []
    for i in range(n):
        if i % 2 == 0:
            found.append({"a": i, "b": i * 2})
    return found


def named(n: Any) -> Any:
    found = []
    for i in range(n):
        if i > 1:
            found.append({"name": "low" if i < 3 else "high", "x": i})
    return found


def objects(n: Any) -> Any:
    found = []
    for i in range(n):
        if i % 2:
            found.append(Point(i, i * 2))
    return found


def work(n: Any) -> Any:
    found = [(n, 0)]
    most = 0
    while found:
        a, depth = found.pop()
        most = max(most, depth)
        if a > 1:
            found.append((a // 2, depth + 1))
            found.append((a // 3, depth + 1))
    return most


def arrays(n: Any) -> Any:
    found = []
    for i in range(n):
        if i % 2:
            found.append((i, jnp.array([1.0, 2.0]) * i))
    return found


def parameters(n: Any) -> Any:
    x = jnp.array([1.0, 2.0])
    found = {"w": jnp.zeros(2), "b": 0.0}
    for _ in range(n):
        error = x @ found["w"] + found["b"] - 3.0
        found = {"w": found["w"] - 0.1 * error * x, "b": found["b"] - 0.1 * error}
    return found


def state(n: Any) -> Any:
    found = State(jnp.ones(9), 0)
    while found.step < n:
        found = State(found.w / 3, found.step + 1)
    return found


def flags(n: Any) -> Any:
    """The length, which no iteration changes, is no part of the loop: the list was "not recorded" in it."""
    found = [True] * (n + 1)
    found[0] = found[1] = False
    for i in range(2, n + 1):
        if found[i]:
            for j in range(i * i, n + 1, i):
                found[j] = False
    return sum(found)


def grid(n: Any) -> Any:
    found = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i != j:
                found[i][j] = i * 10 + j
    return found[n - 1][0]


FUNCTIONS = [pairs, thirds, dicts, named, objects, work, arrays, parameters, state, flags, grid]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_each_step_shows_the_container(function: Any) -> None:
    graph_function = ng.function(function)
    graph_function(7)
    recording = recorded(graph_function, "call", (7,), {}, ("n",), agrees=True, seconds=60.0)
    assert recording is not None and recording.difference is None
    graph, python = [], []
    for step in recording.steps:
        graph += [text for name, text in step.values if name == "found"]
        python += [text for name, text in step.python if name == "found"]
    assert graph == python and len(python) > 3


def in_place(xs: Any) -> Any:
    for i in range(2):
        swapped = False
        for j in range(2 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
                swapped = True
        if not swapped:
            break
    return xs


def test_what_a_loop_with_a_break_leaves_is_not_in_its_first_iteration() -> None:
    """Where it is not Python's, and so the array was "not recorded" there."""
    items = np.array([3, 1, 0], dtype=np.int32)
    recording = recorded(ng.function(in_place), "call", (items,), {}, ("xs",), agrees=True, seconds=60.0)
    assert recording is not None and recording.difference is None
    shown = [value and value[:9] for step in recording.steps for name, value in step.values if name == "xs"]
    assert shown == ["[3, 1, 0]", "[1, 3, 0]", "[1, 0, 3]", "[0, 1, 3]"]


def test_a_difference_is_seen_in_a_text_that_is_cut() -> None:
    def other(n: Any) -> Any:
        found = []
        for i in range(n):
            found.append((2**31 - 1 + i, i))  # an int32 in the graph
        return found

    recording = recorded(ng.function(other), "call", (7,), {}, ("n",), agrees=False, seconds=60.0)
    assert recording is not None and recording.difference is not None
    assert recording.difference.name == "found"


def doubled_above_one(x: Any) -> Any:
    y = x + 1
    if y > 1:
        y = y * 2
    return y - 1


def halvings(n: Any) -> Any:
    y = 0
    while n > 1:
        n //= 2
        y += 1
    return y


def held(x: Any) -> Any:
    y = {"b": x, "a": 0.0}
    for i in range(3):
        y["a"] += y["b"] * i
    return y["a"]


@pytest.mark.parametrize(
    ("function", "examples", "last"),
    [
        (doubled_above_one, [-1.0, 0.5, 2.0], "[0.0, 3.0, 6.0] float32[3]"),
        (halvings, [1, 4, 9], "[0, 2, 3] int32[3]"),
        (held, [1.0, 2.0], "{'b': [1.0, 2.0] float32[2], 'a': [3.0, 6.0] float32[2]}"),
    ],
)
def test_a_batch_has_the_rows_of_all_examples(function: Any, examples: Any, last: str) -> None:
    """Python stops where a batch decides; the rows were the old ones from there on."""
    batched = ng.function(jax.vmap(function))
    recording = recorded(batched, "call", (jnp.array(examples),), {}, ("x",), agrees=True, seconds=60.0)
    assert recording is not None
    assert [text for step in recording.steps for name, text in step.values if name == "y"][-1] == last
    ended = [step.python for step in recording.steps if ("y", None) in step.python]
    assert len(ended) == (function is not held)
