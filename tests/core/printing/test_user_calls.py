"""Calls of the user's functions in printed code: as typed, where that is the program; gradients by `jax.grad`."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from tests.core.printing.test_divisions import pasted

RATE = 0.1
SEEN: list[str] = []
XS = jnp.linspace(0.0, 1.0, 5)


def loss(w: Any, x: Any, y: Any) -> Any:
    return np.mean((w * x - y) ** 2)


def fitted(x: Any, y: Any) -> Any:
    w = 0.0
    for _ in range(20):
        w = w - RATE * jax.grad(loss)(w, x, y)
    return w


def model(p: Any, x: Any) -> Any:
    return p["w"] * x + p["b"]


def loss_of_dict(p: Any, x: Any, y: Any) -> Any:
    return jnp.mean((model(p, x) - y) ** 2)


def fitted_dict(x: Any, y: Any) -> Any:
    p = {"w": 0.0, "b": 0.0}
    for _ in range(20):
        value, g = jax.value_and_grad(loss_of_dict)(p, x, y)
        p = {k: p[k] - RATE * g[k] for k in p}
    return p, value


def scaled(x: Any) -> Any:
    return RATE * jnp.sum(x)


def twice(x: Any) -> Any:
    return scaled(x) + scaled(x + 1)


def noted(x: Any) -> Any:
    SEEN.append("ran")
    return jnp.sum(x) * 2


def calls_noted(x: Any) -> Any:
    return noted(x) + 1


def second(x: Any) -> Any:
    return jax.grad(jax.grad(cubed))(x)


def cubed(x: Any) -> Any:
    return x * x * x


def halves(x: Any) -> Any:
    return jax.vmap(half)(x)


def half(x: Any) -> Any:
    return x / 2


def predicted(params: Any, x: Any) -> Any:
    for w, b in params:
        x = jnp.tanh(x @ w + b)
    return x


def loss_of_layers(params: Any, x: Any) -> Any:
    return jnp.mean(predicted(params, x) ** 2)


def fitted_layers(params: Any, x: Any) -> Any:
    for _ in range(20):
        g = jax.grad(loss_of_layers)(params, x)
        params = [(w - RATE * gw, b - RATE * gb) for (w, b), (gw, gb) in zip(params, g, strict=True)]
    return params


def stepped(params: Any, x: Any) -> Any:
    value, g = jax.value_and_grad(loss_of_layers)(params, x)
    return value, [(w - RATE * gw, b - RATE * gb) for (w, b), (gw, gb) in zip(params, g, strict=True)]


def recurrent(w: Any, xs: Any) -> Any:
    h = jnp.zeros(2)
    hs = []
    for x in xs:
        h = jnp.tanh(w @ h + x)
        hs.append(h)
    return jnp.mean(jnp.stack(hs) ** 2)


def fitted_recurrent(w: Any, xs: Any) -> Any:
    for _ in range(20):
        w = w - RATE * jax.grad(recurrent)(w, xs)
    return w


def repeated(x: Any) -> Any:
    for _ in range(4):
        x = half(x)
    return x


LAYERS = [(jnp.ones((2, 3)), jnp.zeros(3)), (jnp.ones((3, 1)), jnp.zeros(1))]


@pytest.mark.parametrize(
    ("function", "arguments", "call"),
    [
        (
            fitted_layers,
            (LAYERS, jnp.ones((5, 2))),
            "jax.grad(loss_of_layers)([[params_0_0, params_0_1], [params_1_0, ",
        ),
        (stepped, (LAYERS, jnp.ones((5, 2))), "value, g = jax.value_and_grad(loss_of_layers)(params, x)"),
        (fitted_recurrent, (jnp.eye(2), jnp.ones((5, 2))), "w - RATE * jax.grad(recurrent)(w, xs)"),
        (repeated, (XS,), "x = half(x)"),
    ],
)
def test_the_way_people_keep_parameters(function: Any, arguments: Any, call: str) -> None:
    text = ng.to_code(function, *arguments)
    assert text.count(call) == 1
    expected, found = function(*arguments), pasted(text, function.__name__)(*arguments)
    jax.tree.map(lambda one, other: np.testing.assert_allclose(one, other, 2e-5), found, expected)


def test_a_training_loop_reads_as_an_expert_writes_it() -> None:
    assert ng.to_code(fitted, XS, XS) == (
        "import jax\nimport jax.numpy as jnp\nfrom jax import lax\n\nRATE = 0.1\n\n\n"
        "def loss(w, x, y):\n    return jnp.mean((w * x - y) ** 2)\n\n\n"
        "def fitted(x, y):\n"
        "    w = lax.fori_loop(0, 20, lambda _, w: w - RATE * jax.grad(loss)(w, x, y), 0.0)\n    return w\n"
    )


def test_parameters_in_a_dict_are_handed_over_as_one() -> None:
    text = ng.to_code(fitted_dict, XS, XS)
    assert "value, g = jax.value_and_grad(loss_of_dict)({'b': p_b, 'w': p_w}, x, y)" in text
    assert "p_b - 0.1 * g['b'], p_w - 0.1 * g['w'], value" in text
    assert text.count("def model(") == text.count("def loss_of_dict(") == 1


@pytest.mark.parametrize(
    ("function", "call"),
    [(twice, "scaled(x) + scaled(x + 1)"), (second, "jax.grad(jax.grad(cubed))(x)"), (halves, "jax.vmap(half)(x)")],
)
def test_calls_are_in_the_users_words(function: Any, call: str) -> None:
    given = jnp.float32(3.0) if function is second else XS
    text = ng.to_code(function, given)
    assert f"return {call}\n" in text
    np.testing.assert_array_equal(pasted(text, function.__name__)(given), function(given))


@pytest.mark.parametrize("function", [fitted, fitted_dict])
def test_the_printed_loop_gives_what_python_gives(function: Any) -> None:
    code = pasted(ng.to_code(function, XS, 2 * XS), function.__name__)
    jax.tree.map(
        lambda one, other: np.testing.assert_allclose(one, other, 1e-5), code(XS, 2 * XS), function(XS, 2 * XS)
    )


def test_what_acts_is_not_run_again_to_be_printed() -> None:
    converted = ng.function(calls_noted)
    with pytest.raises(ng.NbgraphError):
        converted(XS)
    before = len(SEEN)
    with pytest.raises(ng.NbgraphError):
        ng.to_code(calls_noted, XS)
    assert len(SEEN) == before
