"""`ng.check`: what goes bad in a run, as a value: where, by which operation, of what, when and in which pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.checked.call import watched
from nbgraph.core.checked.findings import Findings


def softmax(x):
    e = jnp.exp(x)
    return e / e.sum()


def stable_softmax(x):
    e = jnp.exp(x - jnp.max(x))
    return e / e.sum()


def cross_entropy(logits, label):
    p = jax.nn.softmax(logits)
    return -jnp.log(p[label])


def there_and_back(x, y):
    return x * y / y


def log1pexp(x):
    return jnp.log(1 + jnp.exp(x))


def root_or_zero(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def grows(x):
    for _ in range(10):
        x = x * 1e7
    return x


def variance(v):
    return jnp.mean(v * v) - jnp.mean(v) ** 2


def square(x):
    return x * x


def powers(x):
    t = 1.0
    for _ in range(30):
        t = t * x
    return t


def signs(found: Findings) -> list[tuple[str, str, str, str]]:
    return [(bad.kind, bad.code, bad.operation, bad.direction) for bad in found]


LOGITS = jnp.array([1000.0, 1.0])


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (softmax, (LOGITS,), [("inf", "jnp.exp(x)", "exp", "forward"), ("nan", "e / e.sum()", "div", "forward")]),
        (
            cross_entropy,
            (jnp.array([0.0, 200.0]), 0),
            [
                ("underflow", "jax.nn.softmax(logits)", "exp", "forward"),
                ("-inf", "jnp.log(p[label])", "log", "forward"),
            ],
        ),
        (there_and_back, (1.0, 1e-50), [("underflow", "", "", "forward"), ("nan", "x * y / y", "div", "forward")]),
        (there_and_back, (1.0, 1e39), [("inf", "", "", "forward"), ("nan", "x * y / y", "div", "forward")]),
        (there_and_back, (1e-30, 1e-20), [("underflow", "x * y", "mul", "forward")]),
        (powers, (0.01,), [("underflow", "t * x", "mul", "forward")]),  # it comes to zero by and by
        (
            jax.grad(log1pexp),
            (100.0,),
            [("inf", "jnp.exp(x)", "exp", "forward"), ("nan", "jnp.exp(x)", "mul", "backward")],
        ),
        (
            jax.grad(root_or_zero),
            (0.0,),
            [("inf", "jnp.sqrt(x)", "div", "forward"), ("nan", "jnp.sqrt(x)", "mul", "backward")],
        ),
        (jax.grad(grows), (1.0,), [("inf", "x * 1e7", "mul", "backward")]),
        (square, (np.float32(np.nan),), [("nan", "", "", "forward")]),
        (square, (100_000,), [("overflow", "x * x", "mul", "forward")]),
    ],
)
def test_what_went_bad(
    function: Callable[..., Any], arguments: tuple[Any, ...], expected: list[tuple[str, str, str, str]]
) -> None:
    found = ng.check(function, *arguments)
    assert found
    assert signs(found) == expected
    python = getattr(function, "__wrapped__", function)
    for bad in found:
        assert bad.message in repr(found)
        if bad.span is not None:
            assert bad.line == bad.span.line
            assert f"in line {bad.line}" in bad.message
            assert bad.span.file == python.__code__.co_filename


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (stable_softmax, (LOGITS,)),
        (stable_softmax, (jnp.array([0.0, -200.0]),)),  # zeros beside what is not zero are what a softmax is for
        (jax.grad(log1pexp), (0.0,)),
        (jax.grad(root_or_zero), (4.0,)),
        (root_or_zero, (-1.0,)),  # what the choice leaves out is no finding
        (jax.vmap(log1pexp), (jnp.arange(3.0),)),
    ],
)
def test_nothing_is_found_in_what_is_well(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    found = ng.check(function, *arguments)
    assert not found
    assert repr(found).endswith(": no inf, no nan, no underflow to zero, no loss of all digits")


def test_the_sixth_iteration_overflows_as_in_numpy() -> None:
    x, count = np.float32(1.0), 0
    with np.errstate(over="ignore"):
        while np.isfinite(x):
            x, count = x * np.float32(1e7), count + 1
    (bad,) = ng.check(grows, 1.0)
    first = grows.__code__.co_firstlineno
    assert count == 6
    assert (bad.kind, bad.line, bad.iterations) == ("inf", first + 2, ((first + 1, 6),))
    assert [float(each) for each in bad.operands] == [np.float32(1e35), np.float32(1e7)]


def test_the_backward_pass_is_named_by_its_function() -> None:
    message = ng.check(jax.grad(log1pexp), 100.0)[1].message
    line = log1pexp.__code__.co_firstlineno + 1
    assert f"`jnp.exp(x)` in line {line} (float64 gives 1.0), in the backward pass of `log1p" in message
    assert message.endswith(": mul of 0.0 and inf.")
    assert np.isnan(jax.grad(log1pexp)(100.0))


def test_no_digit_is_left_of_a_variance() -> None:
    found = ng.check(variance, jnp.array([1e4, 1e4 + 1, 1e4 + 2], jnp.float32))
    assert [bad.kind for bad in found] == ["digits"]
    assert "No digit of the result is right" in repr(found)


def test_a_call_that_cannot_be_watched_is_not_called_well() -> None:
    found = ng.check(lambda x: x.missing, 1.0)
    assert found
    assert not len(found)
    assert "cannot be traced: AttributeError" in repr(found)
    stopped = watched("grows(1.0)", ng.function(grows), (1.0,), {}, seconds=-1.0)
    assert stopped
    assert "not all of the run was watched: it was stopped" in repr(stopped)


def test_the_excerpt_points_at_the_code() -> None:
    assert repr(ng.check(softmax, LOGITS)).splitlines()[2:4] == ["    e = jnp.exp(x)", "        ^^^^^^^^^^"]


def test_the_page_marks_what_check_finds() -> None:
    found = ng.check(softmax, LOGITS)
    anomaly = ng.compare(softmax, LOGITS).anomaly
    assert anomaly is not None
    assert [(mark.value, mark.operation, mark.message, mark.span) for mark in anomaly.marks] == [
        (bad.kind, bad.operation, bad.message, bad.span) for bad in found
    ]
