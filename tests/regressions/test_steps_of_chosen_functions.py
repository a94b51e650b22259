"""Steps of a function that a value chooses: "JAX or another package calls it", and its lines were Python's alone.

`f = inc if c else dbl; f(x)`, or `table[i](x)`, is how a strategy is written. Of both functions only the called one has
steps. A helper under `jax.jit` had the caller's name for its result: `x = helper(x)` changed the helper's own `x`.
"""

from __future__ import annotations

import jax
import pytest

import nbgraph as ng


def inc(x):
    y = x + 1
    return y  # noqa: RET504


def dbl(x):
    y = 2 * x
    return y  # noqa: RET504


def once(x):
    f = inc if x > 2 else dbl
    return f(x)


def in_a_loop(n):
    x = 1
    for i in range(n):
        f = inc if i % 2 == 0 else dbl
        x = f(x)
    return x


def from_a_table(n):
    table = [inc, dbl]
    s = 0
    for i in range(n):
        s = s + table[i % 2](i)
    return s


@pytest.mark.parametrize(
    ("function", "argument", "called", "values"),
    [
        (once, 3, ["inc"], ["4"]),
        (once, 1, ["dbl"], ["2"]),
        (in_a_loop, 3, ["inc", "dbl", "inc"], ["2", "4", "5"]),
        (from_a_table, 3, ["inc", "dbl", "inc"], ["1", "2", "3"]),
    ],
)
def test_the_chosen_function_has_steps(function, argument, called, values):
    record = ng.trace_values(function, argument)
    names = [record.functions[record.ways[step.way].function].name for step in record.steps]
    inside = [(name, step) for name, step in zip(names, record.steps, strict=True) if name != function.__name__]
    bound = [(name, dict(step.values)["y"], step) for name, step in inside if "y" in dict(step.values)]
    assert [(name, value) for name, value, _ in bound] == list(zip(called, values, strict=True))
    assert not any(step.is_traced for *_, step in bound)
    assert record.notes == ()


@jax.jit
def squared(x):
    return x * x


def with_a_jitted_helper(x):
    x = squared(x)
    return x + 1


def test_a_jitted_helper_keeps_its_own_names():
    record = ng.trace_values(with_a_jitted_helper, 3.0)
    own = [step for step in record.steps if record.ways[step.way].function]
    assert own and not any("x" in dict(step.values) for step in own if step.nodes)
    assert record.values("x") == ("3.0", "9.0")
