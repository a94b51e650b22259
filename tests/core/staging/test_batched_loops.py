"""Loops under `vmap` that take a batch in chunks: bit by bit what JAX's own rule gives, and what Python gives."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core import _jax
from nbgraph.core.staging.frames import tracing

SIZE = 300  # of a batch: two chunks, and a part of one


def collatz(a):
    counter = 0
    while a != 1:
        if a % 2 == 0:  # noqa: SIM108 - two branches
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


def digits(a):
    total, trips = 0, 0
    while a < -1:
        total = total + a % 4 + a // 8 * 3
        a = a // 4
        trips = trips + 1
    return total, trips, a


def newton(a):
    x, before = a, 0.0
    while abs(x - before) > 1e-6 * x:
        before = x
        x = (x + a / x) / 2
    return x


def escape(c, d):
    x, y, n = 0.0, 0.0, 0
    for k in range(60):
        if x * x + y * y > 4.0:
            break
        x, y = x * x - y * y + c, 2 * x * y + d
        n = k
    return n, x


def waves(a):
    x, n = a, 0
    while x > 0.1 and n < 30:
        x = jnp.sin(x) * jnp.exp(-x / 7) * 0.9 + 0.01 * jnp.tanh(x) ** 3
        n = n + 1
    return x, n


def pair(a, b):
    while b[0] < a:
        b = b * 2 + jnp.array([1, 3])
    return b


NUMBERS = jnp.arange(1, SIZE + 1)
FLOATS = jnp.asarray(np.random.default_rng(0).uniform(0.5, 90, SIZE), jnp.float32)
CASES: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "collatz": (lambda f: jax.vmap(f(collatz)), (NUMBERS,)),
    "negative numbers": (lambda f: jax.vmap(f(digits)), (-NUMBERS * 977,)),
    "small and unsigned": (lambda f: jax.vmap(f(pair)), (NUMBERS.astype(jnp.int16), jnp.ones((SIZE, 2), jnp.int32))),
    "newton": (lambda f: jax.vmap(f(newton)), (FLOATS,)),
    "break": (lambda f: jax.vmap(f(escape), (0, None)), (FLOATS / 90 - 1, 0.3)),
    "nested": (
        lambda f: jax.vmap(jax.vmap(f(escape), (None, 0)), (0, None)),
        (FLOATS[:20] / 90, FLOATS[20:37] / 90),
    ),
    "functions": (lambda f: jax.vmap(f(waves)), (FLOATS,)),
    "a constant from outside": (lambda f: jax.vmap(lambda a: f(newton)(2.0) + a), (FLOATS,)),
    "another axis": (lambda f: jax.vmap(f(pair), (0, 1), 1), (NUMBERS, jnp.ones((2, SIZE), jnp.int32))),
    "few": (lambda f: jax.vmap(f(collatz)), (NUMBERS[:7],)),
    "none": (lambda f: jax.vmap(f(collatz)), (NUMBERS[:0],)),
    "gradient": (lambda f: jax.grad(lambda a: jax.vmap(f(newton))(a).sum()), (FLOATS[:256],)),
    "mapped gradient": (lambda f: jax.vmap(jax.grad(f(newton))), (FLOATS[:256],)),
    "in a scan": (lambda f: lambda a: jax.lax.scan(lambda s, _: (jax.vmap(f(newton))(s), s[0]), a, None, 2), (FLOATS,)),
    "jit inside": (lambda f: jax.vmap(jax.jit(f(collatz))), (NUMBERS,)),
}


def outcome(make: Callable[..., Any], arguments: tuple[Any, ...], by: Any = ng.convert) -> list[Any]:
    leaves: list[Any] = jax.tree_util.tree_leaves(jax.jit(make(by))(*arguments))
    return leaves


def same(found: list[Any], wanted: list[Any]) -> None:
    """Compare bit by bit; where they differ, numpy says how many do, and by how much."""
    for one, other in zip(found, wanted, strict=True):
        assert (one.aval.str_short(), one.weak_type) == (other.aval.str_short(), other.weak_type)
        np.testing.assert_array_equal(np.asarray(one), np.asarray(other), strict=True)
        assert np.asarray(one).tobytes() == np.asarray(other).tobytes()


@pytest.mark.xla  # on both sides: a slow machine would have NumPy run one of them, which rounds otherwise
@pytest.mark.parametrize("name", CASES)
def test_it_is_what_the_plain_rule_gives(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, arguments = CASES[name]
    chunks = outcome(make, arguments)
    monkeypatch.setattr(tracing, "with_chunks", lambda jaxpr: jaxpr)
    same(chunks, outcome(make, arguments))


@pytest.mark.xla
@pytest.mark.parametrize("name", ["collatz", "newton", "nested", "gradient", "mapped gradient"])
def test_a_function_is_mapped_as_what_is_converted(name: str) -> None:
    make, arguments = CASES[name]
    same(outcome(make, arguments, ng.function), outcome(make, arguments))


def test_it_is_what_python_gives() -> None:
    found = jax.vmap(ng.convert(collatz))(NUMBERS)
    assert found.tolist() == [collatz(n) for n in range(1, SIZE + 1)]
    numbers = [-977 * n for n in range(1, SIZE + 1)]
    mapped = jax.vmap(ng.convert(digits))(jnp.array(numbers))
    assert list(zip(*(part.tolist() for part in mapped), strict=True)) == [digits(n) for n in numbers]


def primitives(function: Callable[..., Any], *arguments: Any) -> str:
    return str(jax.make_jaxpr(function)(*arguments))


def test_chunks_are_there_for_batches_only() -> None:
    converted = ng.convert(collatz)
    assert "dynamic_update_slice" in primitives(jax.vmap(converted), NUMBERS)
    assert "dynamic_update_slice" not in primitives(jax.vmap(converted), NUMBERS[:20])
    assert "custom_vmap" not in primitives(converted, 3)
    function = ng.function(collatz)
    assert "dynamic_update_slice" in primitives(jax.vmap(function), NUMBERS)
    assert "custom_vmap" not in primitives(function, 3)
    assert function(27) == 111


def test_a_function_that_maps_another_one_has_chunks_where_it_runs_and_none_where_it_is_shown() -> None:
    @ng.function
    def total(xs):
        return jax.vmap(collatz)(xs).sum()

    assert total(NUMBERS) == sum(map(collatz, range(1, SIZE + 1)))
    assert "dynamic_update_slice" in str(total.trace(NUMBERS).jaxpr)
    assert "dynamic_update_slice" not in str(total.trace_with_events(NUMBERS).jaxpr)
    assert "dynamic_update_slice" not in ng.to_code(total, NUMBERS)


def test_a_loop_with_effects_or_products_is_left_to_jax() -> None:
    def told(a):
        while a > 1:
            print(a)
            a = a // 2
        return a

    def product(a, m):
        v = jnp.ones(2) * a
        while v.sum() < 100:
            v = m @ v
        return v

    matrix = jnp.array([[1.0, 2.0], [0.5, 1.0]])
    for function, axes, arguments in ((told, 0, (NUMBERS,)), (product, (0, None), (FLOATS, matrix))):
        assert "dynamic_update_slice" not in primitives(jax.vmap(ng.convert(function), axes), *arguments)


def test_a_number_of_iterations_that_all_share_stays_one_number() -> None:
    def total(a, n):
        s = a
        while n > 0:
            s = s + n
            n = n - 1
        return s, n

    totals, left = jax.vmap(ng.convert(total), (0, None), (0, None))(NUMBERS, jnp.int32(3))
    assert (totals.tolist(), left.tolist()) == ([n + 6 for n in range(1, SIZE + 1)], 0)


def test_the_mark_for_one_kernel_changes_nothing_else() -> None:
    function = functools.partial(jax.lax.fori_loop, 0, 3, lambda i, s: [s[0] + i])
    assert _jax.in_one_kernel(lambda x: function([x]), [jnp.int32(4)])[0] == 7
