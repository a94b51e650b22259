"""The steps said that a loop which JAX makes anew, for a gradient or a batch, ends after 0 iterations.

Such a loop's iterations are in no record, and what its lines compute was said to be Python's alone.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def steps(n):
    c = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        c += 1
    return c


def scaled(w, n):
    s = 0.0
    for i in range(n):
        s = s + w * i
    return s


def grown(x):
    s = x
    while s < 100:
        s = s * x + 1
    return s


def trained(w, n):
    g = jax.grad(scaled)(w, n)
    return w - 0.1 * g


@pytest.mark.parametrize(
    ("function", "arguments", "iterations", "why"),
    [
        (jax.vmap(steps), (jnp.array([1, 6, 27]),), [], "batch"),
        (jax.vmap(jax.grad(grown)), (jnp.array([1.0, 2.0]),), [], "batch"),
        (jax.vmap(scaled, in_axes=(0, None)), (jnp.array([1.0, 2.0]), 4), [4], "batch"),  # Python's own
        (trained, (2.0, 3), [], "gradient"),
    ],
)
def test_its_iterations_are_not_counted(function, arguments, iterations, why):
    record = ng.trace_values(function, *arguments)
    assert [loop.total for loop in record.loops] == iterations
    headers = ("while", "for")
    lines = {each.first + at: text for each in record.functions for at, text in enumerate(each.lines)}
    inside = [step for step in record.steps if step.loop >= 0 or lines[step.line].strip().startswith(headers)]
    assert inside and not any(step.is_traced for step in inside)
    assert any(
        note.endswith(f"are not gone into: for the {why} JAX has made other loops of them.") for note in record.notes
    )
