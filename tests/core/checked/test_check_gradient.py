"""`ng.check_gradient`: JAX's gradient against differences in float64, and the line that cuts or breaks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def entropy_that_lies(logits):
    p = jax.lax.stop_gradient(jax.nn.softmax(logits))
    return -jnp.sum(p * jax.nn.log_softmax(logits))


def entropy(logits):
    p = jax.nn.softmax(logits)
    return jnp.sum(p * (jax.nn.logsumexp(logits) - logits))


@jax.custom_vjp
def square(x):
    return x * x


def square_forward(x):
    return x * x, x


def square_backward(x, slope):
    return (3 * x * slope,)


square.defvjp(square_forward, square_backward)


@jax.custom_jvp
def cube(x):
    return x * x * x


@cube.defjvp
def cube_slope(values, slopes):
    return cube(values[0]), 3 * values[0] ** 2 * slopes[0]


LOGITS = jnp.array([0.3, 0.1, -0.5, 2.0, 1.0])


def true_entropy_slope(logits: Any) -> Any:
    p = np.exp(np.asarray(logits, float)) / np.exp(np.asarray(logits, float)).sum()
    return -p * (np.log(p) - np.sum(p * np.log(p)))


def test_the_entropy_whose_gradient_lies() -> None:
    found = ng.check_gradient(entropy_that_lies, LOGITS)
    assert not found
    assert not found.agree
    (row,) = found.slopes
    np.testing.assert_allclose(row.numeric, true_entropy_slope(LOGITS), rtol=1e-6)
    np.testing.assert_allclose(row.jax, jax.grad(entropy_that_lies)(LOGITS), atol=1e-6)
    assert row.difference > 0.9
    first = entropy_that_lies.__code__.co_firstlineno
    assert found.line == first + 1
    assert found.message.startswith(f"`jax.lax.stop_gradient(jax.nn.softmax(logits))` in line {first + 1} lets no")
    shown = repr(found).splitlines()
    assert shown[1].split(" | ")[0] == "argument"
    assert shown[-1].strip() == "^" * len("jax.lax.stop_gradient(jax.nn.softmax(logits))")


def test_the_entropy_repaired() -> None:
    found = ng.check_gradient(entropy, LOGITS)
    assert found
    assert found.message == ""
    np.testing.assert_allclose(found.slopes[0].numeric, true_entropy_slope(LOGITS), rtol=1e-6)
    np.testing.assert_allclose(found.slopes[0].jax, jax.grad(entropy)(LOGITS), rtol=1e-5)


def uses_square(x, y):
    return square(x) * jnp.sin(y) + cube(x)


def uses_in_a_branch(x):
    if x > 1:
        return square(x)
    return x


def uses_in_a_loop(x):
    for _ in range(3):
        x = square(x)
    return x


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (uses_square, (1.5, 2.0), "square(x)"),
        (uses_in_a_branch, (2.0,), "square(x)"),
        (uses_in_a_loop, (1.1,), "square(x)"),
    ],
)
def test_a_wrong_rule_is_named_by_function_and_line(
    function: Callable[..., Any], arguments: tuple[Any, ...], code: str
) -> None:
    found = ng.check_gradient(function, *arguments)
    assert not found.agree
    assert "The custom_vjp rule of `square` is not its derivative" in found.message
    assert found.span is not None
    assert f"`{code}` in line {found.line}" in found.message
    assert found.span.file == function.__code__.co_filename
    slopes = jax.grad(ng.convert(function), tuple(range(len(arguments))))(*map(jnp.float32, arguments))
    for row, slope in zip(found.slopes, slopes, strict=True):
        np.testing.assert_allclose(row.jax, slope, rtol=1e-5)


@pytest.mark.parametrize(
    ("function", "argument", "code"),
    [
        (lambda x: jnp.round(x) * 2.0, 1.2, "jnp.round(x)"),
        (lambda x: jnp.argmax(x) * 1.0, LOGITS, "jnp.argmax(x)"),
        (lambda x: x.astype(int) * 2.0, jnp.float32(2.5), "x.astype(int)"),
        (lambda x: (x > 1) * 2.0, 3.0, "x > 1"),
        (lambda x: jnp.sign(x) + 1, 3.0, "jnp.sign(x)"),
        (lambda x: jnp.floor(x), 3.5, "jnp.floor(x)"),
    ],
)
def test_what_cuts_a_gradient(function: Callable[..., Any], argument: Any, code: str) -> None:
    found = ng.check_gradient(function, argument)
    assert found.agree  # it is zero
    assert not found
    assert f"The gradient of `x` is zero: `{code}` in line {found.line} lets none pass." == found.message


def model(params, x):
    h = jnp.tanh(x @ params["w"] + params["b"][0])
    return {"loss": jnp.mean(h**2), "count": len(params)}


def halving(x, n):
    total = 0.0
    while n > 0:
        total = total + x**2 / n
        n = n - 1
    return total


@pytest.mark.parametrize(
    ("function", "arguments", "names"),
    [
        (
            model,
            ({"w": jnp.full((3, 2), 0.3), "b": (0.1, None)}, jnp.arange(6.0).reshape(2, 3)),
            ["params['b'][0]", "params['w']", "x"],
        ),
        (halving, (1.5, np.int32(5)), ["x"]),
        (jax.nn.softmax, (LOGITS,), ["x"]),
        (lambda v: jnp.max(v), (LOGITS,), ["v"]),
        (lambda x: jnp.log(x), (1e-6,), ["x"]),
        (lambda x: x**2, (0.0,), ["x"]),
    ],
)
def test_what_is_right_agrees(function: Callable[..., Any], arguments: tuple[Any, ...], names: list[str]) -> None:
    found = ng.check_gradient(function, *arguments)
    assert found, found
    assert [row.name for row in found.slopes] == names
    assert all(row.difference < 1e-4 for row in found.slopes)


def log1pexp(x):
    return jnp.log(1 + jnp.exp(x))


@pytest.mark.parametrize(
    ("function", "argument", "said"),
    [
        (log1pexp, 100.0, "JAX's gradient is not finite: nan is made by the derivative of `jnp.exp(x)` in line "),
        (lambda x: jnp.abs(x), 0.0, "`x` is at a kink or a jump: the slope is -1.0 below it and 1.0 above it, from"),
        (lambda x: jax.nn.relu(x), jnp.array([1.0, 0.0]), "`x`, element 1, is at a kink or a jump: the slope is 0.0"),
    ],
)
def test_what_breaks_a_gradient(function: Callable[..., Any], argument: Any, said: str) -> None:
    found = ng.check_gradient(function, argument)
    assert not found.agree
    assert found.message.startswith(said)
    assert found.line == function.__code__.co_firstlineno + (function is log1pexp)


@pytest.mark.parametrize(
    ("argument", "said"), [(3, "no argument is a float"), (jnp.bfloat16(1), "computed in bfloat16")]
)
def test_what_cannot_be_compared_is_not_called_right(argument: Any, said: str) -> None:
    found = ng.check_gradient(lambda x: x * 2, argument)
    assert not found
    assert said in repr(found)


def test_of_a_long_array_some_elements_are_compared() -> None:
    found = ng.check_gradient(lambda v: jnp.sum(v**2), np.linspace(0, 1, 1000))
    assert found
    assert "Of `v` 100 of 1,000 elements were compared." in repr(found)


def prototype(x: Any) -> Any:
    @jax.custom_jvp
    def relu(x: Any) -> Any:
        return jax.pure_callback(lambda x: np.maximum(x, 0), jax.ShapeDtypeStruct(x.shape, x.dtype), x)

    relu.defjvps(lambda slope, _, x: slope * (x > 0))
    return jnp.sum(relu(x * x))


def test_what_a_callback_rounds_is_no_kink() -> None:
    found = ng.check_gradient(prototype, jax.random.normal(jax.random.key(3), (10,)))
    assert found, str(found)
