"""Derivatives of loops, against differences of the loops' values."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core import _jax
from nbgraph.core.staging.control_flow import differentiable
from nbgraph.core.staging.control_flow.budget import IterationBudgetError
from nbgraph.core.staging.control_flow.differentiable import DerivativeError
from tests.core.staging.differentiated import POOL

ROUNDS = 32**2  # in these tests, for less to compile
LONG = {"fixed_point", "many_rounds", "while_in_while"}  # the others take pieces of one size


@pytest.fixture(autouse=True)
def _fewer_rounds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(differentiable, "MOST", ROUNDS)
    with jax.enable_x64(True):
        yield


def root(a: Any) -> Any:
    x = a
    while abs(x * x - a) > 1e-12 * a:
        x = (x + a / x) / 2
    return x


def logs(x: Any) -> Any:
    s = 0.0
    while x > 0.05:
        s = s + jnp.sqrt(x) + jnp.log(x)
        x = x * 0.25 if x > 0.2 else 0.0 * x
    return s


def printing(x: Any) -> Any:
    while x > 1.0:
        print("x", x)
        x = x / 2
    return x


def counted(x: Any) -> Any:
    while x < 5000.0:
        x = x + 1.0
    return x


def bounded(x: Any) -> Any:
    while x < 5000.0:
        ng.loop_options(max_iterations=6000)
        x = x + 1.0
    return x


def too_tightly_bounded(x: Any) -> Any:
    while x < 50.0:
        ng.loop_options(max_iterations=20)
        x = x + 1.0
    return x


@pytest.mark.parametrize(("function", "point"), POOL, ids=[f"{f.__name__}-{i}" for i, (f, _) in enumerate(POOL)])
def test_the_gradient_is_the_slope(function: Callable[..., Any], point: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differentiable, "MOST", ROUNDS if function.__name__ in LONG else 32)
    converted = ng.convert(function)
    point = jnp.asarray(point, float)
    value, gradient = jax.jit(jax.value_and_grad(converted))(point)
    forward = jax.jit(converted)
    direction = jnp.arange(1.0, point.size + 1).reshape(point.shape) / point.size
    step = 1e-6
    slope = (forward(point + step * direction) - forward(point - step * direction)) / (2 * step)
    assert float(value) == pytest.approx(float(forward(point)), rel=1e-12)
    assert float(jnp.sum(gradient * direction)) == pytest.approx(float(slope), rel=1e-4, abs=1e-6)
    assert jnp.all(jnp.isfinite(gradient))


@pytest.mark.parametrize("outer", [jax.grad, jax.jacfwd])
def test_second_derivatives(outer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differentiable, "MOST", 32)
    assert float(jax.jit(outer(jax.grad(ng.convert(root))))(2.0)) == pytest.approx(-0.25 * 2**-1.5)


@pytest.mark.parametrize(
    "gradient",
    [
        jax.grad(ng.function(root)),
        jax.jit(jax.grad(ng.function(root))),
        jax.grad(jax.jit(ng.convert(root))),
        ng.function(lambda a: jax.grad(root)(a)),
        jax.jacfwd(ng.convert(root)),
        lambda a: jax.jit(jax.vmap(jax.grad(ng.convert(root))))(jnp.full(2, a))[1],
    ],
    ids=["of a compiled one", "compiled", "of the user's jit", "inside", "forward", "in lanes"],
)
def test_every_way_to_ask_for_it(gradient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differentiable, "MOST", 32)
    assert float(gradient(2.0)) == pytest.approx(0.5 / 2**0.5)


def test_a_loop_that_has_ended_in_one_lane_leaves_no_nan_there() -> None:
    lanes = jnp.array([0.0, 0.01, 0.1, 2.0])
    gradient = jax.grad(ng.convert(logs))
    one_by_one = [jax.jit(gradient)(x).item() for x in lanes]
    assert one_by_one[:2] == [0.0, 0.0]
    assert jax.jit(jax.vmap(gradient))(lanes).tolist() == pytest.approx(one_by_one)


def test_without_derivative_it_is_a_plain_while() -> None:
    assert [e.primitive.name for e in ng.function(root).trace(2.0).jaxpr.eqns] == ["while"]
    text = jax.jit(ng.convert(root)).lower(2.0).as_text()
    assert (text.count("stablehlo.while"), text.count("stablehlo.case")) == (1, 0)


@pytest.mark.parametrize("wrap", [ng.function, ng.convert])
def test_a_loop_that_prints_does_so_once(wrap: Any, capfd: pytest.CaptureFixture[str]) -> None:
    printing(5.0)
    wanted = capfd.readouterr().out
    for derivative in (jax.grad, jax.jacfwd):
        assert derivative(wrap(printing))(5.0) == 0.125
        jax.effects_barrier()
        assert capfd.readouterr().out == wanted


def test_more_rounds_than_a_derivative_takes_are_an_error() -> None:
    for wrap in (ng.convert, ng.function):
        with pytest.raises(DerivativeError, match="more than 1,024 iterations") as caught:
            jax.grad(wrap(counted))(0.0)
        assert caught.value.span is not None
        assert caught.value.span.line == inspect.getsourcelines(counted)[1] + 1
    with pytest.raises(Exception, match="no-derivative"):
        jax.block_until_ready(jax.jit(jax.grad(ng.convert(counted)))(0.0))
    assert jax.jit(ng.convert(counted))(0.5) == 5000.5


def test_a_bound_says_how_many_it_may_take() -> None:
    assert jax.jit(jax.grad(ng.convert(bounded)))(0.5) == 1.0
    with pytest.raises(IterationBudgetError, match=r"`x` is 21\.5"):
        jax.grad(ng.function(too_tightly_bounded))(0.5)


def test_the_values_in_an_error_are_numbers_while_derivatives_are_taken() -> None:
    def positive(x: Any) -> Any:
        while x < 5.0:
            assert x > 0.0, f"{x} is not positive"
            x = x * 2.0
        return x

    assert jax.grad(ng.function(positive))(1.0) == 8.0
    with pytest.raises(AssertionError, match=r"-1\.5 is not positive"):
        jax.grad(ng.function(positive))(-1.5)


def test_own_derivatives_of_converted_functions_and_inside_them() -> None:
    @jax.custom_jvp
    @ng.convert
    def own_root(a: Any) -> Any:
        x = a
        while abs(x * x - a) > 1e-12 * a:
            x = (x + a / x) / 2
        return x

    @own_root.defjvp
    def _(primals: Any, tangents: Any) -> Any:
        result = own_root(*primals)
        return result, 100 * tangents[0] / result

    @jax.custom_vjp
    def doubled(x: Any) -> Any:
        return x * 2

    doubled.defvjp(lambda x: (x * 2, None), lambda _, g: (g * 7,))

    def uses(x: Any) -> Any:
        y = x
        while y < 10.0:
            y = doubled(y)
        return y

    assert float(jax.grad(own_root)(4.0)) == pytest.approx(50.0)
    assert float(jax.jacfwd(jax.jit(own_root))(4.0)) == pytest.approx(50.0)
    assert jax.grad(ng.convert(uses))(3.0) == 49.0
    assert jax.grad(ng.function(uses))(3.0) == 49.0


@pytest.mark.parametrize("function", [root, logs], ids=lambda function: function.__name__)
def test_a_loop_is_bound_with_its_rule_as_jax_would_bind_it(
    function: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    bound = [jax.make_jaxpr(made(ng.convert(function)))(3.0) for made in (jax.jit, jax.grad)]
    monkeypatch.setattr(_jax, "looped_with_rule", lambda *_: None)
    traced = [jax.make_jaxpr(made(ng.convert(function)))(3.0) for made in (jax.jit, jax.grad)]
    assert [*map(str, bound)] == [*map(str, traced)]
    assert "custom_jvp_call" in str(bound[0])
